import { chownSync, mkdtempSync, readdirSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unprivileged } from './account.ts';
import { forget, keep } from './keeper.ts';

/** A new folder under the system's temporary one, of those who run servers, gone when this process is. */
export function ownedFolder(name: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `lectern-${name}-`)));
  keep({ kind: 'folder', what: folder });
  const account = unprivileged();
  if (account !== undefined) chownSync(folder, account.uid, account.gid);
  return folder;
}

export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  forget({ kind: 'folder', what: folder });
}

/** Makes a folder and all that is in it theirs. */
export function handOver(folder: string): void {
  const account = unprivileged();
  if (account === undefined) return;
  for (const path of [folder, ...readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))]) {
    chownSync(path, account.uid, account.gid);
  }
}
