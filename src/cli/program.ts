import { Command, CommanderError, Option } from 'commander';
import type { Problem, Result } from '#catalogue/problem.ts';
import { programVersion } from '#replica/program-version.ts';
import { nearestWord } from '#catalogue/nearest-word.ts';
import { EXIT_STATUS } from './exit-status.ts';
import { reportFailure } from './failure.ts';
import type { Host } from './host.ts';
import { printable, settingLine } from './reports/report.ts';
import { NO_CONFIG, readConfig, variablesOf } from './settings/config.ts';
import { givenText, readSettings } from './settings/read-settings.ts';
import { SETTINGS } from './settings/settings.ts';
import { longFlag, optionKey, type Flags } from './settings/option.ts';
import { verbsFor } from './verbs/verbs.ts';
import type { ConfigValues, Environment, GivenText } from './settings/read-settings.ts';
import type { SettingName, Settings } from './settings/settings.ts';
import type { Call, Verb } from './verbs/verb.ts';
import { SYNC_VARIABLE } from './sync/sync-messages.ts';
import { WORKER_VARIABLE } from './workers/worker-messages.ts';

/** Runs a command line and returns the exit status. */
export async function run(args: readonly string[], environment: Environment, host: Host): Promise<number> {
  let status: number = EXIT_STATUS.fine.status;
  try {
    const program = commandLine(await verbsFor(args), host, async (verb, files, flags) => {
      status = await runVerb(verb, { files, flags }, environment, host);
    });
    await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) return reportFailure(error, host.stderr);
    return error.exitCode === 0 ? EXIT_STATUS.fine.status : EXIT_STATUS.usage.status;
  }
  return status;
}

/** Columns of help that is not read on a terminal. */
const NARROW = 80;

type RunVerb = (verb: Verb, files: readonly string[], flags: Flags) => Promise<void>;

function commandLine(verbs: readonly Verb[], { stdout, stderr }: Host, runChosen: RunVerb): Command {
  const program = new Command('lectern')
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      getOutHelpWidth: () => stdout.columns ?? NARROW,
      getErrHelpWidth: () => stderr.columns ?? NARROW,
    })
    .description(
      'Publishes a catalogue of scheduled talks: pages for people, calendars and feeds, and a HAL API in JSON and XML.',
    )
    .version(programVersion(), '--version', 'print the version')
    .helpOption('--help', 'print this help')
    .helpCommand('help [verb]', 'print the help of a verb')
    .showHelpAfterError('Run lectern --help for usage.')
    .configureHelp({ styleTitle: (title) => title.replace(/^Commands/, 'Verbs') })
    .exitOverride();
  program.usage('<verb> [options]').addHelpText('after', `\n${exitStatusHelp()}`);
  for (const verb of verbs) {
    const command = commandOf(verb, runChosen).copyInheritedSettings(program);
    program.addCommand(command.showHelpAfterError(helpOf(verb)));
  }
  return program;
}

function commandOf(verb: Verb, runChosen: RunVerb): Command {
  const command = new Command(verb.name).summary(verb.summary).description(`${verb.summary}\n\n${verb.details}`);
  command.addHelpText('after', `\nExamples:\n${verb.examples.map((line) => `  ${line}`).join('\n')}`);
  for (const [name, help] of Object.entries(verb.arguments)) command.argument(name, help);
  for (const option of verb.options) {
    const value = 'defaultText' in option ? ` (default: ${option.defaultText})` : '';
    const described = new Option(option.flag, option.description + value);
    command.addOption('repeats' in option ? described.argParser(gathered) : described);
  }
  for (const name of settingsOf(verb)) {
    const { flag, description, defaultText, variable, platform, group } = SETTINGS[name];
    const variables = platform === undefined ? variable : `${variable}, else ${platform.variable}`;
    command.addOption(
      new Option(flag, `${description} (default: ${defaultText}; variable: ${variables})`).helpGroup(`${group}:`),
    );
  }
  return command.action(async () => {
    await runChosen(verb, command.args, command.opts());
  });
}

/** Joins the values of a repeated option, one per line. */
function gathered(text: string, before: string | undefined): string {
  return before === undefined ? text : `${before}\n${text}`;
}

/** Commands that take settings also read the configuration file. */
function settingsOf({ settings }: Verb): readonly SettingName[] {
  return settings.length === 0 ? settings : [...new Set<SettingName>([...settings, 'config'])];
}

