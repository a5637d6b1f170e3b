import { atMost, type Bench, type Benchmark } from '../benchmark.ts';
import { printProfile } from '../harness/against-baseline.ts';
import { JSON_PLAIN } from '../harness/ask.ts';
import { importedCatalogue, say } from '../harness/catalogue.ts';
import type { MeasuredProcess } from '../harness/measured-process.ts';
import { Random } from '../harness/random.ts';
import { distinct } from '../harness/targets.ts';
import { versus, type Side } from '../harness/versus.ts';
import { withServer } from '../harness/with-server.ts';
import { questionKinds, type Kind } from './questions.ts';

const DIFFERENT_QUESTIONS = 40_000;
const AMOUNT = 1_500;
const WARMUP = 30_000;

export const growth: Benchmark = {
  name: 'growth',
  question: 'How much more does a search cost in a large catalogue than in a small one?',
  run: async (bench: Bench) => {
    const [small, ...larger] = [...bench.sizes].sort((a, b) => a - b);
    if (small === undefined || larger.length === 0) {
      say('growth needs two sizes or more: --talks 10000,100000');
      return;
    }
    for (const large of larger) await compare(bench, large, small);
  },
};

function compare(bench: Bench, large: number, small: number): Promise<void> {
  return withKinds(bench, large, (a, kinds) =>
    withKinds(bench, small, async (b, others) => {
      for (const [i, kind] of kinds.entries()) {
        const same = others[i];
        if (same === undefined) throw new Error(`nothing to compare ${kind.what} with`);
        await compareKind(bench, large, await side(bench, a, kind), await side(bench, b, same), kind);
      }
    }),
  );
}

/** Calls a function with a server of this many talks and the kinds of queries for it. */
async function withKinds(
  { load }: Bench,
  talks: number,
  act: (server: MeasuredProcess, kinds: readonly Kind[]) => Promise<void>,
): Promise<void> {
  const catalogue = await importedCatalogue(talks);
  await withServer(load, { ...catalogue, name: `Lectern with ${talks.toLocaleString('en')} talks` }, async (server) =>
    act(server, await questionKinds(server.port, catalogue.facts)),
  );
}

async function side(bench: Bench, server: MeasuredProcess, { make }: Kind): Promise<Side> {
  return { server, plan: await bench.load.plan(distinct(DIFFERENT_QUESTIONS, new Random(5), make), JSON_PLAIN) };
}

async function compareKind(bench: Bench, talks: number, a: Side, b: Side, kind: Kind): Promise<void> {
  const { what } = kind;
  const result = await versus(bench.load, a, b, { rounds: bench.rounds, amount: AMOUNT, warmup: WARMUP });
  bench.report({
    what: `${what}, against ${b.server.name.replace('Lectern with ', '')}`,
    talks,
    unit: 'large/small',
    value: result.cpuRatio,
    target: atMost(kind.atMost),
    details: {
      'large µs': result.first.cpu.median,
      'small µs': result.second.cpu.median,
      bytes: result.first.meanBytes,
      'small bytes': result.second.meanBytes,
    },
  });
  if (bench.profile) await printProfile(bench, a, { what, amount: AMOUNT });
}
