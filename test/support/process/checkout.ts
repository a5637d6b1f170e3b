import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { temporaryFolder } from '../folder.ts';

/**
 * Makes a folder with copies of these files and folders, and with links to all installed packages that `leavesOut` does
 * not reject.
 */
export function checkout(names: readonly string[], leavesOut: (packageName: string) => boolean): string {
  const folder = join(temporaryFolder(), 'lectern');
  const link = (name: string): void => {
    if (leavesOut(name)) return;
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name));
  };
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  for (const name of names) cpSync(name, join(folder, name), { recursive: true });
  for (const name of readdirSync('node_modules')) {
    if (name.startsWith('@')) {
      mkdirSync(join(folder, 'node_modules', name));
      for (const inner of readdirSync(join('node_modules', name))) link(`${name}/${inner}`);
    } else if (!name.startsWith('.')) link(name);
  }
  return folder;
}
