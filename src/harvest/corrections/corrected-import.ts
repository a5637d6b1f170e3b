import {
  CORRECTED_FIELDS,
  correctable,
  correctionStates,
  FIELDS_OF_TALK,
  isOwnField,
  type CorrectedField,
  type Correction,
  type CorrectionState,
} from '#catalogue/correction.ts';
import { picked } from '#catalogue/field.ts';
import type { LocatedRecord } from '#catalogue/record.ts';
import type { RemovedTalk } from '#catalogue/removed-talk.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import { StoreUnavailable, type Store } from '#store/store.ts';
import { keptOf } from '../reading/explained-talks.ts';
import { storedTalks, type TalksBySlug } from '../stored-talks.ts';
import { correctedRecord } from './corrected-records.ts';

/** Change in a correction by an import: the source now says the same, a third value, or has no such talk any more. */
export type CorrectionNews = { readonly correction: Correction } & (
  | { readonly state: Exclude<CorrectionState, 'in-force'>; readonly field: CorrectedField }
  | { readonly state: 'gone'; readonly field: undefined }
);

/** Applies corrections to imported talks, and keeps the source values for when a correction ends. */
export class CorrectedImport {
  readonly #corrections: ReadonlyMap<string, Correction>;
  readonly #replace: boolean;
  readonly #held: LocatedRecord[] = [];
  /** Place identifiers that corrections set as venues; `#places` are those among the incoming records. */
  readonly #venues: ReadonlySet<string>;
  readonly #places = new Set<string>();

  private constructor(corrections: readonly Correction[], replace: boolean) {
    this.#corrections = new Map(corrections.map((correction) => [correction.slug, correction]));
    this.#replace = replace;
    this.#venues = new Set(corrections.flatMap(({ fields }) => fields.venue ?? []));
  }

  /**
   * Call it after the import has begun, so that no other one changes the corrections.
   * @throws StoreUnavailable; but not if there is no catalogue yet, or if it is replaced, perhaps because it is damaged
   */
  static async of(store: Pick<Store, 'corrections'>, { replace, intoEmpty }: ImportKind): Promise<CorrectedImport> {
    try {
      return new CorrectedImport(await store.corrections.all(), replace);
    } catch (error) {
      if (!(replace || intoEmpty) || !(error instanceof StoreUnavailable)) throw error;
      return new CorrectedImport([], replace);
    }
  }

  /** The store as imports read it: they compare sources with talks as they would be without corrections. */
  storeBefore(store: Store): StoreBefore {
    return {
      provenance: store.provenance,
      sourceTalks: (slugs) => this.#sourceTalks(store, slugs),
      changes: (since, onDamage) => store.changes(since, onDamage),
      talks: (numbers) => store.talks(numbers),
      talkNumbers: (slugs) => store.talkNumbers(slugs),
      record: (type, key) => store.record(type, key),
    };
  }

