import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { LocatedProblem } from '#catalogue/problem.ts';
import type { Settings } from '../settings/settings.ts';
import { correctionsAt } from './corrections-file.ts';
import type { CorrectionsRead } from './corrections-file.ts';

interface CheckedCorrections {
  /** Files that are not corrections files. */
  readonly others: readonly string[];
  /** Talks that are corrected. */
  readonly talks: number;
  readonly problems: readonly LocatedProblem[];
}

type CheckSettings = Pick<Settings, 'corrections' | 'timeZone'>;

/**
 * Checks the corrections files among these files.
 *
 * @throws errors of the file system
 */
export async function checkCorrections(files: readonly string[], settings: CheckSettings): Promise<CheckedCorrections> {
  const others: string[] = [];
  const read: CorrectionsRead[] = [];
  for (const file of files) {
    if (await isCorrections(file, settings)) read.push(await correctionsAt(file, settings));
    else others.push(file);
  }
  return {
    others,
    talks: read.reduce((sum, one) => sum + (one.ok === true ? one.corrections.length : 0), 0),
    problems: read.flatMap((one) => (one.ok === false ? one.problems : [])),
  };
}

/** Bytes within which its list must begin. */
const HEAD = 65_536;

/**
 * The file of --corrections, or one that looks like a corrections file: a table may be YAML too.
 */
async function isCorrections(file: string, { corrections }: CheckSettings): Promise<boolean> {
  if (corrections !== null && resolve(file) === resolve(corrections)) return true;
  if (!/\.ya?ml$/i.test(file)) return false;
  try {
    const opened = await open(file);
    try {
      const { buffer, bytesRead } = await opened.read({ buffer: Buffer.alloc(HEAD), position: 0 });
      return /^corrections[ \t]*:/m.test(buffer.toString('utf8', 0, bytesRead));
    } finally {
      await opened.close();
    }
  } catch {
    // The reader that tries it next reports what is wrong.
    return false;
  }
}
