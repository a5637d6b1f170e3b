import type { Finding } from '../doctor/finding.ts';
import { EXIT_STATUS } from '../exit-status.ts';
import { addressWarnings } from '../reports/address-report.ts';
import { printable } from '../reports/report.ts';
import { isOn, type Switch } from '../settings/option.ts';
import { SETTING_NAMES } from '../settings/settings.ts';
import { sourcesFileAt } from '../settings/sources-file.ts';
import { stoppable, type Stop } from '../stop.ts';
import type { Call, Verb } from './verb.ts';

const ONLINE: Switch = {
  flag: '--online',
  description: 'Also request the public address (--base-url), as readers do.',
};
const FULL: Switch = {
  flag: '--full',
  description: 'Read every record of the database, which takes as long as an export.',
};
const STRICT: Switch = { flag: '--strict', description: 'Fail on warnings, too.' };
const JSON_SWITCH: Switch = { flag: '--json', description: 'Write the findings as a JSON array.' };

export const doctorVerb: Verb = {
  name: 'doctor',
  summary: 'Check the installation, and say what to do.',
  details:
    'Checks the configuration, database, sources, corrections file, file permissions, disk space, clock and time zones, without changing anything; of the database what lectern serve looks at when it starts, with --full also every record, and with --online whether readers reach the service at its public address. Each line says whether something is fine, doubtful, wrong or was skipped, and what to do. Run it as the user that runs lectern serve, with the same settings.',
  examples: ['lectern doctor', 'lectern doctor --online --base-url https://talks.example.org'],
  arguments: {},
  settings: SETTING_NAMES,
  options: [ONLINE, FULL, STRICT, JSON_SWITCH],
  run: (call) => stoppable(call.host, (stop) => examine(call, stop)),
};

async function examine(call: Call, stop: Stop): Promise<number> {
  const { flags, host } = call;
  const findings: Finding[] = [];
  for await (const finding of findingsOf(call, stop)) {
    findings.push(finding);
    if (!isOn(JSON_SWITCH, flags)) host.stdout.write(lineOf(finding));
  }
  if (isOn(JSON_SWITCH, flags)) host.stdout.write(`${JSON.stringify(findings, null, 2)}\n`);
  const bad = findings.filter(({ level }) => level === 'problem' || (level === 'warning' && isOn(STRICT, flags)));
  return bad.length === 0 ? EXIT_STATUS.fine.status : EXIT_STATUS.failed.status;
}

async function* findingsOf(call: Call, { signal }: Stop): AsyncGenerator<Finding> {
  const { ok, problem, skipped, warning } = await import('../doctor/finding.ts');
  const { checkAccess, checkAddress, checkCorrectionsFile, checkDatabase, checkMachine } =
    await import('../doctor/checks.ts');
  const { settings, warnings, flags, environment, host } = call;
  const { stderr } = host;
  const now = new Date();
  const { baseUrl, config, database, sources } = settings;
  const doubts = [...warnings, ...addressWarnings(settings, 'an address of this machine')];
  for (const what of doubts) yield warning('configuration', what, 'See docs/reference/settings.md for all settings.');
  const file =
    sources === null
      ? { sources: [] }
      : await sourcesFileAt({ sources, config }, { environment: environment(), stderr });
  if (file === undefined)
    yield problem('configuration', 'the sources file is invalid', 'List its problems with lectern config check.');
  else if (doubts.length === 0) yield ok('configuration', 'every setting is valid');
  yield* checkCorrectionsFile(settings);
  yield* checkMachine(settings, now);
  yield* checkAccess(settings);
  yield* checkDatabase({ database, sources: file?.sources ?? [], isFull: isOn(FULL, flags), now, signal });
  if (!isOn(ONLINE, flags)) {
    yield skipped('public address', 'not requested; --online requests it');
    return;
  }
  if (baseUrl === null) {
    yield problem('public address', 'is not known', 'Set it with --base-url.');
    return;
  }
  yield* checkAddress(baseUrl);
}

function lineOf({ level, about, what, hint }: Finding): string {
  const line = `${level.padEnd(7)}  ${printable(`${about}: ${what}`)}\n`;
  return hint === undefined ? line : `${line}         → ${printable(hint)}\n`;
}
