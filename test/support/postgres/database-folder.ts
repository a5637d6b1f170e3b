import { execFile } from 'node:child_process';
import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unprivileged } from './account.ts';
import type { Programs } from './programs.ts';

/** The superuser of the test servers; tests connect as `USER`. */
export const ADMINISTRATOR = 'postgres';
export const USER = 'lectern';
/** Does not occur in other text, so that tests can detect leaks into messages. Must be percent-encoded in addresses. */
export const PASSWORD = 'moss&fern/2%';

/** Fast, and with an unusual time zone and date style: Lectern's responses must not depend on the server's. */
const SETTINGS: Readonly<Record<string, string>> = {
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '32MB',
  max_connections: '60',
  wal_keep_size: '256MB',
  max_wal_size: '512MB',
  shared_memory_type: 'mmap',
  dynamic_shared_memory_type: 'mmap',
  timezone: 'Pacific/Auckland',
  datestyle: 'SQL, DMY',
  bytea_output: 'escape',
  log_line_prefix: '%m [%p] %q%u@%d ',
};

/**
 * Creates the data directory of a server; `settings` are added to its postgresql.conf. The collation is that of a human
 * language, as on most servers.
 */
export async function makeDatabaseFolder(
  programs: Programs,
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const passwordFile = `${folder}.password`;
  await writeFile(passwordFile, PASSWORD, { mode: 0o644 });
  const options = {
    pgdata: folder,
    username: ADMINISTRATOR,
    auth: 'scram-sha-256',
    pwfile: passwordFile,
    encoding: 'UTF8',
    locale: 'C',
    'locale-provider': 'icu',
    'icu-locale': 'en-GB',
  };
  const args = [
    ...Object.entries(options).map(([name, value]) => `--${name}=${value}`),
    '--no-sync',
    '--no-instructions',
  ];
  const libraries = programs.libraries === undefined ? {} : { LD_LIBRARY_PATH: programs.libraries };
  await promisify(execFile)(join(programs.folder, 'initdb'), args, {
    cwd: '/',
    env: { PATH: process.env.PATH ?? '', LC_ALL: 'C', ...libraries },
    ...unprivileged(),
  });
  await rm(passwordFile);
  const lines = Object.entries({ ...SETTINGS, ...settings }).map(([name, value]) => `${name} = '${value}'\n`);
  await appendFile(join(folder, 'postgresql.conf'), lines.join(''));
}
