import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Problem } from '#catalogue/problem.ts';
import type { Flags } from './option.ts';
import { givenText } from './read-settings.ts';
import type { ConfigValues, Environment } from './read-settings.ts';
import { SETTINGS } from './settings.ts';

/** Read if no other file is given. */
const USUAL_FILE = 'lectern.yaml';

/** Bytes. */
const MAX_SIZE = 16 * 1024 * 1024;

interface ConfigRead {
  readonly values: ConfigValues;
  readonly problems: readonly Problem[];
}

export const NO_CONFIG: ConfigRead = { values: new Map(), problems: [] };

/**
 * Reads the configuration file, if there is one. Its path is among the values, so that child
 * processes use the same file.
 *
 * @param before what it said when it was last read: if it has disappeared since, that is a problem
 */
export async function readConfig(
  flags: Flags,
  environment: Environment,
  before: ConfigValues = NO_CONFIG.values,
): Promise<ConfigRead> {
  const named = givenText('config', flags, environment, new Map());
  if (named === undefined && !before.has('config') && !existsSync(USUAL_FILE)) return NO_CONFIG;
  const { text: path, where } = named ?? { text: USUAL_FILE, where: USUAL_FILE };
  // These take noticeably long to load, so they are loaded only if there is a file.
  const { refuseSpecialFile } = await import('./special-file.ts');
  const { readConfigFile } = await import('./config-file.ts');
  let text: string;
  try {
    await refuseSpecialFile(path);
    if ((await stat(path)).size > MAX_SIZE) return refused(where, 'This file is too large.', 'Check the path.');
    text = await readFile(path, 'utf8');
  } catch (error) {
    const { readingProblem } = await import('#sources/reading-problem.ts');
    const { what, hint } = readingProblem(error, path, 0);
    return refused(named === undefined ? path : `${where}: ${path}`, what, hint);
  }
  const read = readConfigFile({ path, text, environment });
  const own = { text: resolve(path), written: path, where: USUAL_FILE };
  const problems = read.problems.map(({ file, line, where: key, code, what, hint }) => {
    const place = line === 0 ? file : `${file}:${String(line)}`;
    return { code, where: key === '' ? place : `${place}: ${key}`, what, hint };
  });
  return { values: new Map([...read.values, ['config', own]]), problems };
}

/**
 * Variables for child processes, so that all have the same settings even if the file changes or
 * disappears.
 */
export function variablesOf(config: ConfigValues, flags: Flags, environment: Environment): Record<string, string> {
  const used = [...config].filter(
    // Child processes do not get the flag that named it.
    ([name, value]) => name === 'config' || givenText(name, flags, environment, config) === value,
  );
  return Object.fromEntries(used.map(([name, { text }]) => [SETTINGS[name].variable, text]));
}

function refused(where: string, what: string, hint: string): ConfigRead {
  return { values: new Map(), problems: [{ code: 'bad-config-file', where, what, hint }] };
}
