import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { atMost, type Bench, type Benchmark } from '../benchmark.ts';
import { JSON_PLAIN, type Headers } from '../harness/ask.ts';
import { catalogueOf, inFolder } from '../harness/catalogue.ts';
import { runLectern } from '../harness/command.ts';
import type { Facts } from '../harness/facts.ts';
import { OWN, type MeasuredProcess, type Program } from '../harness/measured-process.ts';
import { Random } from '../harness/random.ts';
import { median, spread, type Spread } from '../harness/statistics.ts';
import { anytime, upcoming, type Make } from '../harness/targets.ts';
import { ordinary, commonestWords } from '../fairness/words.ts';
import { versus } from '../harness/versus.ts';
import { withServer } from '../harness/with-server.ts';

const DIFFERENT_QUESTIONS = 20_000;
const AMOUNT = 600;
const WARMUP = 6_000;
const IMPORTS = 5;
/** Maximum ratio of this checkout's cost to the other's. */
const AT_MOST = 1.05;

export const against: Benchmark = {
  name: 'against',
  question: 'How does everything compare with another checkout (--against FOLDER)?',
  run: async (bench: Bench) => {
    if (bench.against === undefined) return;
    const theirs = programOf(resolve(bench.against));
    for (const talks of bench.sizes) await inFolder('against', (folder) => compare({ bench, talks, theirs, folder }));
  },
};

/** A built checkout, run with the Node in its node_modules or else the installed one. */
function programOf(folder: string): Program {
  const installed = (process.env.PATH ?? '').split(delimiter).filter((path) => !path.includes('node_modules'));
  const nodes = [join(folder, 'node_modules', '.bin'), ...installed].map((path) => join(path, 'node'));
  const node = nodes.find((path) => existsSync(path));
  if (node === undefined) throw new Error(`no node found to run ${folder}`);
  return { node, script: join(folder, 'dist', 'cli', 'main.js') };
}

interface Comparison {
  readonly bench: Bench;
  readonly talks: number;
  readonly theirs: Program;
  readonly folder: string;
}

async function compare(comparison: Comparison): Promise<void> {
  const { bench, talks, theirs, folder } = comparison;
  const { file, facts } = await catalogueOf(talks);
  const side = (program: Program, name: string) => {
    return { program, database: join(folder, `${name}.db`), cacheFolder: mkdtempSync(join(folder, `${name}-`)) };
  };
  const [here, there] = [side(OWN, 'ours'), side(theirs, 'theirs')];
  await compareImports(comparison, file, [here, there]);
  await withServer(bench.load, here, (ours) =>
    withServer(bench.load, there, async (others) => {
      const words = await commonestWords(ours.port);
      for (const kind of kindsOf(facts, words)) await compareKind(comparison, [ours, others], kind);
    }),
  );
}

/** Imports into an empty store, then imports the same file again. */
async function compareImports(
  comparison: Comparison,
  file: string,
  sides: readonly { readonly program: Program; readonly database: string }[],
): Promise<void> {
  const rounds: { readonly first: number[]; readonly again: number[] }[] = [];
  for (let i = 0; i < IMPORTS; i += 1) {
    const round = { first: [] as number[], again: [] as number[] };
    for (const { program, database } of sides) {
      for (const end of ['', '-wal', '-shm']) rmSync(database + end, { force: true });
      for (const seconds of [round.first, round.again])
        seconds.push((await runLectern(['import', file, '--database', `sqlite:${database}`], program)).cpuSeconds);
    }
    rounds.push(round);
  }
  for (const [what, which] of [
    ['first import', 'first'],
    ['the same import again', 'again'],
  ] as const) {
    const [now, before] = [0, 1].map((side) => rounds.map((round) => round[which][side] ?? NaN));
    const ratio = spread(rounds.map((_, i) => (now?.[i] ?? NaN) / (before?.[i] ?? NaN)));
    report(comparison, what, ratio, { 'now s': median(now ?? []), 'before s': median(before ?? []) });
  }
}

interface Kind {
  readonly what: string;
  readonly make: Make;
  readonly headers?: Headers;
}

function kindsOf(facts: Facts, words: readonly string[]): Kind[] {
  const { known, organisations } = facts;
  const series = [...new Set(known.flatMap((talk) => talk.series ?? []))];
  const ofTalk =
    (before: string, after = ''): Make =>
    (random) =>
      `${before}${random.pick(known).slug}${after}`;
  const ofSeries =
    (after = ''): Make =>
    (random) =>
      `/api/series/${random.pick(series)}${after}`;
  const page = { Accept: 'text/html', 'Accept-Language': 'en' };
  return [
    { what: 'search of the coming weeks', make: upcoming },
    { what: 'search over all years', make: anytime(facts) },
    { what: 'search as XML, gzip', make: upcoming, headers: { Accept: 'application/xml', 'Accept-Encoding': 'gzip' } },
    {
      what: 'search by department',
      make: (any) => `${upcoming(any)}&organising_department=${any.pick(organisations).id}`,
    },
    { what: 'text search', make: (any) => ordinary(words, any) },
    { what: 'talk', make: ofTalk('/api/talks/') },
    { what: 'series', make: ofSeries() },
    { what: 'calendar of a talk', make: ofTalk('/api/talks/', '.ics') },
    { what: 'calendar of a series', make: ofSeries('.ics') },
    { what: 'Atom feed of a series', make: ofSeries('.atom') },
    { what: 'page of a talk', make: ofTalk('/talks/id/', '/'), headers: page },
    { what: 'search page', make: (any) => upcoming(any).replace(/^[^?]+/, '/search'), headers: page },
  ];
}

async function compareKind(
  { bench, talks }: Comparison,
  [ours, theirs]: readonly [MeasuredProcess, MeasuredProcess],
  { what, make, headers = JSON_PLAIN }: Kind,
): Promise<void> {
  const random = new Random(5);
  const targets = Array.from({ length: DIFFERENT_QUESTIONS }, () => make(random));
  const a = { server: ours, plan: await bench.load.plan(targets, headers) };
  const b = { server: theirs, plan: await bench.load.plan(targets, headers) };
  const { first, second, cpuRatio } = await versus(bench.load, a, b, { ...bench, amount: AMOUNT, warmup: WARMUP });
  report({ bench, talks }, what, cpuRatio, { 'now µs': first.cpu.median, 'before µs': second.cpu.median });
}

function report(
  { bench, talks }: Pick<Comparison, 'bench' | 'talks'>,
  what: string,
  ratio: Spread,
  details: object,
): void {
  bench.report({ what, talks, unit: 'now/before', value: ratio, target: atMost(AT_MOST), details: { ...details } });
}
