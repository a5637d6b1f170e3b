import { access, constants, readdir, realpath, stat, statfs } from 'node:fs/promises';
import { type IncomingMessage, request as overHttp } from 'node:http';
import { request as overHttps } from 'node:https';
import { freemem } from 'node:os';
import { dirname, join } from 'node:path';
import { codeOf } from '#catalogue/error-code.ts';
import { CHANGED_FORMAT } from '#harvest/reading/source-change.ts';
import { acceptCommand } from '#harvest/reading/source-name.ts';
import { isAhead } from '#harvest/sync/schedule.ts';
import type { ConfiguredSource } from '#harvest/sync/sources-file.ts';
import { copiesFolder, wantedFolder } from '#replica/copy-folder.ts';
import { FILES_NEEDED, openFilesLimit } from '#server/http/connections.ts';
import { folderOf, sqliteFileOf } from '#store/open.ts';
import type { ListedSource } from '#store/source-states.ts';
import type { Store } from '#store/store.ts';
import { correctionsAt } from '../corrections/corrections-file.ts';
import { firstDamage, withStore } from '../with-store.ts';
import { counted } from '../reports/report.ts';
import { cacheFolderOf } from '../settings/fetching.ts';
import type { Settings } from '../settings/settings.ts';
import { memory } from '../small-heap.ts';
import { cores, WORKER_MEMORY, workersFor } from '../workers/cores.ts';
import { type Finding, ok, problem, skipped, warning } from './finding.ts';

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

const DAY = 86_400_000;
/** Failures in a row that are no longer a coincidence. */
const MANY_FAILURES = 3;

const SOURCES_HINT = 'Run lectern sources to see the reason.';

/** State of the sources: which fail, which were never read, and which are overdue. */
export function checkSources(
  listed: readonly ListedSource[],
  configured: readonly ConfiguredSource[],
  now: Date,
): readonly Finding[] {
  const states = new Map(listed.map(({ name, state }) => [name, state]));
  const findings = configured.flatMap(({ name }): readonly Finding[] => {
    const state = states.get(name);
    const about = `source ${name}`;
    if (state?.lastAttempt === null || state === undefined) {
      return [warning(about, 'was never read', 'Run lectern sync, or lectern serve with --sources.')];
    }
    if (state.held !== null) {
      const { missing, of } = state.held;
      const what = `is held: ${String(missing)} of its ${String(of)} upcoming talks are missing`;
      return [warning(about, what, `Check the source. If they should go, run ${acceptCommand(name, ['loss'])}.`)];
    }
    const changed = state.problems.find(({ code }) => code === CHANGED_FORMAT);
    if (changed !== undefined) return [warning(about, changed.what, changed.hint)];
    if (state.failures > MANY_FAILURES)
      return [warning(about, `has failed ${String(state.failures)} times in a row`, SOURCES_HINT)];
    if (state.nextRun !== null && Date.parse(state.nextRun) < now.getTime() - DAY)
      return [
        warning(
          about,
          `was due at ${state.nextRun}`,
          'Check that lectern serve runs with --sources, or that a timer runs lectern sync.',
        ),
      ];
    return [];
  });
  if (configured.length > 0 && findings.length === 0) {
    const failed = configured.filter(({ name }) => (states.get(name)?.failures ?? 0) > 0).length;
    const last = failed === 0 ? 'none fails' : `${String(failed)} failed last time, and will be retried`;
    findings.push(ok('sources', `${String(configured.length)} configured, ${last}`));
  }
  const ahead = listed.find(({ state }) => isAhead(state?.lastAttempt ?? null, now));
  if (ahead !== undefined) {
    const what = `the source ${ahead.name} was read at ${ahead.state?.lastAttempt ?? ''}, and here it is ${now.toISOString()}`;
    findings.push(
      warning('clock', what, 'Synchronise the clock of this machine, or of the one that synced, with NTP.'),
    );
  }
  return findings;
}

interface DatabaseRequest {
  readonly database: string;
  readonly sources: readonly ConfiguredSource[];
  readonly isFull: boolean;
  readonly now: Date;
  readonly signal: AbortSignal;
}

/** Whether the database can be read and is undamaged, and the state of its sources. */
export async function* checkDatabase(request: DatabaseRequest): AsyncGenerator<Finding> {
  const { StoreUnavailable } = await import('#store/store.ts');
  const { database, sources, isFull, now, signal } = request;
  const findings: Finding[] = [];
  try {
    await withStore(database, 'read', async (store) => {
      const { version, isReplica } = await store.state();
      findings.push(
        ok('database', `answers; version ${String(version)} of the catalogue${isReplica ? ', on a standby' : ''}`),
      );
      findings.push(...(await integrityOf(store, isFull, signal)));
      findings.push(...checkSources(await store.sources.list(), sources, now));
    });
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    // Its message says what to do.
    findings.push(problem('database', error.message));
  }
  yield* findings;
}

