import { JSON_PLAIN, type Headers } from './ask.ts';
import type { Catalogue } from './catalogue.ts';
import type { Load } from './load.ts';
import { Random } from './random.ts';
import { anytime, departmentsWithMore, distinct, present, upcoming } from './targets.ts';

interface Part {
  readonly targets: readonly string[];
  readonly headers: Headers;
  readonly amount: number;
}

/**
 * A long and varied load, with many kinds of requests and representations.
 * @param share share of the requests to send; 1 sends all
 */
export async function askForEverything(load: Load, port: number, { facts }: Catalogue, share = 1): Promise<void> {
  const random = new Random(8);
  const departments = { parameter: 'organising_department', values: departmentsWithMore(facts), pages: 3 };
  const talks = random.shuffled(facts.known).map(({ slug }) => `/api/talks/${slug}`);
  const anything = distinct(60_000, random, anytime(facts));
  const coming = distinct(20_000, random, upcoming);
  const series = facts.series.slice(0, 20_000).map(({ id }) => `/api/series/${id}`);
  const collections = facts.collections.map((slug) => `/api/collections/id/${slug}`);
  const xml = { Accept: 'application/xml' };
  const gzip = { ...JSON_PLAIN, 'Accept-Encoding': 'gzip' };
  const parts: Part[] = [
    { targets: talks, headers: JSON_PLAIN, amount: 100_000 },
    { targets: anything, headers: JSON_PLAIN, amount: 60_000 },
    { targets: distinct(20_000, random, present(departments)), headers: JSON_PLAIN, amount: 20_000 },
    { targets: talks.slice(0, 20_000), headers: xml, amount: 20_000 },
    { targets: anything.slice(0, 20_000), headers: xml, amount: 20_000 },
    { targets: coming, headers: gzip, amount: 5_000 },
    { targets: coming.slice(0, 2_000), headers: gzip, amount: 10_000 },
    { targets: coming.slice(0, 2_000), headers: { ...JSON_PLAIN, 'Accept-Encoding': 'br' }, amount: 10_000 },
    { targets: series, headers: JSON_PLAIN, amount: 20_000 },
    { targets: collections, headers: JSON_PLAIN, amount: 200 },
    { targets: talks.slice(0, 5_000).map((target) => `${target}.ics`), headers: {}, amount: 5_000 },
    {
      targets: talks.slice(0, 5_000).map((target) => target.replace('/api/talks/', '/talks/id/')),
      headers: {},
      amount: 5_000,
    },
    { targets: talks, headers: JSON_PLAIN, amount: 50_000 },
    { targets: anything, headers: JSON_PLAIN, amount: 30_000 },
  ];
  for (const { targets, headers, amount } of parts) {
    const plan = await load.plan(targets, headers);
    const { failed } = await load.run(port, plan, Math.ceil(amount * share));
    if (failed > 0) throw new Error(`${String(failed)} responses to requests like ${targets[0] ?? ''} were not 200`);
  }
}
