import assert from 'node:assert/strict';
import type { TalkIndex } from '#search/index/talk-index.ts';
import type { TextQuery } from '#search/query/text-query.ts';
import type { TermMatches } from '#store/store.ts';
import type { MemoryCatalogue } from './memory-catalogue.ts';

/** Loads the unknown terms of a text into an index, as from the store. */
export function tellText(index: TalkIndex, catalogue: MemoryCatalogue, text: TextQuery | null): void {
  if (text !== null) tellMatches(index, text, catalogue.findTerms(index.texts.unknown(text)));
}

/** Loads matches of the unknown terms of a text into an index, in the order of the terms. */
export function tellMatches({ texts }: TalkIndex, text: TextQuery, matches: readonly TermMatches[]): void {
  const unknown = texts.unknown(text);
  for (const [at, each] of matches.entries()) texts.learn(text, unknown[at] ?? assert.fail(), each);
  assert.deepEqual(texts.unknown(text), []);
}
