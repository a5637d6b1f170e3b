import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** What `npm pack` prints about a package. */
interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

export async function npm(args: readonly string[], cwd?: string): Promise<string> {
  const { stdout } = await promisify(execFile)('npm', args, { cwd, encoding: 'utf8' });
  return stdout;
}

/** Packs the build into a folder. */
export async function pack(folder: string): Promise<Packed> {
  const printed = await npm(['pack', '--ignore-scripts', '--json', '--pack-destination', folder]);
  // A list or an object with a member per package: versions of npm differ.
  const [packed] = Object.values(JSON.parse(printed) as Readonly<Record<string, Packed>>);
  assert.ok(packed);
  return packed;
}
