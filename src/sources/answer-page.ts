import type { Findings } from './findings.ts';
import type { SourceBatch } from './source-format.ts';

/** What a page of an answer says of itself. */
export interface PageSigns {
  /** From 1. */
  readonly number: unknown;
  readonly count: unknown;
  readonly hasMore: boolean;
}

/** Says which page a file is, so that all of them together are the whole; without numbers, that it is not the whole. */
export function* onPage(found: Findings, { number, count, hasMore }: PageSigns): Generator<SourceBatch> {
  const page = { number: Number(number), count: Number(count) };
  const isNumbered = [page.number, page.count].every((one) => Number.isSafeInteger(one) && one > 0);
  if (isNumbered && page.number <= page.count) yield { talks: [], page };
  else if (hasMore) {
    found.notes.add('one page of several: nothing is taken to have vanished');
    yield { talks: [], incomplete: true };
  }
}
