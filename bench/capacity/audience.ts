import type { Demand, Machine } from './plan.ts';

/** What docs/capacity.md assumes of those who ask; every assumption is one line here. */
const AUDIENCE = {
  // Widgets and pages ask for lists, most of them for the same few.
  questions: 100_000,
  exponent: 0.9,
  mix: { search: 0.7, talk: 0.2, series: 0.1 },
  // A source is imported every five minutes, and one talk in a thousand has changed.
  versionEvery: 300,
} as const;

const CHANGED_SHARE = 0.001;

/** A machine as it is rented: eight cores, 32 GiB. */
export const MACHINE: Machine = { cores: 8, memory: 32 * 2 ** 30, utilisation: 0.5 };

export const PLANNED_TALKS = [10_000, 100_000, 1_000_000, 10_000_000] as const;
export const PLANNED_RATES = [100, 1_000, 10_000, 100_000] as const;

export function demandOf(talks: number, requestsPerSecond: number, cache: boolean): Demand {
  return { ...AUDIENCE, talks, requestsPerSecond, cache, changed: Math.ceil(talks * CHANGED_SHARE) };
}

/** Plans that are simulated besides; with a cache, long enough for most of what it has to have become stale once. */
export const SIMULATED = [
  { talks: 10_000, rate: 1_000, cache: false, warming: 60, seconds: 60 },
  { talks: 100_000, rate: 10_000, cache: false, warming: 10, seconds: 20 },
  { talks: 100_000, rate: 10_000, cache: true, warming: 200, seconds: 60 },
  { talks: 1_000_000, rate: 10_000, cache: true, warming: 200, seconds: 60 },
] as const;
