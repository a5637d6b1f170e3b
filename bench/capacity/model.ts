import { weigh } from './least-squares.ts';
import type { ProcessorTime } from './measurements.ts';
import { ANSWER_MEMORY, renderedBytes, slotBytes, workOf, type Parameters } from './parameters.ts';

/*
 * The formulae of docs/capacity.md: what a service of any size takes, out of what small ones were measured to take.
 * N is the number of talks, m how many a version changes; seconds and bytes throughout.
 */

/** I(N), bytes: what a talk and all that belongs to it takes, and the table by slug, which grows in steps. */
export function indexOf({ memory }: Parameters, talks: number): number {
  return weigh(memory.index, [1, talks]) + slotBytes(talks);
}

/** M(N), bytes of one process: itself, the index, the talks rendered within their budget, the answers kept within theirs. */
export function processMemory(parameters: Parameters, talks: number): number {
  const { memory } = parameters;
  const kept = renderedBytes(talks, memory.rendered) + ANSWER_MEMORY;
  return weigh(memory.process, [1, talks]) + indexOf(parameters, talks) + kept;
}

/** Of several on one machine: nothing but the program itself is shared, and that is little. */
export function serviceMemory(parameters: Parameters, talks: number, workers: number): number {
  return workers * processMemory(parameters, talks);
}

/** Of one process while a version is taken over: the old index, the new one and, until it is collected, one more. */
export function peakMemory(parameters: Parameters, talks: number): number {
  return processMemory(parameters, talks) + 2 * indexOf(parameters, talks);
}

export function startOf({ start }: Parameters, talks: number): { readonly saved: number; readonly made: number } {
  return { saved: weigh(start.saved, [1, talks]), made: weigh(start.made, [1, talks]) };
}

/** R(N, m), seconds of processor time of one process for one version. */
export function rebuildOf({ news }: Parameters, talks: number, changed: number): number {
  return weigh(news.rebuild, [1, talks, changed]) + weigh(news.swap, [1, talks, changed]);
}

/** P(N, m), seconds: the longest that an answer takes when a version is taken over. */
export function pauseOf({ news }: Parameters, talks: number, changed: number): number {
  return weigh(news.pause, [1, talks, changed]);
}

/** The kinds of things that people ask for, compressed, as their browsers accept it. */
export type Thing = 'search' | 'talk' | 'series';

/** What an answer costs that is made anew, that is kept whole, and that a cache has already and only asks about. */
export type AnswerWork = Readonly<Record<'made' | 'kept' | 'known', ProcessorTime>>;

/** Compressing costs the same for each byte: that of a page of a search. */
export function answerWork({ kinds }: Parameters, thing: Thing, talks: number): AnswerWork {
  const page = workOf(kinds.searchGzip, talks);
  const plain = workOf(kinds[thing], talks);
  const size = kinds[thing].bytes / kinds.search.bytes;
  const compressing = Math.max(0, page.other - workOf(kinds.search, talks).other) * size;
  return {
    made: { main: plain.main, other: plain.other + compressing },
    kept: workOf(kinds.searchAgainGzip, talks),
    // Put together for its ETag; nothing is compressed or sent.
    known: plain,
  };
}
