import type { Popularity } from './zipf.ts';

/** Questions that come at random times (a Poisson stream): `counts[i]` of them with so many a second of each. */
export interface Rates {
  readonly each: Float64Array;
  readonly counts: Float64Array;
}

export function ratesOf({ shares, counts }: Popularity, requestsPerSecond: number): Rates {
  return { each: shares.map((share) => share * requestsPerSecond), counts };
}

/** What one process keeps whole (src/server/http/response-cache.ts). */
export interface KeptOptions {
  /** How many answers there is room for. */
  readonly answers: number;
  /** Seconds between two versions of the catalogue, each of which empties it; Infinity for none. */
  readonly emptiedEvery: number;
}

/** Places in which it is remembered that a question was asked once (SEEN_AT_MOST in kept-answers.ts). */
const PLACES = 16_384;
const ITERATIONS = 60;

/**
 * The share of a stream that is answered from what is kept: least recently asked for first to go, kept from the second
 * time on.
 *
 * By Che's approximation a question that is kept is there for `T` seconds after it was last asked, the same `T` for
 * all: so long as it takes until the others fill the room. That it was asked once is remembered until another question
 * takes its place, which happens μ times a second; `hitShare` puts the two together for one question.
 */
export function keptHits(rates: Rates, options: KeptOptions): number {
  const total = requestsPerSecond(rates);
  if (total === 0 || options.answers < 1) return 0;
  let ratio = 0.5;
  // How fast places are taken depends on how many questions are not kept, and the other way round.
  for (let i = 0; i < 20; i += 1) {
    const forgetting = (total * (1 - ratio)) / PLACES;
    const occupied = (time: number): number => sumOf(rates, (rate) => hitShare(rate, time, forgetting, Infinity));
    const time = occupied(1e12) <= options.answers ? 1e12 : solve(occupied, options.answers);
    const hits = sumOf(rates, (rate) => rate * hitShare(rate, time, forgetting, options.emptiedEvery));
    ratio = (ratio + hits / total) / 2;
  }
  return ratio;
}

/**
 * Of one question, asked `rate` times a second: the chance that an asking is a hit. What happens from one asking to the
 * next depends on what the last one was: not kept (S), kept now (K), or a hit, with its place among those remembered
 * still its own (H) or not (L). With r the chance that it is asked again before its place is taken, p before it is
 * dropped, a before either, and q after it is dropped but before its place is taken:
 * S → K with r; K, H → H with a, → L with p - a, → K with q; L → L with p; all else → S.
 * @param forgetting how often a second something else takes a question's place
 */
function hitShare(rate: number, time: number, forgetting: number, emptiedEvery: number): number {
  if (rate === 0) return 0;
  const both = rate + forgetting;
  const r = rate / both;
  const p = meanStay(rate, time, emptiedEvery);
  const dropped = Math.exp(-both * time);
  const a = Math.min(p, r * (1 - dropped));
  const q = r * dropped;
  // In proportion to K, which is 1.
  const h = a / (1 - a);
  const l = (p - a) / ((1 - a) * Math.max(1e-12, 1 - p));
  const s = Math.max(0, 1 - q / (1 - a)) / r;
  return (h + l) / (1 + h + l + s);
}

/** 1 - e^(-λ·min(T, a)), averaged over the ages a from 0 to V. */
function meanStay(rate: number, time: number, emptiedEvery: number): number {
  if (emptiedEvery === Infinity) return -Math.expm1(-rate * time);
  const filling = Math.min(time, emptiedEvery);
  const whileFilling = filling + Math.expm1(-rate * filling) / rate;
  const after = (emptiedEvery - filling) * -Math.expm1(-rate * time);
  return (whileFilling + after) / emptiedEvery;
}

/** The argument at which a rising function reaches a value, in steps that halve the distance on a scale of logarithms. */
function solve(rising: (argument: number) => number, value: number): number {
  let low = -12;
  let high = 12;
  for (let i = 0; i < ITERATIONS; i += 1) {
    const middle = (low + high) / 2;
    if (rising(10 ** middle) < value) low = middle;
    else high = middle;
  }
  return 10 ** high;
}

/** An HTTP cache that keeps everything it is told to (RFC 9111) for as long as `Cache-Control` says (RFC 5861). */
export interface CacheOptions {
  /** `max-age`, seconds. */
  readonly fresh: number;
  /** `stale-while-revalidate`, seconds. */
  readonly stale: number;
}

/** What src/server/http/answer.ts sends. */
export const LECTERN_CACHING: CacheOptions = { fresh: 60, stale: 600 };

/** Shares of the questions that a cache is asked. */
export interface CacheShares {
  /** That make it ask the origin. */
  readonly asked: number;
  /** That wait for the origin. */
  readonly waited: number;
}

/**
 * A question of rate λ is fresh for F seconds after it was asked for at the origin; the first asking after that, 1/λ
 * seconds later on average, asks again. So a cycle has 1 + λF askings, one of which reaches the origin, and waits for
 * it only if it comes more than S seconds late, with the chance e^(-λS). Askings during a wait are joined (collapsed),
 * and the wait itself is short beside F.
 */
export function cacheShares(rates: Rates, { fresh, stale }: CacheOptions): CacheShares {
  const total = requestsPerSecond(rates);
  if (total === 0) return { asked: 0, waited: 0 };
  const asked = sumOf(rates, (rate) => askedAtOrigin(rate, fresh));
  const waited = sumOf(rates, (rate) => askedAtOrigin(rate, fresh) * Math.exp(-rate * stale));
  return { asked: asked / total, waited: waited / total };
}

/** How often a second each question reaches the origin behind a cache. */
export function originRates(rates: Rates, fresh: number): Rates {
  return { ...rates, each: rates.each.map((rate) => askedAtOrigin(rate, fresh)) };
}

/** Divided among so many caches, or processes, of which each has its own. */
export function dividedAmong(rates: Rates, count: number): Rates {
  return { ...rates, each: rates.each.map((rate) => rate / count) };
}

export function requestsPerSecond(rates: Rates): number {
  return sumOf(rates, (rate) => rate);
}

function askedAtOrigin(rate: number, fresh: number): number {
  return rate / (1 + rate * fresh);
}

function sumOf({ each, counts }: Rates, of: (rate: number) => number): number {
  return each.reduce((sum, rate, group) => sum + (counts[group] ?? 0) * of(rate), 0);
}
