import type { Bench, Benchmark } from '../benchmark.ts';
import { JSON_PLAIN, type Headers } from '../harness/ask.ts';
import { importedCatalogue, say, type Imported } from '../harness/catalogue.ts';
import { serveLectern, type MeasuredProcess } from '../harness/measured-process.ts';
import { Random } from '../harness/random.ts';
import { ProcessGroup, total, usedBetween } from '../harness/process-group.ts';
import { median, spread } from '../harness/statistics.ts';
import { anytime, distinct } from '../harness/targets.ts';
import { Clients, type Answered } from './clients.ts';

const DIFFERENT_QUESTIONS = 60_000;
const WARMUP_SECONDS = 5;
const ROUND_SECONDS = 2;
/** Half as many rounds as elsewhere: they are longer. */
const ROUNDS_OF = 2;
const AS_MUCH = 1.6;

export const workers: Benchmark = {
  name: 'workers',
  question: 'How much more do two workers answer than one?',
  run: async (bench: Bench) => {
    for (const talks of bench.sizes) {
      const catalogue = await importedCatalogue(talks);
      const one = await serveLectern({ ...catalogue, name: 'one worker', workers: 1 });
      const two = await serveLectern({ ...catalogue, name: 'two workers', workers: 2 });
      const clients = new Clients();
      try {
        for (const contest of contests(catalogue)) await compare({ bench, clients, one, two, talks }, contest);
      } finally {
        clients.close();
        await one.stop();
        await two.stop();
      }
    }
  },
};

interface Contest {
  readonly what: string;
  readonly targets: readonly string[];
  readonly headers: Headers;
  readonly target?: number;
}

/**
 * The page of a talk that nobody asked for costs the server some fifty times what asking for it costs a client, so that there is a core
 * left for the second worker even where clients and server share two. The less an answer costs, the more of the two
 * cores the clients take: a search costs them as much as the server, and what is measured is then both. Compressing is
 * done on threads besides, so that one worker takes more than a core of its own.
 */
function contests({ facts }: Imported): Contest[] {
  const random = new Random(11);
  const pages = (path: string, ids: readonly string[]): string[] =>
    distinct(DIFFERENT_QUESTIONS, random, (any) => `${path}${any.pick(ids)}?x=${String(any.below(1_000_000))}`);
  const series = facts.series.filter(({ talks }) => talks > 0).map(({ id }) => id);
  const known = facts.known.map(({ slug }) => slug);
  const searches = distinct(DIFFERENT_QUESTIONS, random, anytime(facts));
  const html = { Accept: 'text/html' };
  return [
    { what: 'page of a series', targets: pages('/talks/series/id/', series), headers: html },
    { what: 'page of a talk', targets: pages('/talks/id/', known), headers: html, target: AS_MUCH },
    { what: 'search, any week of all years', targets: searches, headers: JSON_PLAIN },
    { what: 'the same, gzip', targets: searches, headers: { ...JSON_PLAIN, 'Accept-Encoding': 'gzip' } },
  ];
}

interface Both {
  readonly bench: Bench;
  readonly clients: Clients;
  readonly one: MeasuredProcess;
  readonly two: MeasuredProcess;
  readonly talks: number;
}

interface Round extends Answered {
  /** Seconds of processor time of all the server's processes. */
  readonly server: number;
}

async function compare(
  { bench, clients, one, two, talks }: Both,
  { what, targets, headers, target }: Contest,
): Promise<void> {
  let asked = 0;
  const ask = async (server: MeasuredProcess, seconds: number): Promise<Round> => {
    // Where the last round ended, so that nothing is asked again that may have been kept.
    const from = asked % targets.length;
    const turned = [...targets.slice(from), ...targets.slice(0, from)];
    const group = new ProcessGroup(server.pid);
    const before = group.times();
    const answered = await clients.ask({ port: server.port, targets: turned, headers, seconds });
    asked += answered.answers;
    const { main, other } = total(usedBetween(before, group.times()));
    return { ...answered, server: main + other };
  };
  say(what);
  for (const server of [one, two]) await ask(server, WARMUP_SECONDS);
  const ones: Round[] = [];
  const twos: Round[] = [];
  for (let i = 0; i < Math.max(1, bench.rounds / ROUNDS_OF); i += 1) {
    if (i % 2 === 0) ones.push(await ask(one, ROUND_SECONDS));
    twos.push(await ask(two, ROUND_SECONDS));
    if (i % 2 === 1) ones.push(await ask(one, ROUND_SECONDS));
  }
  report({ bench, talks, what, target }, ones, twos);
}

interface Reported {
  readonly bench: Bench;
  readonly talks: number;
  readonly what: string;
  readonly target: number | undefined;
}

function report({ bench, talks, what, target }: Reported, ones: readonly Round[], twos: readonly Round[]): void {
  const rate = ({ answers, seconds }: Round): number => answers / seconds;
  const ratios = spread(twos.map((two, i) => rate(two) / rate(ones[i] ?? two)));
  const middle = (rounds: readonly Round[], of: (round: Round) => number): number => median(rounds.map(of));
  bench.report({
    what,
    talks,
    unit: 'two workers/one',
    value: ratios.median,
    spread: ratios,
    ...(target === undefined ? {} : { target: { at: target, better: 'more' } }),
    details: {
      'one a second': middle(ones, rate),
      'two a second': middle(twos, rate),
      'one µs': middle(ones, ({ server, answers }) => (server / answers) * 1e6),
      'two µs': middle(twos, ({ server, answers }) => (server / answers) * 1e6),
      'client µs': middle(twos, ({ cpu, answers }) => (cpu / answers) * 1e6),
      'cores of one': middle(ones, ({ server, seconds }) => server / seconds),
      'cores of two': middle(twos, ({ server, seconds }) => server / seconds),
      'cores of the clients': middle(twos, ({ cpu, seconds }) => cpu / seconds),
    },
  });
}
