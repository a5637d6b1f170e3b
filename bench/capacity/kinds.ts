import { ask, JSON_PLAIN, type Headers } from '../harness/ask.ts';
import type { Facts } from '../harness/facts.ts';
import { Random } from '../harness/random.ts';
import { distinct, ofOneSeries, seriesNearest, upcoming } from '../harness/targets.ts';
import type { Request } from './client.ts';

/** The main kinds of requests. */
export const KINDS = {
  talk: 'a talk',
  search: 'a page of a search, another one each time',
  searchAgain: 'a page of a search, asked again',
  searchGzip: 'a page of a search, another one each time, gzip',
  searchAgainGzip: 'a page of a search, asked again, gzip',
  series: 'a series of 50 talks, another question each time',
  notModified: 'a page of a search, asked again, not modified (304)',
} as const;

export type KindId = keyof typeof KINDS;

export const KIND_IDS = Object.keys(KINDS).filter((id): id is KindId => id in KINDS);

const GZIP: Headers = { ...JSON_PLAIN, 'Accept-Encoding': 'gzip' };

/** Number of different requests that are repeated. */
const ASKED_AGAIN = 100;
const DIFFERENT_SEARCHES = 60_000;
const DIFFERENT_TALKS = 20_000;
const SERIES_TALKS = 50;
const DIFFERENT_SERIES_QUESTIONS = 40_000;

/** The requests of a kind. */
export async function requestsOf(kind: KindId, port: number, facts: Facts): Promise<Request[]> {
  const random = new Random(21);
  const searches = (amount: number): string[] => distinct(amount, random, upcoming);
  switch (kind) {
    case 'talk':
      return all(talks(facts).slice(0, DIFFERENT_TALKS), JSON_PLAIN);
    case 'search':
      return all(searches(DIFFERENT_SEARCHES), JSON_PLAIN);
    case 'searchAgain':
      return all(searches(ASKED_AGAIN), JSON_PLAIN);
    case 'searchGzip':
      return all(searches(DIFFERENT_SEARCHES), GZIP);
    case 'searchAgainGzip':
      return all(searches(ASKED_AGAIN), GZIP);
    case 'series':
      return all(
        distinct(DIFFERENT_SERIES_QUESTIONS, new Random(25), ofOneSeries(seriesNearest(facts, SERIES_TALKS))),
        JSON_PLAIN,
      );
    case 'notModified':
      return Promise.all(searches(ASKED_AGAIN).map((target) => known(port, target)));
  }
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
