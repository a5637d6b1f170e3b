import { open } from 'node:fs/promises';
import type { LocatedProblem } from '#catalogue/problem.ts';
import { refuseSpecial } from '#sources/file-input.ts';
import { ReadingFailure, readingProblem } from '#sources/reading-problem.ts';

/** What a shell passes for `<(command)`, and standard input: these already have a writer. */
const INHERITED = /^\/dev\/stdin$|^\/(?:dev|proc\/self)\/fd\/\d{1,9}$/;

/** Bytes: far more than people write. */
const MAX_SIZE = 16 * 1024 * 1024;

/**
 * Call before opening a file that a setting names.
 *
 * @throws ReadingFailure, or errors of the file system
 */
export async function refuseSpecialFile(path: string): Promise<void> {
  if (!INHERITED.test(path)) await refuseSpecial(path, 'Name a regular file.');
}

/**
 * The text of a file that a setting names, or why it is not read.
 *
 * @param hint what to do if it is too large
 *
 * @throws errors of the file system
 */
export async function settingFileText(path: string, hint: string): Promise<string | LocatedProblem> {
  try {
    await refuseSpecialFile(path);
  } catch (error) {
    if (error instanceof ReadingFailure) return readingProblem(error, path, 0);
    throw error;
  }
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size <= MAX_SIZE) return await file.readFile('utf8');
    const what = `It is larger than ${MAX_SIZE / 1024 / 1024} MiB.`;
    return { code: 'too-large', where: '', what, hint, file: path, line: 0 };
  } finally {
    await file.close();
  }
}
