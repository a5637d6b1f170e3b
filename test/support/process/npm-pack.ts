import assert from 'node:assert/strict';
import { execFile, type ExecFileOptions } from 'node:child_process';
import { promisify } from 'node:util';
import { textAt, valueAt } from '../json-value.ts';

/** What `npm pack` prints about a package. */
interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/** Milliseconds for a command of npm, which takes seconds but may hang for ever. */
const LIMIT = 240_000;

/** Runs npm, or a program that runs it, and returns what it prints. @throws if it fails or hangs */
export async function runNpm(program: string, args: readonly string[], options: ExecFileOptions): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, {
      ...options,
      encoding: 'utf8',
      timeout: LIMIT,
      killSignal: 'SIGKILL',
    });
    return stdout;
  } catch (error) {
    if (valueAt(error, 'killed') !== true || valueAt(error, 'code') !== null) throw error;
    const said = textAt(error, 'stderr');
    throw new Error(`${program} ${args.join(' ')} was killed after ${String(LIMIT / 1000)} s: ${said}`, {
      cause: error,
    });
  }
}

export function npm(args: readonly string[], cwd?: string): Promise<string> {
  return runNpm('npm', args, { cwd });
}

/** Packs the build into a folder. */
export async function pack(folder: string): Promise<Packed> {
  const printed = await npm(['pack', '--ignore-scripts', '--json', '--pack-destination', folder]);
  // A list or an object with a member per package: versions of npm differ.
  const [packed] = Object.values(JSON.parse(printed) as Readonly<Record<string, Packed>>);
  assert.ok(packed);
  return packed;
}
