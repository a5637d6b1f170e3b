import { chownSync, mkdtempSync, readdirSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unprivileged } from './account.ts';
import { forget, keep } from './keeper.ts';

/** A new temporary folder, owned by the account that runs servers. Removed when this process ends. */
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

/** Gives a folder and its contents to the account that runs servers. */
export function handOver(folder: string): void {
  const account = unprivileged();
  if (account === undefined) return;
  for (const path of [folder, ...readdirSync(folder, { recursive: true }).map((name) => join(folder, String(name)))]) {
    chownSync(path, account.uid, account.gid);
  }
}
