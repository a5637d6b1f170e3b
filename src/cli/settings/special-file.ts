import { refuseSpecial } from '#sources/file-input.ts';

/** What a shell passes for `<(command)`, and standard input: these already have a writer. */
const INHERITED = /^\/dev\/stdin$|^\/(?:dev|proc\/self)\/fd\/\d{1,9}$/;

/**
 * Call before opening a file that a setting names.
 *
 * @throws ReadingFailure, or errors of the file system
 */
export async function refuseSpecialFile(path: string): Promise<void> {
  if (!INHERITED.test(path)) await refuseSpecial(path, 'Name a regular file.');
}
