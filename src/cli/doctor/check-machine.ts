import { access, constants, readdir, stat, statfs } from 'node:fs/promises';
import { freemem } from 'node:os';
import { dirname, join } from 'node:path';
import { FILES_NEEDED, openFilesLimit } from '#server/http/connections.ts';
import { folderOf } from '#store/open.ts';
import { codeOf } from '#catalogue/error-code.ts';
import { copiesFolder, wantedFolder } from '#replica/copy-folder.ts';
import type { Settings } from '../settings/settings.ts';
import { memory } from '../small-heap.ts';
import { cores, WORKER_MEMORY, workersFor } from '../workers/cores.ts';
import { ok, problem, warning, type Finding } from './finding.ts';

const MEBIBYTE = 1024 * 1024;
/** An import needs at least this much. */
const MIN_FREE = 200 * MEBIBYTE;
/** Times the size of an SQLite database: at most its copy, twice while that is made anew, and three times the rendered talks. */
const COPY_ROOM = 17;
/** Years after which time zone rules are out of date: several zones change each year. */
const OLD_ZONES = 2;

/** Files, disk, processes and time zones of this machine. */
export async function* checkMachine(settings: Settings, now: Date): AsyncGenerator<Finding> {
  yield* checkFolders(settings);
  const files = openFilesLimit();
  if (files < FILES_NEEDED) {
    const what = `a process may open ${String(files)} files, and needs ${String(FILES_NEEDED)}`;
    yield problem('open files', what, 'Raise the limit: ulimit -n, or LimitNOFILE in a systemd unit.');
  } else yield ok('open files', `${files === Infinity ? 'no limit' : String(files)} for each process`);
  yield roomForWorkers(settings);
  yield zones(settings.timeZone, now);
}

async function* checkFolders(settings: Settings): AsyncGenerator<Finding> {
  const { database: address, cacheFolder } = settings;
  const database = folderOf(address);
  const cache = copiesFolder(address, cacheFolder);
  const size = database === undefined ? 0 : await sizeOf(address);
  const forCopy = Math.max(0, COPY_ROOM * size - (await sizeOfFiles(wantedFolder(address, cacheFolder))));
  if (database !== undefined) {
    yield await writable('database file', address.replace(/^sqlite:/, ''));
    // An import writes its changes beside the file; a backup is as large as the file.
    const wanted = 2 * size + (cache === database ? forCopy : 0);
    yield await room('disk of the database', database, Math.max(MIN_FREE, wanted));
  }
  yield await writable('cache folder', await existing(cache));
  if (cache !== database)
    yield await room('disk of the cache folder', await existing(cache), Math.max(MIN_FREE, forCopy));
}

/** The folder, or the one that a server would make it in. */
async function existing(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  );
  return isThere || dirname(folder) === folder ? folder : existing(dirname(folder));
}

/** In bytes; 0 if there is no such folder. */
async function sizeOfFiles(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** In bytes; 0 if there is no file yet. */
async function sizeOf(database: string): Promise<number> {
  return (await stat(database.replace(/^sqlite:/, '')).catch(() => undefined))?.size ?? 0;
}

async function writable(about: string, path: string): Promise<Finding> {
  try {
    await access(path, constants.R_OK | constants.W_OK);
    return ok(about, `${path} can be read and written`);
  } catch (error) {
    if (codeOf(error) === 'ENOENT')
      return warning(about, `${path} does not exist`, 'An import creates a database file; create a folder by hand.');
    return problem(
      about,
      `${path} cannot be written by this user`,
      'Change its owner or permissions, or run as its owner.',
    );
  }
}

async function room(about: string, folder: string, wanted: number): Promise<Finding> {
  const free = await statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => undefined,
  );
  if (free === undefined) return warning(about, `the free space in ${folder} is unknown`, 'Check with df.');
  const what = `${mebibytes(free)} free in ${folder}`;
  if (free >= wanted) return ok(about, what);
  const finding = free < MIN_FREE ? problem : warning;
  return finding(about, what, `Free up space: at least ${mebibytes(wanted)} are needed.`);
}

function roomForWorkers(settings: Settings): Finding {
  const [processors, bytes, free] = [cores(), memory(), freemem()];
  const workers = settings.workers ?? workersFor(processors, bytes);
  const what =
    `${mebibytes(bytes)} of memory, ${mebibytes(free)} of it free, and ${String(processors)} processors, ` +
    `for ${workers === 1 ? 'a single process' : `${String(workers)} workers`}`;
  if (workers > 1 && workers * WORKER_MEMORY > bytes) {
    const fewer = String(workersFor(workers, bytes));
    return warning('machine', what, `Workers may be killed while something is imported: set --workers ${fewer}.`);
  }
  if (free > MIN_FREE) return ok('machine', what);
  return warning('machine', what, 'Stop other programs, or use fewer --workers.');
}

/** The release of the time zone rules in this Node, such as 2026a. */
function zones(timeZone: string, now: Date): Finding {
  const version = process.versions.tz ?? '';
  const year = Number(version.slice(0, 4));
  const what = `time zones of ${version === '' ? 'an unknown release' : version}; it is ${localTime(timeZone, now)} in ${timeZone}`;
  if (year >= now.getUTCFullYear() - OLD_ZONES) return ok('clock and time zones', what);
  return warning(
    'clock and time zones',
    what,
    'Install a newer release of the same Node version, which has current time zone rules.',
  );
}

function localTime(timeZone: string, now: Date): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(now);
}

function mebibytes(bytes: number): string {
  return `${String(Math.floor(bytes / MEBIBYTE))} MiB`;
}
