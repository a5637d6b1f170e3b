import { lstat, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { codeOf } from '#catalogue/error-code.ts';
import { unaccented } from '#catalogue/folding.ts';
import { fileFailure } from '../file-failure.ts';
import { ReadingFailure } from '../reading-problem.ts';
import folders from './folders-of-talks.json' with { type: 'json' };

/** Limits on a folder: levels, files, and bytes in all. */
const DEEPEST = 16;
const MAX_FILES = 10_000;
const LARGEST = 64 * 1024 * 1024;
/** Folders and files that are listed, of any kind: a whole disk has millions. */
const MAX_LISTED = 20_000;

/** Names of files that may have front matter. */
export const MARKDOWN_FILE = /\.(?:md|markdown|mdown|mkd|mdx|qmd|rmd)$/i;
/** Files of Hugo and Jekyll that may name the default language of a site. */
export const SITE_CONFIG = /(?:^|\/)(?:(?:hugo|config|languages)\.(?:toml|ya?ml|json)|_config\.ya?ml)$/i;

/** Hugo has the text above a list of pages in `_index.md`. */
const NO_PAGE = /^(?:\.|_index\.)/i;
/** Hidden folders, packages, made sites, drafts of Jekyll, and templates and examples of Hugo. */
const ASIDE = /^(?:\..*|node_modules|_site|_drafts|archetypes|exampleSite)$/i;
/** Themes, which have examples, packages and made sites; not among the pages, where they are words. */
const ASIDE_OF_SITE = /^(?:themes|vendor|public)$/i;
const TALKS: ReadonlySet<string> = new Set(folders.map(unaccented));

export function isFolderOfTalks(name: string): boolean {
  return TALKS.has(unaccented(name).replace(/^_/, ''));
}

/** Whether it is such a file, at the top of a folder or archive. @param path within it, with slashes */
export function isSiteConfig(path: string): boolean {
  return SITE_CONFIG.test(path) && /^(?:config\/_default\/)?[^/]+$/i.test(path);
}

/** Whether a file of a folder or archive may have a talk. @param path within it, with slashes */
export function mayBeTalk(path: string): boolean {
  const names = path.split('/');
  const file = names.pop() ?? '';
  return MARKDOWN_FILE.test(file) && !NO_PAGE.test(file) && !isAside(names);
}

function isAside(names: readonly string[]): boolean {
  const pages = names.findIndex((name) => name.toLowerCase() === 'content' || isFolderOfTalks(name));
  const ofSite = pages === -1 ? names : names.slice(0, pages);
  return names.some((name) => ASIDE.test(name)) || ofSite.some((name) => ASIDE_OF_SITE.test(name));
}

/**
 * The Markdown files of a folder, and what names their default language, as a zip archive, the same bytes as long as the files are the same, in one folder as
 * in the archive of a repository. Links are not followed, and folders that have no talks are not entered.
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
    if (++count > MAX_FILES) throw tooLarge(`${MAX_FILES.toLocaleString('en')} Markdown files`);
    if (size > LARGEST) throw tooLarge(`${LARGEST / 1024 / 1024} MiB of Markdown files`);
    archive.addBuffer(await readFile(file), `folder/${name}`, { mtime: WRITTEN, compress: false });
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
    if (listed > MAX_LISTED) throw tooLarge(`${MAX_LISTED.toLocaleString('en')} files and folders`);
    const inside: string[] = [];
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile() && (mayBeTalk(path) || isSiteConfig(path))) yield path;
      else if (entry.isDirectory() && !isAside(path.split('/'))) inside.push(path);
    }
    if (inside.length > 0 && folder.split('/').length >= DEEPEST) throw tooLarge(`${DEEPEST} levels`);
    folders.unshift(...inside);
  }
}

function tooLarge(limit: string): ReadingFailure {
  return new ReadingFailure({
    code: 'too-large',
    where: '',
    what: `The folder has more than ${limit}.`,
    hint: HINT,
  });
}

const HINT = 'Name the folder that has the talks.';
