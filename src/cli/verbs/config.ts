import { EXIT_STATUS } from '../exit-status.ts';
import { alignedRows } from '../reports/report.ts';
import { sourcesFileAt } from '../settings/sources-file.ts';
import { configKey } from '../settings/setting.ts';
import { SETTING_NAMES, SETTINGS } from '../settings/settings.ts';
import type { Call, Verb } from './verb.ts';

export const configVerb: Verb = {
  name: 'config',
  summary: 'Check the configuration, and show where each setting comes from.',
  details:
    'lectern config check reads the configuration file, environment, flags and sources as lectern serve does, but starts nothing. It lists the settings that differ from their defaults, and where each comes from: a flag overrides a variable, and a variable overrides the file. Passwords and the values of placeholders are not shown.',
  examples: ['lectern config check', 'lectern config check --config /etc/lectern/lectern.yaml'],
  arguments: { '<action>': 'check' },
  settings: SETTING_NAMES,
  options: [],
  run: async ({ files: [action], settings, given, environment, host }) => {
    if (action !== 'check') {
      host.stderr.write(`The only subcommand is check.\nRun lectern config --help for usage.\n`);
      return EXIT_STATUS.usage.status;
    }
    const { sources, config } = settings;
    if (sources !== null) {
      const { stderr } = host;
      const file = await sourcesFileAt({ sources, config }, { environment: environment(), stderr });
      if (file === undefined) return EXIT_STATUS.usage.status;
    }
    host.stdout.write(report(given));
    return EXIT_STATUS.fine.status;
  },
};

function report(given: Call['given']): string {
  const rows = SETTING_NAMES.flatMap((name) => {
    const found = name === 'config' ? undefined : given(name);
    if (found === undefined) return [];
    const text = found.written ?? found.text;
    const value = SETTINGS[name].withoutSecret?.(text) ?? text;
    return [[configKey(SETTINGS[name].variable), value.replaceAll('\n', ','), found.where.replace(/: [a-z_]+$/, '')]];
  });
  const file = given('config');
  const from = file === undefined ? 'no configuration file' : `configuration file ${file.written ?? file.text}`;
  if (rows.length === 0) return `The configuration is valid: ${from}, all settings have their defaults.\n`;
  return `The configuration is valid: ${from}.\n\n${alignedRows(rows)}`;
}
