import { refuseSpecial } from '#sources/file-input.ts';

/** What a shell passes for `<(command)`, and standard input: somebody writes to it already. */
const INHERITED = /^\/dev\/stdin$|^\/(?:dev|proc\/self)\/fd\/\d{1,9}$/;

/** To be called before opening a file that a setting names. @throws ReadingFailure, or what the disk says */
export async function refuseSpecialFile(path: string): Promise<void> {
  if (!INHERITED.test(path)) await refuseSpecial(path, 'Name a regular file.');
}
