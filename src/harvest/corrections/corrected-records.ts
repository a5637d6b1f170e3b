import { withCorrections } from '#catalogue/correction.ts';
import type { Correction } from '#catalogue/correction.ts';
import type { CatalogueRecord, LocatedRecord } from '#catalogue/record.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import type { Store } from '#store/store.ts';

/** Looks up whether records exist. */
type References = Pick<Store, 'person' | 'place' | 'series' | 'topic'>;

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
  store: Pick<Store, 'place'>,
  corrections: readonly Correction[],
): Promise<readonly Correction[]> {
  const missing: Correction[] = [];
  for (const correction of corrections) {
    const { venue } = correction.fields;
    if (typeof venue === 'string' && (await store.place(venue)).value === undefined) missing.push(correction);
  }
  return missing;
}

/** The source talk, without references to records no longer in the catalogue. @throws StoreUnavailable */
export async function sourceRecord(source: TalkRecord, store: References): Promise<TalkRecord> {
  const person = (slugs: readonly string[]) => present(slugs, async (slug) => (await store.person(slug)).value);
  const place = (ids: readonly string[]) => present(ids, async (id) => (await store.place(id)).value);
  const [venue = null] = await place(source.venue === null ? [] : [source.venue]);
  const [organisingDepartment = null] = await place(
    source.organisingDepartment === null ? [] : [source.organisingDepartment],
  );
  const [series = null] = await present(
    source.series === null ? [] : [source.series],
    async (slug) => (await store.series(slug)).value,
  );
  return {
    ...source,
    venue,
    organisingDepartment,
    series,
    topics: await present(source.topics, async (uri) => (await store.topic(uri)).value),
    speakers: await person(source.speakers),
    hosts: await person(source.hosts),
    organisers: await person(source.organisers),
  };
}

async function present(keys: readonly string[], find: (key: string) => Promise<unknown>): Promise<string[]> {
  const found: string[] = [];
  for (const key of keys) if ((await find(key)) !== undefined) found.push(key);
  return found;
}

export function located(record: CatalogueRecord, line: number): LocatedRecord {
  return { record, file: CORRECTIONS, line };
}
