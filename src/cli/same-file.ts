import { open } from 'node:fs/promises';
import { NOTHING_SAME, readSameLines } from '#harvest/reading/same-lines.ts';
import type { ReadSameLines } from '#harvest/reading/same-lines.ts';
import { ReadingFailure, readingProblem } from '#sources/reading-problem.ts';
import { refuseSpecialFile } from './settings/special-file.ts';

/** Bytes. */
const LARGEST = 16 * 1024 * 1024;

/**
 * Reads the file of --same.
 *
 * @param path null: no records are merged
 *
 * @throws errors of the file system
 */
export async function readSameFile(path: string | null): Promise<ReadSameLines> {
  if (path === null) return { ok: true, lines: NOTHING_SAME };
  try {
    await refuseSpecialFile(path);
  } catch (error) {
    if (!(error instanceof ReadingFailure)) throw error;
    return { ok: false, problems: [readingProblem(error, path, 0)], more: 0 };
  }
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size > LARGEST) return tooLarge(path);
    return readSameLines(path, await file.readFile('utf8'));
  } finally {
    await file.close();
  }
}

function tooLarge(file: string): ReadSameLines {
  const what = `It is larger than ${LARGEST / 1024 / 1024} MiB.`;
  const hint = 'Give a text file with a pair of identifiers per line.';
  return { ok: false, problems: [{ code: 'too-large', where: '', what, hint, file, line: 0 }], more: 0 };
}
