import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { folderOf, sqliteFileOf } from '#store/open.ts';
import { codeOf } from '#catalogue/error-code.ts';
import { cacheFolderOf } from '../settings/fetching.ts';
import type { Settings } from '../settings/settings.ts';
import { ok, problem, warning, type Finding } from './finding.ts';

const READ = 0o004;
const WRITE = 0o002;
const ENTER = 0o001;
/** In such a folder, only the owner of a file may replace it. */
const STICKY = 0o1000;

type Placed = Pick<Settings, 'database' | 'cacheFolder' | 'config' | 'sources' | 'corrections'>;

/** Whether other users of this machine may read or write the files of this catalogue. */
export async function* checkAccess(settings: Placed): AsyncGenerator<Finding> {
  const { database, config, sources, corrections } = settings;
  // SQLite gives the files beside it the same permissions.
  const file = sqliteFileOf(database) ?? null;
  const files = new Set([file, config, sources, corrections].filter((path) => path !== null));
  const folders = new Set(
    [folderOf(database), await cacheFolderOf(settings)].filter((path) => typeof path === 'string'),
  );
  const found = [
    ...(await Promise.all([...files].map(ofFile))),
    ...(await Promise.all([...folders].map(ofFolder))),
  ].filter((finding) => finding !== undefined);
  yield* found;
  if (found.length === 0 && files.size + folders.size > 0)
    yield ok('access', 'other users of this machine may neither read nor write the files of this catalogue');
}

/** They have private lists, tokens and passwords. */
async function ofFile(path: string): Promise<Finding | undefined> {
  const mode = await openTo(path);
  if (mode === undefined || (mode & (READ | WRITE)) === 0) return undefined;
  const [finding, may] =
    (mode & WRITE) === 0 ? [warning, 'read'] : [problem, (mode & READ) === 0 ? 'write' : 'read and write'];
  return finding('access', `every user of this machine may ${may} ${path} (${octal(mode)})`, `chmod o= ${path}`);
}

async function ofFolder(path: string): Promise<Finding | undefined> {
  const mode = await openTo(path);
  if (mode === undefined || (mode & WRITE) === 0) return undefined;
  const what = `every user of this machine may create files in ${path} (${octal(mode)})`;
  const hint = `chmod o-w ${path}, or use a folder of the user that runs lectern serve.`;
  return (mode & STICKY) === 0 ? problem('access', what, hint) : warning('access', what, hint);
}

/** Permissions of what others can reach, because they may enter every folder above it; undefined if they cannot. */
async function openTo(path: string): Promise<number | undefined> {
  try {
    const real = await realpath(path);
    for (let at = real; at !== dirname(at);) {
      at = dirname(at);
      if (((await stat(at)).mode & ENTER) === 0) return undefined;
    }
    return (await stat(real)).mode & 0o7777;
  } catch (error) {
    // What this user cannot reach is reported where it is read.
    if (codeOf(error) === undefined) throw error;
    return undefined;
  }
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}