  /** Returns records without corrections, and holds the others. */
  pass(records: readonly LocatedRecord[]): readonly LocatedRecord[] {
    if (this.#corrections.size === 0) return records;
    return records.filter((located) => {
      const { record } = located;
      if (record.type === 'place' && this.#venues.has(record.id)) this.#places.add(record.id);
      if (record.type !== 'talk' && record.type !== 'removed_talk') return true;
      if (!this.#corrections.has(record.slug)) return true;
      this.#held.push(located);
      return false;
    });
  }

  /**
   * Returns the held records, corrected, and the new source values. Call it after all records.
   * @throws StoreUnavailable
   */
  async release(store: Pick<Store, 'record'>): Promise<Released> {
    const isPlace = async (id: string): Promise<boolean> =>
      this.#places.has(id) || (!this.#replace && (await store.record('place', id)) !== undefined);
    const changed = new Map<string, Correction>();
    const records: LocatedRecord[] = [];
    for (const { unsaid = [], ...located } of this.#held) {
      const { record } = located;
      if (record.type !== 'talk' && record.type !== 'removed_talk') continue;
      const known = this.#corrections.get(record.slug);
      if (known === undefined) continue;
      const source =
        record.type === 'talk'
          ? { ...sourceOf(record, known, unsaid), updated: null, history: null }
          : sourceOfRemoved(record, known);
      const correction = { ...known, source };
      changed.set(record.slug, correction);
      const corrected = await correctedRecord(correction, isPlace);
      records.push({ ...located, record: corrected ?? record });
    }
    if (this.#replace) {
      for (const [slug, known] of this.#corrections) {
        if (!changed.has(slug)) changed.set(slug, { ...known, source: null });
      }
    }
    const news = [...changed.values()].flatMap((now) => newsOf(this.#corrections.get(now.slug), now));
    return { records, corrections: [...changed.values()].filter((now) => this.#replace || this.#isOther(now)), news };
  }

  #isOther(now: Correction): boolean {
    return JSON.stringify(this.#corrections.get(now.slug)) !== JSON.stringify(now);
  }

  async *#sourceTalks(store: TalksBySlug, slugs: ReadonlySet<Slug>): AsyncGenerator<TalkRecord> {
    const isKept = (slug: Slug): boolean => (this.#corrections.get(slug)?.source ?? null) !== null;
    yield* storedTalks(
      store,
      [...slugs].filter((slug) => !isKept(slug)),
    );
    for (const { slug, source } of this.#corrections.values()) if (source !== null && slugs.has(slug)) yield source;
  }
}

/** The parts of a store that imports read. */
export interface StoreBefore extends Pick<Store, 'changes' | 'provenance' | 'record' | 'talks' | 'talkNumbers'> {
  /** Those of these talks that are in the catalogue or hidden, as their sources brought them. */
  readonly sourceTalks: (slugs: ReadonlySet<Slug>) => AsyncIterable<TalkRecord>;
}

export interface ImportKind {
  readonly replace: boolean;
  readonly intoEmpty: boolean;
}

interface Released {
  readonly records: readonly LocatedRecord[];
  /** Corrections to store: the changed ones, or all if the catalogue is replaced. */
  readonly corrections: readonly Correction[];
  readonly news: readonly CorrectionNews[];
}

/** The talk as in its source; fields that the source does not mention keep their values. */
function sourceOf(
  record: TalkRecord,
  { source, fields }: Correction,
  unsaid: NonNullable<LocatedRecord['unsaid']>,
): TalkRecord {
  if (source === null) return record;
  if (unsaid.length > 0) return { ...record, ...keptOf(source, record, unsaid) };
  // A record with a history comes from an export: corrected values in it are not from the source.
  const isExported =
    record.history !== null &&
    CORRECTED_FIELDS.every((field) => {
      return isOwnField(field) || fields[field] === undefined || fields[field] === correctable(record)[field];
    });
  if (!isExported) return record;
  const { start, end, allDay, status } = source;
  const kept = picked(
    source,
    FIELDS_OF_TALK.filter((field) => field in fields),
  );
  const times = fields.start === undefined && fields.end === undefined ? {} : { start, end, allDay };
  return { ...record, ...kept, ...times, ...(fields.cancelled === undefined ? {} : { status }) };
}

/** The source of a removed talk: as it was, if an export says that the talk was removed when it was hidden. */
function sourceOfRemoved({ removed, history }: RemovedTalk, { fields, since, source }: Correction): TalkRecord | null {
  // As with talks, only a record with a history comes from an export.
  return fields.hidden === true && history !== null && removed === since ? source : null;
}

function newsOf(before: Correction | undefined, now: Correction): CorrectionNews[] {
  const [old, states] = [before && correctionStates(before), correctionStates(now)];
  if (states === undefined) return old === undefined ? [] : [{ correction: now, field: undefined, state: 'gone' }];
  return [...states].flatMap(([field, state]) => {
    const said = field === 'cancelled' || isOwnField(field) ? 'status' : field;
    const isAsBefore = old?.get(field) === state && before?.source?.[said] === now.source?.[said];
    return state === 'in-force' || isAsBefore ? [] : [{ correction: now, field, state }];
  });
}
