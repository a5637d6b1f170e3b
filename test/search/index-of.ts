import type { CatalogueRecord } from '#catalogue/record.ts';
import { TalkIndex } from '#search/index/talk-index.ts';
import { applyChanges } from '#search/index/apply-changes.ts';
import { MemoryCatalogue } from './memory-catalogue.ts';

export async function indexOf(records: readonly CatalogueRecord[]): Promise<TalkIndex> {
  const catalogue = new MemoryCatalogue();
  catalogue.replace(records);
  return new TalkIndex(await applyChanges(undefined, catalogue.everything()));
}
