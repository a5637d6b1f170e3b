import { isDeepStrictEqual } from 'node:util';
import type { LocatedProblem } from '#catalogue/problem.ts';
import { LONGEST_OWNED_IDENTIFIER, type Provenance, type ProvenanceId } from '#catalogue/provenance.ts';
import { recordKey, typeOf, typedKey, type CatalogueRecord, type LocatedRecord } from '#catalogue/record.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import type { StoreBefore } from '../corrections/corrected-import.ts';
import type { Identity } from './identity.ts';
import type { KnownProvenance } from './known-provenance.ts';
import type { SharingOptions } from './ownership.ts';
import { ownership } from './provenance-changes.ts';

type ReadableStore = Pick<StoreBefore, 'provenance' | 'record' | 'sourceTalks'>;

/** A source, with what the store knows of it. */
interface Bringing {
  readonly identity: Identity;
  readonly before: () => Promise<KnownProvenance>;
}

export interface PassedRecords {
  /** Those that the source may write. */
  readonly records: readonly LocatedRecord[];
  /** Provenance of these, as far as it is new. */
  readonly put: readonly Provenance[];
  readonly forget: readonly ProvenanceId[];
  /** Owners of the other talks, by slug. */
  readonly left: ReadonlyMap<Slug, string>;
  /** Records of other sources that this source would have changed. */
  readonly problems: readonly LocatedProblem[];
}

/**
 * Lets a source write only records that it brought, or that no source owns: it then owns them. With `takeOver`, it may
 * write all records, except those of sources before it in the file that may do the same.
 */
export class OwnRecords {
  readonly #store: ReadableStore | undefined;
  readonly #options: SharingOptions;

  /** @param store undefined: the previous catalogue is ignored */
  constructor(store: ReadableStore | undefined, options: SharingOptions) {
    this.#store = store;
    this.#options = options;
  }

