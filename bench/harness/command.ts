import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, closeSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { forkMeasured, OWN } from './measured-process.ts';
import { numberOf } from './narrow.ts';

/** Resources that a `lectern` command used, from start to exit. */
export interface Taken {
  readonly seconds: number;
  /** Processor time of all its threads, in seconds. */
  readonly cpuSeconds: number;
  /** Peak resident memory, in bytes. */
  readonly peak: number;
}

/** @throws Error if the command fails */
export async function runLectern(args: readonly string[], program = OWN): Promise<Taken> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
  const usageFile = join(folder, 'usage.json');
  try {
    const begun = performance.now();
    const child = forkMeasured(program, args, { env: { BENCH_USAGE_FILE: usageFile } });
    await once(child, 'exit');
    const seconds = (performance.now() - begun) / 1000;
    demandSuccess(child, args);
    const usage: unknown = JSON.parse(readFileSync(usageFile, 'utf8'));
    return { seconds, cpuSeconds: numberOf(usage, 'cpu') / 1e6, peak: numberOf(usage, 'peak') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs a `lectern` command and writes its standard output to a file. */
export async function lecternToFile(args: readonly string[], file: string): Promise<void> {
  const output = openSync(file, 'w');
  try {
    const child = spawn(OWN.node, [OWN.script, ...args], { stdio: ['ignore', output, 'inherit'] });
    await once(child, 'exit');
    demandSuccess(child, args);
  } finally {
    closeSync(output);
  }
}

function demandSuccess({ exitCode, signalCode }: ChildProcess, args: readonly string[]): void {
  if (exitCode !== 0) throw new Error(`lectern ${args.join(' ')} exited with ${String(exitCode ?? signalCode)}`);
}
