import { again } from './again/benchmark.js';
import type { Benchmark } from './benchmark.js';
import { cache } from './cache/benchmark.js';
import { engines } from './engines/benchmark.js';
import { feeds } from './feeds/benchmark.js';
import { capacity } from './capacity/benchmark.js';
import { growth } from './growth/benchmark.js';
import { importing } from './import/benchmark.js';
import { memory } from './memory/benchmark.js';
import { pages } from './pages/benchmark.js';
import { paint } from './paint/benchmark.js';
import { readers } from './readers/benchmark.js';
import { search } from './search/benchmark.js';
import { series } from './series/benchmark.js';
import { sources } from './sources/benchmark.js';
import { start } from './start/benchmark.js';
import { talk } from './talk/benchmark.js';
import { text } from './text/benchmark.js';
import { workers } from './workers/benchmark.js';

/** Every question, in the order in which they are asked. */
export const QUESTIONS: readonly Benchmark[] = [
  talk,
  search,
  again,
  pages,
  paint,
  text,
  series,
  feeds,
  growth,
  start,
  memory,
  importing,
  sources,
  engines,
  readers,
  workers,
  cache,
  capacity,
];