  /** @throws StoreUnavailable */
  async pass(located: readonly LocatedRecord[], { identity, before }: Bringing): Promise<PassedRecords> {
    const known = await before();
    const others = located.map(({ record }) => record).filter((record) => !isOwn(record, known));
    const rows = await this.#rowsOf(others, identity);
    const ownerOf = (record: CatalogueRecord): string | undefined =>
      rows.get(typedKey(record))?.find(({ source }) => this.#isBlockedBy(source))?.source;
    const stored = await this.#stored(others.filter((record) => ownerOf(record) !== undefined));
    const passed = { records: [] as LocatedRecord[], put: [] as Provenance[], forget: [] as ProvenanceId[] };
    const left = new Map<Slug, string>();
    const problems: LocatedProblem[] = [];
    for (const each of located) {
      const { record } = each;
      const owner = ownerOf(record);
      const existing = stored.get(typedKey(record));
      // A record that is gone may be added again: its owner loses nothing.
      if (owner === undefined || existing === undefined) {
        passed.records.push(each);
        const { put, forget } = provenanceOf(record, identity, known);
        const taken = (rows.get(typedKey(record)) ?? []).filter(({ relation }) => relation === 'owns');
        passed.put.push(...put, ...taken.map((row) => ({ ...row, relation: 'shares' as const })));
        passed.forget.push(...forget);
        continue;
      }
      if (record.type === 'talk') left.set(record.slug, owner);
      if (!isSame(record, existing)) problems.push(notOwn(each, existing, owner));
    }
    return { ...passed, left, problems };
  }

  /** Whether another source owns a collection that this one may not take over. @throws StoreUnavailable */
  async isOthersCollection(slug: Slug, identity: Identity): Promise<boolean> {
    const rows = (await this.#store?.provenance.ofRecords('collection', [slug])) ?? [];
    return rows.some(
      ({ source, relation }) => relation === 'owns' && source !== identity.source && this.#isBlockedBy(source),
    );
  }

  #isBlockedBy(owner: string): boolean {
    const { takeOver = false, neighbours } = this.#options;
    return !takeOver || (neighbours?.before.includes(owner) ?? false);
  }

  /** Rows of other sources that own these records, by typed key. */
  async #rowsOf(records: readonly CatalogueRecord[], identity: Identity): Promise<ReadonlyMap<string, Provenance[]>> {
    const found = new Map<string, Provenance[]>();
    if (this.#store === undefined) return found;
    const isOurs = ({ source }: ProvenanceId): boolean => source === identity.source;
    for (const [of, ofType] of Map.groupBy(records, typeOf)) {
      const rows = await this.#store.provenance.ofRecords(of, ofType.map(recordKey), isOurs);
      for (const row of rows) {
        if (row.relation !== 'owns' || isOurs(row)) continue;
        const name = `${of} ${row.slug}`;
        found.set(name, [...(found.get(name) ?? []), row]);
      }
    }
    return found;
  }

  /** Those of these records that are in the catalogue, by typed key. */
  async #stored(records: readonly CatalogueRecord[]): Promise<ReadonlyMap<string, CatalogueRecord>> {
    const found = new Map<string, CatalogueRecord>();
    if (this.#store === undefined) return found;
    const talks = new Set(records.filter((record) => typeOf(record) === 'talk').map(recordKey));
    if (talks.size > 0) for await (const talk of this.#store.sourceTalks(talks)) found.set(typedKey(talk), talk);
    for (const record of records) {
      if (record.type === 'talk' || record.type === 'removed_talk') continue;
      const stored = await this.#store.record(record.type, recordKey(record));
      if (stored !== undefined) found.set(typedKey(record), stored);
    }
    return found;
  }
}

function isOwn(record: CatalogueRecord, known: KnownProvenance): boolean {
  if (typeOf(record) === 'talk') return known.owns.has(recordKey(record));
  return record.type === 'collection' ? known.collections.has(record.slug) : known.others.has(typedKey(record));
}

/** Changes of the source's own provenance when it writes a record. */
function provenanceOf(
  record: CatalogueRecord,
  identity: Identity,
  known: KnownProvenance,
): { readonly put: readonly Provenance[]; readonly forget: readonly ProvenanceId[] } {
  const slug = recordKey(record);
  const key = record.type === 'person' ? identity.keyOfPerson(slug) : '';
  const row = { ...ownership(identity.source, slug, key), of: typeOf(record) };
  if (record.type === 'removed_talk') return { put: [], forget: known.owns.has(slug) ? [row] : [] };
  const isNews = !isOwn(record, known) || known.cancelled.has(slug) || key !== (known.people.get(slug) ?? '');
  return { put: isNews && Buffer.byteLength(slug) <= LONGEST_OWNED_IDENTIFIER ? [row] : [], forget: [] };
}

/** Whether a record says the same as the stored one, whenever it was changed. */
function isSame(record: CatalogueRecord, stored: CatalogueRecord): boolean {
  const undated = (one: CatalogueRecord): CatalogueRecord =>
    one.type === 'talk' ? { ...one, updated: null, history: null } : one;
  return isDeepStrictEqual(undated(record), undated(stored));
}

/** Reports a record of another source that this one would have changed. */
export function notOwn(
  { record, file, line }: LocatedRecord,
  stored: CatalogueRecord | Pick<TalkRecord, 'type' | 'title'>,
  owner: string,
): LocatedProblem {
  const news = record.type === 'removed_talk' ? 'removed' : 'changed';
  return {
    code: 'not-own',
    where: '',
    what: `The ${stored.type} ${shownValue(nameOf(stored))} belongs to the source “${owner}”, so it was not ${news}.`,
    hint: 'If this source should change what others brought, use --take-over.',
    file,
    line,
  };
}

function nameOf(record: CatalogueRecord | Pick<TalkRecord, 'type' | 'title'>): string {
  if ('name' in record) return record.name;
  if ('label' in record) return record.label;
  return 'title' in record ? record.title : record.slug;
}
