import { dirname, resolve } from 'node:path';
import type { LocatedProblem } from '#catalogue/problem.ts';
import { nearestWord } from '#catalogue/nearest-word.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import { filledIn } from '#harvest/sync/placeholders.ts';
import { YamlText } from '#harvest/sync/yaml-text.ts';
import { configKey, isList } from './setting.ts';
import { SETTING_NAMES, SETTINGS } from './settings.ts';
import type { ConfigValues, Environment } from './read-settings.ts';
import type { SettingName } from './settings.ts';

/** The setting of each key. */
export const CONFIG_KEYS: ReadonlyMap<string, SettingName> = new Map(
  SETTING_NAMES.filter((name) => name !== 'config').map((name) => [configKey(SETTINGS[name].variable), name]),
);

/**
 * Keys of a sources file other than `sources`, which are only useful here with a list of sources.
 */
const DEFAULTS = 'defaults';

interface ConfigFileRead {
  /** The settings without problems. */
  readonly values: ConfigValues;
  readonly problems: readonly LocatedProblem[];
}

interface ConfigFileGiven {
  /** As the operator wrote it. */
  readonly path: string;
  readonly text: string;
  /** Values for `${NAME}`. */
  readonly environment: Environment;
}

/**
 * Reads a configuration file. Its values are texts, as in an environment variable, and are checked
 * when the settings are read.
 */
export function readConfigFile({ path, text, environment }: ConfigFileGiven): ConfigFileRead {
  const read = YamlText.read(path, text, 'configuration file');
  if (!read.ok) return { values: new Map(), problems: read.problems };
  const { value } = read.text;
  if (value === null || value === undefined) return { values: new Map(), problems: [] };
  if (typeof value !== 'object' || Array.isArray(value)) {
    const what = 'This is not a configuration file.';
    const hint = 'Write one setting per line as name: value, for example port: 8080.';
    return { values: new Map(), problems: [read.text.problem([], { code: 'bad-config-file', what, hint })] };
  }
  const reading = new Reading(read.text, path, environment);
  const entries = Object.entries(value);
  const hasSources = entries.some(([key, written]) => key === 'sources' && Array.isArray(written));
  for (const [key, written] of entries) if (key !== DEFAULTS || !hasSources) reading.setting(key, written);
  return { values: reading.values, problems: reading.problems };
}

class Reading {
  readonly problems: LocatedProblem[] = [];
  readonly values = new Map<SettingName, { text: string; where: string; written: string }>();
  readonly #text: YamlText;
  readonly #path: string;
  readonly #environment: Environment;

  constructor(text: YamlText, path: string, environment: Environment) {
    this.#text = text;
    this.#path = path;
    this.#environment = environment;
  }

  setting(key: string, value: unknown): void {
    const name = CONFIG_KEYS.get(key);
    if (name === undefined) this.#add(key, 'unknown-setting', ...unknownKey(key));
    else if (name === 'sources' && Array.isArray(value)) {
      // Read from this file as from any sources file.
      this.#take(name, key, { written: 'the list in this file', text: resolve(this.#path) });
    } else {
      const written = textOf(value, isList(SETTINGS[name]));
      // An empty value counts as unset, like that of a variable.
      if (written === '') return;
      if (written === undefined) this.#add(key, 'bad-setting', ...wrongKind(value, isList(SETTINGS[name])));
      else this.#take(name, key, { written, text: this.#inFull(name, key, written) });
    }
  }

  #take(name: SettingName, key: string, { written, text }: { written: string; text: string }): void {
    this.values.set(name, { text, written, where: `${this.#path}:${String(this.#text.lineOf([key]))}: ${key}` });
  }

  /** Placeholders are replaced, and relative paths start at the folder of this file. */
  #inFull(name: SettingName, key: string, written: string): string {
    const folder = dirname(resolve(this.#path));
    const text = filledIn(written, { environment: this.#environment, folder }, ({ code, what, hint }) => {
      this.#add(key, code, what, hint);
    });
    if (SETTINGS[name].isPath === true) return resolve(folder, text);
    return text.replace(/^sqlite:(.+)$/, (whole, file: string) =>
      name === 'database' ? `sqlite:${resolve(folder, file)}` : whole,
    );
  }

  #add(key: string, code: string, what: string, hint: string): void {
    this.problems.push(this.#text.problem([key], { code, what, hint }));
  }
}

function unknownKey(key: string): [what: string, hint: string] {
  const what = `There is no setting ${shownValue(key)}.`;
  if (key === DEFAULTS) return [what, 'Use it together with a list of sources, or in the sources file.'];
  const nearest = nearestWord(key.toLowerCase().replaceAll('-', '_'), [...CONFIG_KEYS.keys()]);
  return [what, nearest === undefined ? 'Run lectern serve --help for a list.' : `Did you mean ${nearest}?`];
}

function wrongKind(value: unknown, isListed: boolean): [what: string, hint: string] {
  const wanted = isListed ? 'a list of strings' : 'a string or a number';
  return [`${shownValue(value)} is not ${wanted}.`, `Write ${wanted}.`];
}

/** As in an environment variable; undefined if it cannot be a value. */
function textOf(value: unknown, isListed: boolean): string | undefined {
  if (value === null) return '';
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (!Array.isArray(value) || !isListed) return undefined;
  const texts = value.map((each) => (typeof each === 'string' || typeof each === 'number' ? String(each) : undefined));
  return texts.includes(undefined) ? undefined : texts.join(',');
}
