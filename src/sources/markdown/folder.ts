import { lstat, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { codeOf } from '#catalogue/error-code.ts';
import { fileFailure } from '../file-failure.ts';
import { ReadingFailure } from '../reading-problem.ts';

/** Limits on a folder: levels, files, and bytes in all. */
const DEEPEST = 16;
const MAX_FILES = 10_000;
const LARGEST = 64 * 1024 * 1024;
/** Folders and files that are listed, of any kind: a whole disk has millions. */
const MAX_LISTED = 20_000;

/** Names of files that may have front matter. */
export const MARKDOWN_FILE = /\.(?:md|markdown|mdown|mkd|mdx|qmd|rmd)$/i;

/**
 * The Markdown files of a folder as a zip archive, the same bytes as long as the files are the same. Links are not
 * followed, and hidden folders and those of packages are not entered.
 *
 * @throws ReadingFailure, or the system's error
 */
export async function* folderArchive(path: string): AsyncGenerator<Buffer> {
  const { ZipFile } = await import('yazl').catch(() => {
    throw new ReadingFailure(
      fileFailure('not-installed', NOT_INSTALLED, 'Install Lectern without --omit=optional.').problem,
    );
  });
  const archive = new ZipFile();
  let size = 0;
  let count = 0;
  for await (const name of markdownFiles(path)) {
    const file = join(path, name);
    size += (await lstat(file)).size;
    if (++count > MAX_FILES || size > LARGEST) throw tooLarge();
    archive.addBuffer(await readFile(file), name, { mtime: WRITTEN, compress: false });
  }
  archive.end();
  yield* Readable.from(archive.outputStream) as AsyncIterable<Buffer>;
}

const NOT_INSTALLED = 'A folder cannot be read, because the optional package yazl is not installed.';
/** The same for all files, so that the archive changes only with their content. */
const WRITTEN = new Date(Date.UTC(2000, 0, 1, 12));

/** Paths within the folder, in the order of their names. */
async function* markdownFiles(root: string): AsyncGenerator<string> {
  let listed = 0;
  const folders = [''];
  for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
      if (folder === '') throw error;
      const what = `The folder ${folder} in it cannot be read (${codeOf(error)}).`;
      throw new ReadingFailure({ code: 'unreadable-file', where: '', what, hint: HINT });
    });
    listed += entries.length;
    if (listed > MAX_LISTED) throw tooMany();
    const inside: string[] = [];
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile() && MARKDOWN_FILE.test(entry.name)) yield path;
      else if (entry.isDirectory() && !/^(?:\.|node_modules$)/.test(entry.name)) inside.push(path);
    }
    if (inside.length > 0 && folder.split('/').length >= DEEPEST) throw tooLarge();
    folders.unshift(...inside);
  }
}

function tooLarge(): ReadingFailure {
  const what = `The folder has more than ${MAX_FILES.toLocaleString('en')} Markdown files, ${LARGEST / 1024 / 1024} MiB of them, or more than ${DEEPEST} levels.`;
  return new ReadingFailure({ code: 'too-large', where: '', what, hint: HINT });
}

function tooMany(): ReadingFailure {
  const what = `The folder has more than ${MAX_LISTED.toLocaleString('en')} files and folders.`;
  return new ReadingFailure({ code: 'too-large', where: '', what, hint: HINT });
}

const HINT = 'Name the folder that has the talks.';