/** Checks everything first, so that all problems are reported at once. */
async function runVerb(
  verb: Verb,
  { files, flags }: Pick<Call, 'files' | 'flags'>,
  environment: Environment,
  host: Host,
): Promise<number> {
  const read = await readAll(verb, flags, environment);
  const problems = [...optionProblems(verb, flags), ...(read.ok ? [] : read.problems)];
  // Child processes of Lectern inherit an environment that has already been checked.
  const warnings = process.channel === undefined ? unknownVariables(environment) : [];
  const isFine = read.ok && problems.length === 0;
  if (!isFine || verb.logs !== true) host.stderr.write(warnings.map((line) => `${printable(line)}\n`).join(''));
  if (isFine) {
    let { config } = read;
    const reread = async (): Promise<Result<Settings>> => {
      const again = await readAll(verb, flags, environment, config);
      if (!again.ok) return again;
      config = again.config;
      return { ok: true, value: again.settings };
    };
    const given = (name: SettingName): GivenText | undefined => givenText(name, flags, environment, read.config);
    const withFile = (): Environment => ({ ...environment, ...variablesOf(config, flags, environment) });
    return verb.run({ files, flags, settings: read.settings, warnings, given, reread, environment: withFile, host });
  }
  for (const problem of problems) host.stderr.write(`${settingLine(problem)}\n`);
  host.stderr.write(`${helpOf(verb)}\n`);
  return EXIT_STATUS.usage.status;
}

type ReadAll =
  | { readonly ok: true; readonly settings: Settings; readonly config: ConfigValues }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** @param before what the configuration file said when it was last read */
async function readAll(verb: Verb, flags: Flags, environment: Environment, before?: ConfigValues): Promise<ReadAll> {
  const names = settingsOf(verb);
  // A child process of Lectern finds the file's values in its environment.
  const hasFile = names.length > 0 && !isOwnProcess(environment);
  const config = hasFile ? await readConfig(flags, environment, before) : NO_CONFIG;
  const settings = readSettings(flags, environment, names, config.values);
  if (settings.ok && config.problems.length === 0) return { ok: true, settings: settings.value, config: config.values };
  return { ok: false, problems: [...config.problems, ...(settings.ok ? [] : settings.problems)] };
}

function helpOf(verb: Verb): string {
  return `Run lectern ${verb.name} --help for usage.`;
}

function optionProblems(verb: Verb, flags: Flags): readonly Problem[] {
  return verb.options.flatMap((option) => {
    const text = flags[optionKey(option.flag)];
    if (!('read' in option) || typeof text !== 'string') return [];
    const result = option.read(text, longFlag(option.flag));
    return result.ok ? [] : result.problems;
  });
}

function exitStatusHelp(): string {
  const rows = Object.values(EXIT_STATUS).map(({ status, meaning }) => `  ${String(status).padEnd(6)}${meaning}`);
  return `Exit status:\n${rows.join('\n')}`;
}

const PREFIX = 'LECTERN_';

const SETTABLE = Object.values(SETTINGS).map(({ variable }) => variable);

/** Variables used by the files in deploy/ that are not settings. */
const OF_DEPLOYMENT = ['LECTERN_IMPORT_FILE', 'LECTERN_IMPORT_URL'];

/** A warning for each variable that looks like a setting but is not one. Never shows its value. */
export function unknownVariables(environment: Environment): readonly string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && environment[name] !== '')
    .filter((name) => !SETTABLE.includes(name) && !OF_DEPLOYMENT.includes(name))
    .sort()
    .map((name) => {
      const meant = nearestSetting(name);
      return `${name} is not a setting. ${meant === undefined ? 'Run lectern serve --help for a list.' : `Did you mean ${meant}?`}`;
    });
}

/** Compares names without the prefix, which a misspelt variable may lack. */
function nearestSetting(name: string): string | undefined {
  const stem = (variable: string): string => variable.replace(PREFIX, '').toLowerCase();
  const nearest = nearestWord(stem(name), SETTABLE.map(stem));
  return SETTABLE.find((variable) => stem(variable) === nearest);
}

/** Whether Lectern itself started this process, as a worker or for a sync. */
function isOwnProcess(environment: Readonly<Record<string, string | undefined>>): boolean {
  return process.channel !== undefined && [SYNC_VARIABLE, WORKER_VARIABLE].some((name) => name in environment);
}
