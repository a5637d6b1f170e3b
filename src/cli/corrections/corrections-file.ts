import { open } from 'node:fs/promises';
import type { LocatedProblem } from '#catalogue/problem.ts';
import type { CorrectionsFile } from '#harvest/corrections/corrections-file.ts';
import { ReadingFailure, readingProblem } from '#sources/reading-problem.ts';
import type { Settings } from '../settings/settings.ts';
import { refuseSpecialFile } from '../settings/special-file.ts';

/** Bytes: far more than any corrections need. */
const LARGEST = 16 * 1024 * 1024;

/** `missing`: the file does not exist, which is fine until something has been corrected. */
export type CorrectionsRead =
  | (Extract<CorrectionsFile, { ok: true }> & { readonly text: string })
  | Extract<CorrectionsFile, { ok: false }>
  | { readonly ok: 'missing' };

/**
 * Reads the file of --corrections.
 *
 * @throws errors of the file system, except for a missing file
 */
export async function correctionsAt(path: string, { timeZone }: Pick<Settings, 'timeZone'>): Promise<CorrectionsRead> {
  const text = await textOf(path);
  if (text === undefined) return { ok: 'missing' };
  if (typeof text !== 'string') return { ok: false, problems: [text] };
  const { readCorrectionsFile } = await import('#harvest/corrections/corrections-file.ts');
  const read = readCorrectionsFile({ path, text, zone: timeZone });
  return read.ok ? { ...read, text } : read;
}

async function textOf(path: string): Promise<string | LocatedProblem | undefined> {
  try {
    await refuseSpecialFile(path);
    const file = await open(path);
    try {
      const { size } = await file.stat();
      return size > LARGEST ? tooLarge(path) : await file.readFile('utf8');
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof ReadingFailure) return readingProblem(error, path, 0);
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function tooLarge(file: string): LocatedProblem {
  const what = `It is larger than ${LARGEST / 1024 / 1024} MiB.`;
  return { code: 'too-large', where: '', what, hint: 'Check the path.', file, line: 0 };
}
