import { join, parse } from 'node:path';
import type { Problem, Result } from '#catalogue/problem.ts';
import { sqliteFileOf } from '#store/open.ts';
import { COMPATIBLE_SETTINGS } from './answer-settings.ts';
import { type Flags, longFlag } from './option.ts';
import { quoted } from './setting-values.ts';
import { configKey, type Setting } from './setting.ts';
import { SETTING_NAMES, type SettingName, type Settings, SETTINGS } from './settings.ts';

/** Values by the name of their variable. An empty value counts as unset. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What the configuration file says. */
export type ConfigValues = ReadonlyMap<SettingName, Required<GivenText>>;

/** The text of a setting, and the flag, variable or line that set it. */
export interface GivenText {
  readonly text: string;
  readonly where: string;
  /** Before placeholders were replaced. */
  readonly written?: string;
}

const NO_FILE: ConfigValues = new Map();

/**
 * Reads the settings in `names`; the others keep their defaults. Reports all problems at once, each
 * with its flag or variable. A setting that is not set anywhere has the value that clients of the
 * service named by `compatible` need, or its default; the corrections file is beside the database.
 */
export function readSettings(
  flags: Flags,
  environment: Environment,
  names: readonly SettingName[],
  config: ConfigValues = NO_FILE,
): Result<Settings> {
  const problems: Problem[] = [];
  let needed: Flags = {};
  const settings: Partial<Mutable<Settings>> = {};
  function read<Name extends SettingName>(name: Name): Settings[Name] {
    const setting = TABLE[name];
    if (!names.includes(name)) return setting.default;
    const given = givenText(name, flags, environment, config) ?? givenText(name, needed, {}, NO_FILE);
    if (given === undefined) return setting.default;
    const result = setting.read(given.text, given.where);
    if (result.ok) return result.value;
    problems.push(...withoutSecrets(setting, given, result.problems));
    return setting.default;
  }
  function take<Name extends SettingName>(name: Name, value: Settings[Name]): void {
    settings[name] = value;
  }
  settings.compatible = read('compatible');
  needed = COMPATIBLE_SETTINGS[settings.compatible];
  for (const name of SETTING_NAMES) if (name !== 'compatible') take(name, read(name));
  if (settings.corrections === null && names.includes('corrections'))
    settings.corrections = correctionsBeside(settings);
  if (!isComplete(settings)) throw new Error('a setting was not read');
  if (settings.defaultCount > settings.maximumCount && !problems.some(isAboutCounts))
    problems.push(defaultOverMaximum(settings));
  return problems.length === 0 ? { ok: true, value: settings } : { ok: false, problems };
}

/** `lectern.corrections.yaml` beside `lectern.db`; null if the database is not a file. */
function correctionsBeside({ database = '' }: Partial<Settings>): string | null {
  const file = sqliteFileOf(database);
  if (file === undefined) return null;
  const { dir, name } = parse(file);
  return join(dir, `${name}.corrections.yaml`);
}

/**
 * Problems quote the text as written, not the values of its placeholders: what is printed ends up
 * in logs.
 */
function withoutSecrets(
  setting: Setting<unknown>,
  { text, where, written = text }: GivenText,
  problems: readonly Problem[],
): readonly Problem[] {
  if (written === text) return problems;
  const asWritten = setting.read(written, where);
  if (!asWritten.ok) return asWritten.problems;
  const what = `The value of ${quoted(written)} is not valid.`;
  return problems.map((problem) => ({ ...problem, what }));
}

type Mutable<T> = { -readonly [Name in keyof T]: T[Name] };

const TABLE: { readonly [Name in SettingName]: Setting<Settings[Name]> } = SETTINGS;

function isComplete(settings: Partial<Settings>): settings is Settings {
  return SETTING_NAMES.every((name) => name in settings);
}

/** Undefined if it is not set. */
export function givenText(
  name: SettingName,
  flags: Flags,
  environment: Environment,
  config: ConfigValues,
): GivenText | undefined {
  const { flag, variable, platform } = SETTINGS[name];
  const fromFlag = flags[name];
  // A flag whose value may be omitted means on.
  if (fromFlag === true) return { text: 'on', where: longFlag(flag) };
  if (typeof fromFlag === 'string') return { text: fromFlag, where: longFlag(flag) };
  const text = environment[variable] ?? '';
  if (text !== '') return { text, where: variable };
  const fromFile = config.get(name);
  if (fromFile !== undefined) return fromFile;
  const fromPlatform = platform === undefined ? '' : (environment[platform.variable] ?? '');
  if (platform === undefined || fromPlatform === '' || !platform.isMeant(fromPlatform)) return undefined;
  return { text: fromPlatform, where: platform.variable };
}

function isAboutCounts({ where }: Problem): boolean {
  return [SETTINGS.defaultCount, SETTINGS.maximumCount].some(
    ({ flag, variable }) =>
      where === longFlag(flag) || where === variable || where.endsWith(`: ${configKey(variable)}`),
  );
}

function defaultOverMaximum({ defaultCount, maximumCount }: Settings): Problem {
  return {
    code: 'count-over-maximum',
    where: longFlag(SETTINGS.defaultCount.flag),
    what: `The default count ${String(defaultCount)} is more than the maximum count ${String(maximumCount)}.`,
    hint: `Lower it, or raise ${longFlag(SETTINGS.maximumCount.flag)}.`,
  };
}

/** Variables that say what the flags of this process say: for child processes, which do not get its flags. */
export function flagVariables(given: (name: SettingName) => GivenText | undefined): Readonly<Record<string, string>> {
  return Object.fromEntries(
    SETTING_NAMES.flatMap((name): readonly (readonly [string, string])[] => {
      const found = given(name);
      return found?.where.startsWith('--') === true ? [[SETTINGS[name].variable, found.text]] : [];
    }),
  );
}
