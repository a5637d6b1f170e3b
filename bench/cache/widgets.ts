import type { Headers } from '../harness/ask.ts';
import { departmentsWithMore } from '../harness/targets.ts';
import type { Facts } from '../harness/facts.ts';
import type { Random } from '../harness/random.ts';

/** A list of talks on a department's page: a query and the script that sends it. */
export interface Widget {
  /** Rank of its page, starting with 0 for the busiest page. */
  readonly rank: number;
  /** The same query as written on different pages: most people copy it, some write their own. */
  readonly spellings: readonly string[];
  readonly accept: string;
  /** The representation that `accept` selects. */
  readonly representation: string;
  /** Whether the script appends `_=<milliseconds>` to the query. */
  readonly bustsCaches: boolean;
}

type Script = Pick<Widget, 'accept' | 'representation' | 'bustsCaches'>;

/** Scripts of widgets, with their shares in percent. */
const SCRIPTS: readonly (readonly [number, Script])[] = [
  [34, { accept: '*/*', representation: 'json', bustsCaches: false }],
  [18, { accept: 'application/json', representation: 'json', bustsCaches: false }],
  [10, { accept: 'application/json, text/plain, */*', representation: 'json', bustsCaches: false }],
  [14, { accept: 'application/json, text/javascript, */*; q=0.01', representation: 'json', bustsCaches: false }],
  [8, { accept: 'application/json, text/javascript, */*; q=0.01', representation: 'json', bustsCaches: true }],
  [3, { accept: 'application/hal+json', representation: 'hal', bustsCaches: false }],
  [13, { accept: 'application/xml, text/xml, */*; q=0.01', representation: 'xml', bustsCaches: false }],
];

/** Makes `amount` widgets with different queries, busiest first. */
export function widgetsOf(facts: Facts, amount: number, random: Random): Widget[] {
  const make = questionMaker(facts, random);
  const questions = new Map<string, string[][]>();
  while (questions.size < amount) {
    const pairs = make();
    questions.set(pairs.map((pair) => pair.join('=')).join('&'), pairs);
  }
  return [...questions.values()].map((pairs, rank) => {
    const spellings = [targetOf(pairs)];
    if (random.below(4) === 0) spellings.push(targetOf(random.shuffled(pairs)));
    return { rank, spellings, ...share(SCRIPTS, random) };
  });
}

/** Makes queries like those that departments' pages send, as pairs of names and values. */
function questionMaker(facts: Facts, random: Random): () => string[][] {
  const departments = [...facts.organisations.filter(({ talks }) => talks > 0).map(({ id }) => id)];
  const divisions = departmentsWithMore(facts);
  const series = facts.series.map(({ id }) => id);
  const topics = facts.topics.map(({ id }) => id);
  const venues = facts.venues.filter(({ talks }) => talks > 0).map(({ id }) => id);
  const kinds: readonly (readonly [number, () => string[][]])[] = [
    [40, () => [['organising_department', random.pick(departments)]]],
    [
      12,
      () => [
        ['organising_department', random.pick(divisions)],
        ['subdepartments', 'true'],
      ],
    ],
    [22, () => [['series', random.pick(series)]]],
    [10, () => [['topic', random.pick(topics)]]],
    [
      8,
      () => [
        ['topic', random.pick(topics)],
        ['organising_department', random.pick(departments)],
      ],
    ],
    [4, () => [['venue', random.pick(venues)]]],
    [4, () => []],
  ];
  return () => {
    const about = share(kinds, random)();
    const until = random.pick([[], [['to', 'plus7']], [['to', 'plus7']], [['to', 'plus30']], [['to', 'plus60']]]);
    return [['from', 'today'], ...until, ...about, ['count', random.pick(['3', '5', '5', '10', '20', '50'])]];
  };
}

function targetOf(pairs: readonly (readonly string[])[]): string {
  return `/api/talks/search?${pairs.map(([name = '', value = '']) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
}

/** An HTTP client: its Accept-Encoding and the coding that this selects. */
export interface Client {
  readonly coding: 'identity' | 'gzip' | 'br';
  readonly headers: Headers;
}

const CHROME: Client = { coding: 'br', headers: { 'Accept-Encoding': 'gzip, deflate, br, zstd' } };
const SAFARI: Client = { coding: 'br', headers: { 'Accept-Encoding': 'gzip, deflate, br' } };
const OLDER: Client = { coding: 'gzip', headers: { 'Accept-Encoding': 'gzip, deflate' } };
const RUBY: Client = { coding: 'gzip', headers: { 'Accept-Encoding': 'gzip;q=1.0,deflate;q=0.6,identity;q=0.3' } };
const CURL: Client = { coding: 'identity', headers: {} };

/** Clients that view pages, with their shares in percent. */
export const READERS: readonly (readonly [number, Client])[] = [
  [72, CHROME],
  [22, SAFARI],
  [4, OLDER],
  [1, RUBY],
  [1, CURL],
];

/** Clients that poll: screens in foyers and servers that put the list on their own pages. */
export const SCREENS: readonly (readonly [number, Client])[] = [[1, CHROME]];
export const SERVERS: readonly (readonly [number, Client])[] = [
  [70, OLDER],
  [20, RUBY],
  [10, CURL],
];

/** A random item from a list of items with weights. */
export function share<T>(list: readonly (readonly [number, T])[], random: Random): T {
  let left = random.below(list.reduce((sum, [shares]) => sum + shares, 0));
  for (const [shares, value] of list) {
    left -= shares;
    if (left < 0) return value;
  }
  throw new Error('cannot choose from an empty list');
}
