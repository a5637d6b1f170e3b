import type { Asked } from './day.ts';

/** Seconds for which an answer is fresh, and for which after that it is served while another is fetched. */
export interface Times {
  readonly fresh: number;
  readonly stale: number;
}

/** What is kept by itself: one copy for all codings, as lectern.vcl has it, or one for each. */
export type CopyOf = (asked: Asked) => string;

export const onePerQuestion: CopyOf = ({ question }) => question;
export const onePerCoding: CopyOf = ({ question, client }) => `${question} ${client.coding}`;

/** What Lectern says in Cache-Control. */
export const LECTERNS_TIMES: Times = { fresh: 60, stale: 600 };

export interface Outcome {
  readonly requests: number;
  /** Answered at once from the cache, fresh or not. */
  readonly hits: number;
  /** Of these, those behind which a fresh answer was fetched. */
  readonly staleHits: number;
  /** Whoever asked waited for Lectern. */
  readonly misses: number;
  /** What was kept in all. */
  readonly copies: number;
}

/**
 * A cache whose clock is the requests' own: what Varnish does with a day's requests if Lectern answers at once and
 * nothing is thrown away for want of memory.
 */
export function modelled(
  requests: Iterable<Asked>,
  { fresh, stale }: Times = LECTERNS_TIMES,
  copyOf = onePerQuestion,
): Outcome {
  const fetchedAt = new Map<string, number>();
  let [count, hits, staleHits] = [0, 0, 0];
  for (const asked of requests) {
    const { at } = asked;
    const copy = copyOf(asked);
    count += 1;
    const age = at - (fetchedAt.get(copy) ?? -Infinity);
    if (age < fresh + stale) hits += 1;
    if (age < fresh) continue;
    if (age < fresh + stale) staleHits += 1;
    fetchedAt.set(copy, at);
  }
  return { requests: count, hits, staleHits, misses: count - hits, copies: fetchedAt.size };
}

/** The share of requests that nobody had to wait for. */
export function hitRatio({ hits, requests }: Pick<Outcome, 'hits' | 'requests'>): number {
  return hits / requests;
}

/** The share of requests that Lectern did not see. */
export function spared({ staleHits, misses, requests }: Pick<Outcome, 'staleHits' | 'misses' | 'requests'>): number {
  return 1 - (staleHits + misses) / requests;
}
