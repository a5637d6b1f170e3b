import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench } from '../benchmark.ts';
import type { Headers } from './ask.ts';
import type { Plan } from './load.ts';
import { serveFloor, type MeasuredProcess } from './measured-process.ts';
import { ownTimes } from './profile.ts';
import { recordAll, recordTypical } from './recording.ts';
import { versus, warm, type Side, type Versus } from './versus.ts';

export interface Contest {
  readonly what: string;
  readonly talks: number;
  readonly targets: readonly string[];
  readonly headers: Headers;
  /** floor / Lectern, of processor time a request. */
  readonly target?: number;
  /** `all`: the floor sends each target's own answer. `typical`: one answer of middle length for all. */
  readonly floor: 'all' | 'typical';
  /** What the sides are warmed up with, and the typical answer is one of, where nobody is to have asked for `targets` before. */
  readonly before?: readonly string[];
  /** Questions a round. */
  readonly amount: number;
  readonly warmup: number;
}

const RECORDED_OF_MANY = 200;

/** How a Lectern that is up compares with bare node:http sending the same. */
export async function againstFloor(bench: Bench, lectern: MeasuredProcess, contest: Contest): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
  const recording = join(folder, 'answers');
  let floor: MeasuredProcess | undefined;
  try {
    const { targets, headers, before = targets } = contest;
    if (contest.floor === 'all') await recordAll(lectern.port, targets, headers, recording);
    else await recordTypical(lectern.port, before.slice(0, RECORDED_OF_MANY), headers, recording);
    floor = await serveFloor(recording);
    // Each side goes through the list by itself.
    const plan = (): Promise<Plan> => bench.load.plan(targets, headers);
    const warmup = contest.before === undefined ? undefined : (): Promise<Plan> => bench.load.plan(before, headers);
    const a: Side = { server: floor, plan: await plan(), warmup: await warmup?.() };
    const b: Side = { server: lectern, plan: await plan(), warmup: await warmup?.() };
    const result = await versus(bench.load, a, b, { ...contest, rounds: bench.rounds });
    reportContest(bench, contest, result);
    if (bench.profile) await printProfile(bench, b, contest);
  } finally {
    if (floor !== undefined) {
      await bench.load.forget(floor.port);
      await floor.stop();
    }
    rmSync(folder, { recursive: true });
  }
}

function reportContest(bench: Bench, contest: Contest, { first, second, cpuRatio, p50Ratio, p99Ratio }: Versus): void {
  bench.report({
    what: contest.what,
    talks: contest.talks,
    unit: 'floor/Lectern',
    value: cpuRatio.median,
    spread: cpuRatio,
    ...(contest.target === undefined ? {} : { target: { at: contest.target, better: 'more' } }),
    details: {
      'Lectern µs': second.cpu.median,
      'floor µs': first.cpu.median,
      p50: p50Ratio,
      p99: p99Ratio,
      bytes: second.meanBytes,
      'floor bytes': first.meanBytes,
    },
  });
}

export async function printProfile(
  bench: Bench,
  side: Side,
  { what, amount }: { what: string; amount: number },
): Promise<void> {
  await side.server.profile();
  await warm(bench.load, side, amount * 5);
  const times = ownTimes(await side.server.profiled(), 25);
  const lines = times.map(({ function: name, share }) => `  ${(share * 100).toFixed(1).padStart(5)} %  ${name}`);
  process.stdout.write(`\n${what}: own time of ${side.server.name}'s functions\n${lines.join('\n')}\n\n`);
}
