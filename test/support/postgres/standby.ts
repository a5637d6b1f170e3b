import { execFile } from 'node:child_process';
import { appendFile, chown, copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../http/free-port.ts';
import { unprivileged } from './account.ts';
import { ADMINISTRATOR, PASSWORD } from './database-folder.ts';
import { ownedFolder } from './owned-folder.ts';
import { baseBackupProgram } from './programs.ts';
import { PostgresServer } from './server.ts';

/** How the base backup of a standby is made: with `pg_basebackup` if installed, otherwise with the low-level API. */
export type CopiedBy = 'pg_basebackup' | 'pg_backup_start and pg_backup_stop';

/** Starts a hot standby that streams from `primary`. */
export async function standbyOf(primary: PostgresServer): Promise<PostgresServer> {
  const { version, programs } = primary;
  const folder = ownedFolder('standby');
  const standby = new PostgresServer({ version, programs, folder, port: await freePort() });
  const program = baseBackupProgram(version);
  if (program === undefined) await copyByHand(primary, standby.data);
  else await copyByProgram(program, primary, standby.data);
  await standby.start();
  return standby;
}

export function copiedBy(server: PostgresServer): CopiedBy {
  return baseBackupProgram(server.version) === undefined ? 'pg_backup_start and pg_backup_stop' : 'pg_basebackup';
}

/** `primary_conninfo` of a standby. */
export function connectionTo({ host, port }: PostgresServer): string {
  return `host=${host} port=${port} user=${ADMINISTRATOR} password=${PASSWORD}`;
}

async function copyByProgram(program: string, primary: PostgresServer, data: string): Promise<void> {
  const target = ['--host', primary.host, '--port', String(primary.port), '--username', ADMINISTRATOR];
  const how = ['--write-recovery-conf', '--wal-method=stream', '--checkpoint=fast', '--no-sync'];
  await promisify(execFile)(program, [...target, ...how, '--pgdata', data], {
    cwd: '/',
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', PGPASSWORD: PASSWORD },
    ...unprivileged(),
  });
}

/** Folders that are created empty in the copy. */
const OWN = new Set(['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp']);
/** Files that are not copied. */
const LEFT_OUT = /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*)$/;

/**
 * Makes a base backup with the low-level API, as described in PostgreSQL's manual. Changes made meanwhile are streamed.
 */
async function copyByHand(primary: PostgresServer, data: string): Promise<void> {
  await primary.session(async (client) => {
    await client.query(`SELECT pg_backup_start('standby', true)`);
    await copyFolder(primary.data, data);
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    await own(join(data, 'backup_label'), (path) => writeFile(path, rows[0]?.labelfile ?? ''));
  });
  await own(join(data, 'standby.signal'), (path) => writeFile(path, ''));
  await appendFile(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${connectionTo(primary)}'\n`);
}

async function copyFolder(from: string, to: string): Promise<void> {
  await own(to, (path) => mkdir(path, { mode: 0o700 }));
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (OWN.has(entry.name)) await own(target, (path) => mkdir(path, { mode: 0o700 }));
    else if (entry.isDirectory()) await copyFolder(source, target);
    else if (!LEFT_OUT.test(entry.name)) await copyOneFile(source, target);
  }
}

/** Ignores a file that has been deleted meanwhile: the write-ahead log accounts for it. */
async function copyOneFile(source: string, target: string): Promise<void> {
  try {
    await own(target, (path) => copyFile(source, path));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

/** Creates a file or folder and gives it to the account that runs servers. */
async function own(path: string, make: (path: string) => Promise<unknown>): Promise<void> {
  await make(path);
  const account = unprivileged();
  if (account !== undefined) await chown(path, account.uid, account.gid);
}
