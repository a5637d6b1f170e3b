import type { Findings } from './findings.ts';
import type { SourceBatch } from './source-format.ts';

/** Pagination fields of a response. */
export interface PageSigns {
  /** From 1. */
  readonly number: unknown;
  readonly count: unknown;
  readonly hasMore: boolean;
}

/** Reports which page a file is, so that all pages together count as complete; without page numbers, as incomplete. */
export function* onPage(found: Findings, { number, count, hasMore }: PageSigns): Generator<SourceBatch> {
  const page = { number: Number(number), count: Number(count) };
  const isNumbered = [page.number, page.count].every((one) => Number.isSafeInteger(one) && one > 0);
  if (isNumbered && page.number <= page.count) yield { talks: [], page };
  else if (hasMore) {
    found.notes.add('one page of several: no talk counts as gone');
    yield { talks: [], incomplete: true };
  }
}
