import type { Row } from './check.ts';
import { cacheShares, LECTERN_CACHING, ratesOf } from './hit-ratios.ts';
import { ZIPF, zipfRanks } from './kinds.ts';
import type { CacheFigures } from './measurements.ts';
import type { Parameters } from './parameters.ts';
import { drawn, measuredSetUp, questionKind } from './predictions.ts';
import { simulate } from './simulation.ts';
import { zipf } from './zipf.ts';

/** A cache in front that begins empty, against the simulation of the same, which is asked the same questions. */
export function checkCache(measured: CacheFigures, parameters: Parameters, talks: number): Row[] {
  const kind = questionKind(parameters, 'searchGzip', talks);
  const { cache } = simulate({
    ...measuredSetUp({ parameters, talks, workers: 1, cores: 2 }),
    ...{ warming: 0, seconds: measured.seconds, cache: LECTERN_CACHING },
    clients: { kind: 'open', rate: measured.requestsPerSecond, evenly: true },
    questions: drawn(zipfRanks(), kind),
  });
  if (cache === undefined) return [];
  const all = cache.fresh + cache.stale + cache.joined + cache.waited;
  const row = (what: string, seen: number, count: number): Row => {
    return { what, by: 'simulation', unit: 'of 1', measured: seen, predicted: count / all };
  };
  return [
    row('a cache in front: answered while fresh', measured.fresh, cache.fresh + cache.joined),
    row('a cache in front: answered while stale', measured.stale, cache.stale),
    row('a cache in front: asked of Lectern', measured.asked, cache.asked),
    row('a cache in front: waited for Lectern', measured.waited, cache.waited),
  ];
}

/** The formula for a cache that has been there for long, against the simulation of one. */
export function checkFormula(parameters: Parameters, rate: number): Row[] {
  const kind = questionKind(parameters, 'searchGzip', 10_000);
  const caching = { ...LECTERN_CACHING, stale: 120 };
  const { cache } = simulate({
    ...measuredSetUp({ parameters, talks: 10_000, workers: 4, cores: 4 }),
    ...{ warming: 600, seconds: 300, cache: caching },
    clients: { kind: 'open', rate, evenly: false },
    questions: drawn(zipfRanks(), kind),
  });
  if (cache === undefined) return [];
  const all = cache.fresh + cache.stale + cache.joined + cache.waited;
  const formula = cacheShares(ratesOf(zipf(ZIPF.questions, ZIPF.exponent), rate), caching);
  const row = (what: string, seen: number, predicted: number): Row => {
    return { what, by: 'formula', unit: 'of 1', measured: seen / all, predicted };
  };
  return [
    row(`a cache in front, simulated, ${String(rate)}/s: asked of Lectern`, cache.asked, formula.asked),
    row(`a cache in front, simulated, ${String(rate)}/s: waited for Lectern`, cache.waited, formula.waited),
  ];
}
