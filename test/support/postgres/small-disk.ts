import { spawnSync } from 'node:child_process';
import { chownSync, closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { unprivileged } from './account.ts';
import { forget, keep } from './keeper.ts';
import { ownedFolder, removeFolder } from './owned-folder.ts';

/** Why tests that need a small disk are skipped; false if they run. */
export function withoutSmallDisk(): string | false {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'only root on Linux may mount a small disk';
  const folder = ownedFolder('disk');
  const reason = mount(folder, 1);
  if (reason === undefined) spawnSync('umount', [folder]);
  rmSync(folder, { recursive: true });
  forget({ kind: 'folder', what: folder });
  return reason === undefined ? false : `no small disk may be mounted here: ${reason}`;
}

/** A file system in memory, of a given size in MiB. */
export class SmallDisk {
  readonly folder: string;

  constructor(mebibytes: number) {
    this.folder = ownedFolder('disk');
    const reason = mount(this.folder, mebibytes);
    if (reason !== undefined) throw new Error(reason);
    keep({ kind: 'mount', what: this.folder });
    const account = unprivileged();
    if (account !== undefined) chownSync(this.folder, account.uid, account.gid);
  }

  /** Fills the disk. */
  fill(): void {
    const file = openSync(join(this.folder, 'filler'), 'a');
    try {
      for (const size of [1 << 20, 1 << 12, 1]) writeUntilFull(file, Buffer.alloc(size));
    } finally {
      closeSync(file);
    }
  }

  /** Frees the space that `fill` used. */
  free(): void {
    rmSync(join(this.folder, 'filler'), { force: true });
  }

  async remove(): Promise<void> {
    spawnSync('umount', ['--lazy', this.folder]);
    forget({ kind: 'mount', what: this.folder });
    await removeFolder(this.folder);
  }
}

function writeUntilFull(file: number, bytes: Buffer): void {
  try {
    for (;;) writeSync(file, bytes);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}

/** Returns why mounting failed; undefined if it succeeded. */
function mount(folder: string, mebibytes: number): string | undefined {
  const { status, stderr, error } = spawnSync(
    'mount',
    ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'lectern-test', folder],
    { encoding: 'utf8' },
  );
  if (error !== undefined) return error.message;
  return status === 0 ? undefined : stderr.trim();
}
