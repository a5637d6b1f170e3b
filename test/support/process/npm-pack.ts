import assert from 'node:assert/strict';
import { execFile, type ExecFileOptions } from 'node:child_process';
import { promisify } from 'node:util';
import { textAt, valueAt } from '../json-value.ts';

/** The output of `npm pack --json` for a package. */
interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/** Timeout of an npm command, in milliseconds. Commands take seconds but can hang forever. */
const LIMIT = 240_000;

/** Runs npm, or a program that runs npm, and returns its standard output. @throws if it fails or times out */
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

/** Packs the built package into a folder. */
export async function pack(folder: string): Promise<Packed> {
  const printed = await npm(['pack', '--ignore-scripts', '--json', '--pack-destination', folder]);
  // Depending on npm's version, this is an array or an object with one entry per package.
  const [packed] = Object.values(JSON.parse(printed) as Readonly<Record<string, Packed>>);
  assert.ok(packed);
  return packed;
}
