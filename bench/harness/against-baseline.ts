import { join } from 'node:path';
import { atLeast, type Bench } from '../benchmark.ts';
import type { Headers } from './ask.ts';
import { inFolder } from './catalogue.ts';
import type { Plan } from './load.ts';
import { serveBaseline, type MeasuredProcess } from './measured-process.ts';
import { ownTimes } from './profile.ts';
import { recordAll, recordTypical } from './recording.ts';
import { versus, warm, type Side, type Versus } from './versus.ts';
import { whileServing } from './with-server.ts';

interface Contest {
  readonly what: string;
  readonly talks: number;
  readonly targets: readonly string[];
  readonly headers: Headers;
  /** Target for baseline / Lectern, in processor time per request. */
  readonly target?: number;
  /**
   * `all`: the baseline sends the response of each target. `typical`: it sends one response of median length for all
   * targets.
   */
  readonly baseline: 'all' | 'typical';
  /** Other targets for the warm-up and the typical response, if the server must not have seen `targets` before. */
  readonly before?: readonly string[];
  /** Requests per round. */
  readonly amount: number;
  readonly warmup: number;
}

const RECORDED_OF_MANY = 200;

/** Compares a running Lectern with a bare node:http server that sends the same responses. */
export async function againstBaseline(bench: Bench, lectern: MeasuredProcess, contest: Contest): Promise<void> {
  await inFolder('baseline', async (folder) => {
    const recording = join(folder, 'answers');
    const { targets, headers, before = targets } = contest;
    if (contest.baseline === 'all') await recordAll(lectern.port, targets, headers, recording);
    else await recordTypical(lectern.port, before.slice(0, RECORDED_OF_MANY), headers, recording);
    await whileServing(bench.load, await serveBaseline(recording), async (baseline) => {
      // Each side has its own plan, and therefore its own position in the list.
      const plan = (): Promise<Plan> => bench.load.plan(targets, headers);
      const warmup = contest.before === undefined ? undefined : (): Promise<Plan> => bench.load.plan(before, headers);
      const a: Side = { server: baseline, plan: await plan(), warmup: await warmup?.() };
      const b: Side = { server: lectern, plan: await plan(), warmup: await warmup?.() };
      const result = await versus(bench.load, a, b, { ...contest, rounds: bench.rounds });
      reportContest(bench, contest, result);
      if (bench.profile) await printProfile(bench, b, contest);
    });
  });
}

function reportContest(bench: Bench, contest: Contest, { first, second, cpuRatio, p50Ratio, p99Ratio }: Versus): void {
  bench.report({
    what: contest.what,
    talks: contest.talks,
    unit: 'baseline/Lectern',
    value: cpuRatio,
    target: atLeast(contest.target),
    details: {
      'Lectern µs': second.cpu.median,
      'baseline µs': first.cpu.median,
      p50: p50Ratio,
      p99: p99Ratio,
      bytes: second.meanBytes,
      'baseline bytes': first.meanBytes,
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
