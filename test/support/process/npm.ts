import { execFile, type ExecFileOptions } from 'node:child_process';
import { promisify } from 'node:util';
import { textAt, valueAt } from '../json-value.ts';

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
