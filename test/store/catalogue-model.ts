import { isDeepStrictEqual } from 'node:util';
import { RECORD_KINDS, byKind, recordKey } from '#catalogue/record.ts';
import type { CatalogueRecord, RecordKind, RecordType } from '#catalogue/record.ts';
import type { RemovedTalk } from '#catalogue/removed-talk.ts';
import type { TalkHistory, TalkRecord } from '#catalogue/talk.ts';
import { timestampOf } from '#catalogue/timestamp.ts';
import type { ImportCounts, ImportFate } from '#store/store-import.ts';

/** The fields that increase a talk's sequence when an import changes them. */
const TELLING = ['allDay', 'start', 'end', 'venue', 'locationDetails', 'onlineUrl', 'status'] as const;

/** The expected content of a store, in plain maps: an oracle for random imports. */
export class CatalogueModel {
  readonly #records = byKind(() => new Map<string, CatalogueRecord>());
  #counts = this.#nothing();
  #now = '';
  version = 0;

  /** Whether a record may refer to it. */
  has(type: RecordType, key: string): boolean {
    return this.#records[type].has(key) || (type === 'talk' && this.#records.removed_talk.has(key));
  }

  import(records: readonly CatalogueRecord[], { replace, now }: { replace: boolean; now: Date }): ImportCounts {
    this.#counts = this.#nothing();
    this.#now = timestampOf(Math.floor(now.getTime() / 1000));
    const named = new Set(records.map((record) => recordKey(record)));
    for (const record of records) this.#put(record);
    for (const kind of replace ? RECORD_KINDS : []) {
      if (kind === 'removed_talk') continue;
      for (const [key, record] of this.#records[kind]) if (!named.has(key)) this.#remove(kind, record);
    }
    const counts = this.#counts;
    if (Object.values(counts).some(({ added, changed, removed }) => added + changed + removed > 0)) this.version++;
    return counts;
  }

  /** In the order of an export. */
  records(): CatalogueRecord[] {
    return RECORD_KINDS.flatMap((kind) =>
      [...this.#records[kind]].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, record]) => record),
    );
  }

  #nothing(): Record<RecordKind, Record<ImportFate, number>> {
    return byKind(() => ({ added: 0, changed: 0, unchanged: 0, removed: 0 }));
  }

  #put(record: CatalogueRecord): void {
    if (record.type === 'removed_talk') this.#putRemoved(record);
    else if (record.type === 'talk') this.#keep(this.#completed(record));
    else this.#keep(record);
  }

  #keep(record: CatalogueRecord): void {
    const kept = this.#records[record.type].get(recordKey(record));
    this.#records[record.type].set(recordKey(record), record);
    if (record.type === 'talk') this.#records.removed_talk.delete(record.slug);
    const fate = kept === undefined ? 'added' : isDeepStrictEqual(kept, record) ? 'unchanged' : 'changed';
    this.#counts[record.type][fate]++;
  }

  #completed(talk: TalkRecord): TalkRecord {
    const kept = this.#talk(talk.slug);
    const isSame = isDeepStrictEqual(
      { ...kept, updated: null, history: null },
      { ...talk, updated: null, history: null },
    );
    const updated = talk.updated ?? (isSame ? kept?.updated : undefined) ?? this.#now;
    return { ...talk, updated, history: talk.history ?? this.#history(talk, kept) };
  }

  #history(talk: TalkRecord, kept: TalkRecord | undefined): TalkHistory {
    const gone = this.#records.removed_talk.get(talk.slug);
    if (gone?.type === 'removed_talk' && gone.history) return { ...gone.history, sequence: gone.history.sequence + 1 };
    if (!kept?.history) {
      const created = talk.updated !== null && talk.updated < this.#now ? talk.updated : this.#now;
      return { created, sequence: 0, previousStart: null };
    }
    const { created, sequence, previousStart } = kept.history;
    const grows = TELLING.some((field) => kept[field] !== talk[field]);
    return {
      created,
      sequence: sequence + Number(grows),
      previousStart: kept.start === talk.start && kept.allDay === talk.allDay ? previousStart : rememberedStart(kept),
    };
  }

  #putRemoved(record: RemovedTalk): void {
    const talk = this.#talk(record.slug);
    const gone = this.#records.removed_talk.get(record.slug);
    const before = talk ?? (gone?.type === 'removed_talk' ? gone : undefined);
    const uid = record.uid === '' ? (before?.uid ?? '') : record.uid;
    const history = record.history ?? before?.history ?? { created: record.removed, sequence: 0, previousStart: null };
    if (talk === undefined) {
      this.#keep({ ...record, uid, history });
      return;
    }
    this.#records.talk.delete(record.slug);
    this.#records.removed_talk.set(record.slug, { ...record, uid, history });
    this.#counts.talk.removed++;
  }

  #remove(type: RecordType, record: CatalogueRecord): void {
    this.#records[type].delete(recordKey(record));
    this.#counts[type].removed++;
    if (record.type !== 'talk') return;
    const { slug, uid, history } = record;
    this.#records.removed_talk.set(slug, { type: 'removed_talk', slug, uid, removed: this.#now, history });
  }

  #talk(slug: string): TalkRecord | undefined {
    const record = this.#records.talk.get(slug);
    return record?.type === 'talk' ? record : undefined;
  }
}

/** A day is remembered as a second after its midnight. */
function rememberedStart({ allDay, start }: TalkRecord): string {
  return allDay ? `${start.slice(0, 10)}T00:00:01Z` : start;
}
