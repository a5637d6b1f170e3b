import { withCorrections, type Correction } from '#catalogue/correction.ts';
import type { CatalogueRecord, LocatedRecord } from '#catalogue/record.ts';
import { withReferences } from '#catalogue/references.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import type { EntityType } from '#store/entity-type.ts';
import type { Store } from '#store/store.ts';

/** File name in problems of these records. */
const CORRECTIONS = 'the corrections';

/**
 * The catalogue record of a corrected talk: the corrected talk, or a removed one if it is hidden. Undefined: the
 * source does not have the talk. A venue that is not in the catalogue is ignored. @throws StoreUnavailable
 */
export async function correctedRecord(
  correction: Correction,
  isPlace: (id: string) => Promise<boolean>,
): Promise<CatalogueRecord | undefined> {
  const { slug, fields, source, since } = correction;
  if (source === null) return undefined;
  if (fields.hidden === true) return { type: 'removed_talk', slug, uid: '', removed: since, history: null };
  const { venue, ...rest } = fields;
  const isThere = venue === undefined || venue === null || (await isPlace(venue));
  return withCorrections(source, isThere ? fields : rest);
}

/** Corrections whose venue is not in the catalogue and thus ignored. @throws StoreUnavailable */
export async function withMissingVenue(
  store: Pick<Store, 'record'>,
  corrections: readonly Correction[],
): Promise<readonly Correction[]> {
  const missing: Correction[] = [];
  for (const correction of corrections) {
    const { venue } = correction.fields;
    if (typeof venue === 'string' && (await store.record('place', venue)) === undefined) missing.push(correction);
  }
  return missing;
}

/** The source talk, without references to records no longer in the catalogue. @throws StoreUnavailable */
export async function sourceRecord(source: TalkRecord, store: Pick<Store, 'record'>): Promise<TalkRecord> {
  const named: (readonly [type: EntityType, key: string])[] = [];
  withReferences(source, (type, key) => {
    if (type !== 'talk') named.push([type, key]);
    return key;
  });
  const missing = new Set<string>();
  for (const [type, key] of named) {
    if ((await store.record(type, key)) === undefined) missing.add(`${type} ${key}`);
  }
  return withReferences(source, (type, key) => (missing.has(`${type} ${key}`) ? null : key));
}

export function located(record: CatalogueRecord, line: number): LocatedRecord {
  return { record, file: CORRECTIONS, line };
}
