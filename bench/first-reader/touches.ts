import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atLeast, atMost, type Bench } from '../benchmark.ts';
import { interleaved } from '../harness/interleaved.ts';
import { serveScript, type MeasuredProcess } from '../harness/measured-process.ts';
import { recordTypical } from '../harness/recording.ts';
import { median } from '../harness/statistics.ts';
import { warm, type Side } from '../harness/versus.ts';
import { whileServing } from '../harness/with-server.ts';
import { JSON_PAGE, JSON_TALK, OTHER_KINDS, type Addresses, type Kind, type Requests } from './requests.ts';

const FLOOR = fileURLToPath(new URL('./floor.js', import.meta.url));
/** Responses, of which the floor sends the one of median length. */
const RECORDED = 200;
const WARMUP = 4_000;
/** Requests per round, at least: there are fewer rounds if there are too few talks. */
const IN_ROUND = 40;

/** Targets of processor time: times the floor; how often the simple service's divided by Lectern's. */
const COMPARED_KINDS = [
  { kind: JSON_TALK, first: 2.5, next: 2, quicker: 1.5 },
  { kind: JSON_PAGE, first: 3.2, next: 2.7, quicker: 8 },
];
/** Requests right after the start. */
const AFTER_START = 500;
const FIRST_OVER_NEXT = 2.5;

interface Touching {
  readonly bench: Bench;
  readonly talks: number;
  readonly lectern: MeasuredProcess;
  /** The simple service. */
  readonly service: MeasuredProcess;
  readonly requests: Requests;
  readonly folder: string;
}

/**
 * Reports what the first and the next touch of a talk cost: against the floor, and against the simple service. Every
 * address is asked once, by each side the same ones.
 */
export async function reportTouches(touching: Touching): Promise<void> {
  const { lectern, service, requests, bench } = touching;
  const warmUp = async (kind: Kind, servers: readonly MeasuredProcess[]): Promise<void> => {
    const { first, next } = requests.warmup(kind);
    for (const server of servers)
      for (const targets of [first, next])
        await warm(bench.load, await sideOf(touching, server, kind, targets), Math.min(WARMUP, targets.length));
  };
  for (const { kind } of COMPARED_KINDS) await warmUp(kind, [lectern, service]);
  await lectern.untilIdle();
  for (const compared of COMPARED_KINDS) await againstOthers(touching, compared);
  for (const kind of OTHER_KINDS) {
    await warmUp(kind, [lectern]);
    await againstNext(touching, kind);
  }
}

async function againstOthers(touching: Touching, compared: (typeof COMPARED_KINDS)[number]): Promise<void> {
  const { bench, talks, lectern, service, requests } = touching;
  const { kind } = compared;
  await withFloor(touching, kind, async (floor) => {
    const { first: asked, next: again } = requests.of(kind);
    const first = await sideOf(touching, lectern, kind, asked);
    const next = await sideOf(touching, lectern, kind, again);
    const copies = await sideOf(touching, floor, kind, asked);
    const simple = await sideOf(touching, service, kind, asked);
    const cpu = await interleaved(bench.load, [[copies], [first, next], [simple]], roundsOf(bench, asked));
    for (const [what, side, target] of [
      [`first touch of ${kind.name}`, first, compared.first],
      [`next touch of ${kind.name}`, next, compared.next],
    ] as const) {
      const details = { 'Lectern µs': median(cpu.of(side)), 'floor µs': median(cpu.of(copies)) };
      bench.report({
        what,
        talks,
        unit: '× the floor',
        value: cpu.ratio(side, copies),
        target: atMost(target),
        details,
      });
    }
    bench.report({
      what: `Fastify and SQLite, first touch of ${kind.name}`,
      talks,
      unit: '× Lectern',
      value: cpu.ratio(simple, first),
      target: atLeast(compared.quicker),
      details: { 'Fastify µs': median(cpu.of(simple)), 'next touch ×': cpu.ratio(simple, next).median },
    });
  });
}

async function againstNext(touching: Touching, kind: Kind): Promise<void> {
  const { bench, talks, lectern, requests } = touching;
  const { first: asked, next: again } = requests.of(kind);
  const first = await sideOf(touching, lectern, kind, asked);
  const next = await sideOf(touching, lectern, kind, again);
  const cpu = await interleaved(bench.load, [[first, next]], roundsOf(bench, asked));
  bench.report({
    what: `first touch of ${kind.name}`,
    talks,
    unit: '× the next',
    value: cpu.ratio(first, next),
    target: atMost(FIRST_OVER_NEXT),
    details: { 'first µs': median(cpu.of(first)), 'next µs': median(cpu.of(next)) },
  });
}

/**
 * Reports the first touch on a server that has just started, in processor time of the thread that answers: others may
 * still be rendering talks before they are requested.
 */
export async function reportAfterStart(touching: Omit<Touching, 'service' | 'folder'>): Promise<void> {
  const { bench, talks, lectern, requests } = touching;
  for (const { kind } of COMPARED_KINDS) {
    const warmup = await bench.load.plan(requests.warmup(kind).first, kind.headers);
    await warm(bench.load, { server: lectern, plan: warmup }, kind.isPage ? 100 : 1_000);
  }
  for (const { kind } of COMPARED_KINDS) {
    const asked = requests.of(kind).first.slice(0, AFTER_START);
    const plan = await bench.load.plan(asked, kind.headers);
    const before = lectern.mainThreadCpu();
    await warm(bench.load, { server: lectern, plan }, asked.length);
    const value = (lectern.mainThreadCpu() - before) / asked.length;
    bench.report({ what: `first touch of ${kind.name}, right after the start`, talks, unit: 'µs', value });
  }
}

/** Starts a floor that sends as much as Lectern does for this kind of request. */
async function withFloor(
  { bench, lectern, requests, folder }: Touching,
  kind: Kind,
  act: (floor: MeasuredProcess) => Promise<void>,
): Promise<void> {
  const recording = join(folder, 'answers');
  const { first } = requests.warmup(kind);
  await recordTypical(lectern.port, first.slice(0, RECORDED), kind.headers, recording);
  const floor = await serveScript('floor', FLOOR, [recording, kind.isPage ? '20' : '1']);
  await whileServing(bench.load, floor, async () => {
    await warm(bench.load, { server: floor, plan: await bench.load.plan(first, kind.headers) }, WARMUP);
    await act(floor);
  });
}

async function sideOf(
  { bench }: Touching,
  server: MeasuredProcess,
  { headers }: Kind,
  targets: Addresses['first'],
): Promise<Side> {
  return { server, plan: await bench.load.plan(targets, headers) };
}

/** As many rounds as were asked for if there are enough addresses, each of which is only asked once. */
function roundsOf(bench: Bench, { length }: Addresses['first']): { rounds: number; amount: number } {
  if (length === 0) throw new Error('there are too few talks');
  const rounds = Math.max(1, Math.min(bench.rounds, Math.floor(length / IN_ROUND)));
  return { rounds, amount: Math.floor(length / rounds) };
}