async function integrityOf(store: Store, isFull: boolean, signal: AbortSignal): Promise<readonly Finding[]> {
  const what = (await damageAtStart(store, signal)) ?? (isFull ? await firstDamage(store, signal) : undefined);
  if (what !== undefined) {
    const hint = 'List all damage with lectern check; then restore a backup, or import the records again.';
    return [problem('integrity', `damaged: ${what}`, hint)];
  }
  if (isFull) return [ok('integrity', 'every record matches its checksum')];
  return [
    ok('integrity', 'what lectern serve reads when it starts is undamaged'),
    skipped('records', 'not read; --full compares each with its checksum'),
  ];
}

/** The first damage that a server would find when it starts: it builds an index, and takes a quick look. */
async function damageAtStart(store: Store, signal: AbortSignal): Promise<string | undefined> {
  for await (const { what } of store.findDamage('quick', signal)) return what;
  const { applyChanges } = await import('#search/index/apply-changes.ts');
  let first: string | undefined;
  const changes = await store.changes(null, ({ what }) => (first ??= what));
  try {
    const { isDamaged } = await applyChanges(undefined, changes);
    signal.throwIfAborted();
    return first ?? (isDamaged ? 'a talk refers to a record that is missing.' : undefined);
  } finally {
    changes.close();
  }
}

/** Whether the file of corrections can be applied; no finding if none is given. */
export async function* checkCorrectionsFile({
  corrections: path,
  timeZone,
}: Pick<Settings, 'corrections' | 'timeZone'>): AsyncGenerator<Finding> {
  if (path === null) return;
  const about = 'corrections';
  try {
    const read = await correctionsAt(path, { timeZone });
    if (read.ok === 'missing')
      yield ok(about, `${path} does not exist; lectern hide, cancel, edit and feature will create it`);
    else if (read.ok) yield ok(about, `${counted(read.corrections.length, 'talk')} corrected by ${path}`);
    else {
      const what = `${path} has ${counted(read.problems.length, 'problem')}; the previous corrections stay in effect`;
      yield problem(about, what, `List them with lectern check ${path}`);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    yield problem(
      about,
      `${path} cannot be read: ${reason}`,
      'Change its owner or permissions, or choose another file.',
    );
  }
}

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

/** Milliseconds. */
const PATIENCE = 10_000;
/** Bytes of a body that are read. */
const MAX_READ = 64 * 1024;
/** Milliseconds by which clocks may differ. */
const SKEW = 60_000;

interface Answered {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

/**
 * Whether readers reach this service at its public address, and what the proxies in between do to
 * responses.
 */
export async function* checkAddress(baseUrl: string): AsyncGenerator<Finding> {
  const about = 'public address';
  let api: Answered;
  try {
    api = await ask(`${baseUrl}/api`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    yield problem(
      about,
      `${baseUrl} cannot be reached: ${reason}`,
      'Check the proxy, DNS and certificates, and that lectern serve is running.',
    );
    return;
  }
  if (api.status !== 200 || !api.text.includes('events_search')) {
    yield problem(
      about,
      `${baseUrl}/api answers with status ${String(api.status)}, but not as Lectern would`,
      'Check that the proxy forwards every path, and that --base-url has the right path.',
    );
    return;
  }
  yield ok(about, `${baseUrl} leads to Lectern`);
  if (!api.text.includes(`"${baseUrl}/api/talks/search`)) {
    yield problem(about, 'links begin with a different address', 'Give lectern serve the same --base-url as here.');
  }
  const page = await ask(`${baseUrl}/`, { 'accept-encoding': 'gzip' }).catch(() => undefined);
  if (page?.status === 200 && page.headers['content-encoding'] === undefined)
    yield warning('compression', 'pages arrive uncompressed', 'Configure the proxy to forward Accept-Encoding.');
  const metrics = await ask(`${baseUrl}/metrics`).catch(() => undefined);
  if (metrics?.status === 200)
    yield warning(
      'metrics',
      'anyone can read /metrics at the public address',
      'Do not forward that path in the proxy.',
    );
  const date = Date.parse(api.headers.date ?? '');
  const late = Math.abs(Date.now() - date);
  if (late > SKEW) {
    const what = `differs by ${String(Math.round(late / 1000))} seconds from that of ${baseUrl}`;
    yield warning('clock', what, 'Synchronise the clocks with NTP.');
  }
}

function ask(address: string, headers: Readonly<Record<string, string>> = {}): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const send = address.startsWith('https:') ? overHttps : overHttp;
    const sent = send(address, { headers, signal: AbortSignal.timeout(PATIENCE) }, (response) => {
      const pieces: Buffer[] = [];
      let length = 0;
      const finish = (): void => {
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(pieces).toString(),
        });
      };
      response.on('data', (piece: Buffer) => {
        pieces.push(piece);
        length += piece.length;
        if (length > MAX_READ) {
          finish();
          response.destroy();
        }
      });
      response.on('end', finish);
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end();
  });
}
