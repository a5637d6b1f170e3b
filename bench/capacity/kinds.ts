import { ask, JSON_PLAIN, type Headers } from '../harness/ask.ts';
import type { Facts } from '../harness/facts.ts';
import { Random } from '../harness/random.ts';
import { distinct, ofOneSeries, seriesNearest, upcoming } from '../harness/targets.ts';
import type { Request } from './client.ts';

/** A kind of requests. */
interface Kind {
  readonly what: string;
  readonly requests: (port: number, facts: Facts) => readonly Request[] | Promise<Request[]>;
}

const GZIP: Headers = { ...JSON_PLAIN, 'Accept-Encoding': 'gzip' };

/** Number of different requests in rows with repeated requests. */
const REPEATED = 100;
const DIFFERENT_SEARCHES = 60_000;
const DIFFERENT_TALKS = 20_000;
const SERIES_TALKS = 50;
const DIFFERENT_SERIES_QUESTIONS = 40_000;

/** The main kinds of requests. */
export const KINDS: readonly Kind[] = [
  { what: 'a talk', requests: (_, facts) => all(talks(facts).slice(0, DIFFERENT_TALKS), JSON_PLAIN) },
  { what: 'a page of a search', requests: () => all(searches(DIFFERENT_SEARCHES), JSON_PLAIN) },
  { what: 'a page of a search, repeated', requests: () => all(searches(REPEATED), JSON_PLAIN) },
  { what: 'a page of a search, gzip', requests: () => all(searches(DIFFERENT_SEARCHES), GZIP) },
  { what: 'a page of a search, gzip, repeated', requests: () => all(searches(REPEATED), GZIP) },
  { what: 'a series of 50 talks', requests: (_, facts) => all(ofSeries(facts), JSON_PLAIN) },
  {
    what: 'not modified (304)',
    requests: (port) => Promise.all(searches(REPEATED).map((target) => known(port, target))),
  },
];

function searches(amount: number): string[] {
  return distinct(amount, new Random(21), upcoming);
}

function ofSeries(facts: Facts): string[] {
  return distinct(DIFFERENT_SERIES_QUESTIONS, new Random(25), ofOneSeries(seriesNearest(facts, SERIES_TALKS)));
}

/** The addresses of some talks, shuffled. */
function talks({ known }: Facts): string[] {
  return new Random(22).shuffled(known).map(({ slug }) => `/api/talks/${slug}`);
}

function all(targets: readonly string[], headers: Headers): Request[] {
  return targets.map((target) => ({ target, headers }));
}

/** A request with the current ETag. */
async function known(port: number, target: string): Promise<Request> {
  const { rawHeaders } = await ask(port, target, JSON_PLAIN);
  const etag = rawHeaders[rawHeaders.findIndex((name) => name.toLowerCase() === 'etag') + 1] ?? '';
  const headers = { ...JSON_PLAIN, 'If-None-Match': etag };
  const { status } = await ask(port, target, headers);
  if (status !== 304) throw new Error(`${target} with If-None-Match: ${etag} gave ${String(status)}, not 304`);
  return { target, headers };
}
