import { against } from './against/benchmark.ts';
import type { Benchmark } from './benchmark.ts';
import { cache } from './cache/benchmark.ts';
import { engines } from './engines/benchmark.ts';
import { firstReader } from './first-reader/benchmark.ts';
import { fairness } from './fairness/benchmark.ts';
import { feeds } from './feeds/benchmark.ts';
import { capacity } from './capacity/benchmark.ts';
import { files } from './files/benchmark.ts';
import { growth } from './growth/benchmark.ts';
import { importing } from './import/benchmark.ts';
import { logging } from './logging/benchmark.ts';
import { memory } from './memory/benchmark.ts';
import { pages } from './pages/benchmark.ts';
import { paint } from './paint/benchmark.ts';
import { readers } from './readers/benchmark.ts';
import { search } from './search/benchmark.ts';
import { series } from './series/benchmark.ts';
import { sources } from './sources/benchmark.ts';
import { start } from './start/benchmark.ts';
import { talk } from './talk/benchmark.ts';
import { text } from './text/benchmark.ts';

/** All benchmarks, in the order in which they run. */
export const BENCHMARKS: readonly Benchmark[] = [
  talk,
  firstReader,
  search,
  pages,
  paint,
  text,
  fairness,
  series,
  feeds,
  growth,
  start,
  logging,
  memory,
  importing,
  sources,
  files,
  engines,
  readers,
  cache,
  capacity,
  against,
];
