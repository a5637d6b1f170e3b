import assert from 'node:assert/strict';
import type { TalkIndex } from '#search/index/talk-index.ts';
import type { TextQuery } from '#search/query/text-query.ts';
import type { MemoryCatalogue } from './memory-catalogue.ts';

/** Tells an index what the store would say of a text that it does not know. */
export function tellText({ texts }: TalkIndex, catalogue: MemoryCatalogue, text: TextQuery | null): void {
  if (text === null) return;
  texts.learn(text, catalogue.findTerms(texts.unknown(text)));
  assert.deepEqual(texts.unknown(text), []);
}
