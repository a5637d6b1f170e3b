import { recordKey } from '#catalogue/record.ts';
import type { CatalogueRecord, LocatedRecord } from '#catalogue/record.ts';
import type { Store } from '#store/store.ts';
import type { Located } from './source-entities.ts';

/** Reads existing records of the catalogue. */
type Known = Pick<Store, 'record'>;

/**
 * Takes fields that the source does not mention from the catalogue: a source that only names a department does not say
 * which faculty it is part of, and the catalogue should not lose that.
 */
export async function withExistingFields(
  known: Known | undefined,
  { record, unsaid, file, line }: Located<CatalogueRecord>,
): Promise<LocatedRecord> {
  const before = known === undefined || unsaid.length === 0 ? undefined : await recordBefore(known, record);
  if (before === undefined) return { record, file, line };
  const kept = Object.entries(before).filter(([field]) => unsaid.includes(field));
  return { record: { ...record, ...Object.fromEntries(kept) }, file, line };
}

async function recordBefore(known: Known, record: CatalogueRecord): Promise<CatalogueRecord | undefined> {
  const hasUnsaid = record.type === 'person' || record.type === 'place' || record.type === 'series';
  return hasUnsaid ? known.record(record.type, recordKey(record)) : undefined;
}
