import { RECORD_TYPES, byType, keyOf } from '#catalogue/record.js';
import type { CatalogueRecord } from '#catalogue/record.js';
import { timestampOf } from '#catalogue/timestamp.js';
import type { ImportCounts, ImportFate } from '#store/store.js';
import { isDeepStrictEqual } from 'node:util';

/** What a store should hold, in plain maps: an oracle for random imports. */
export class CatalogueModel {
  readonly #records = byType(() => new Map<string, CatalogueRecord>());
  version = 0;

  has(type: CatalogueRecord['type'], key: string): boolean {
    return this.#records[type].has(key);
  }

  import(records: readonly CatalogueRecord[], { replace, now }: { replace: boolean; now: Date }): ImportCounts {
    const counts = byType(() => ({ added: 0, changed: 0, unchanged: 0, removed: 0 }));
    const named = new Set(records.map((record) => `${record.type} ${keyOf(record)}`));
    for (const record of records) counts[record.type][this.#put(record, now)]++;
    for (const type of replace ? RECORD_TYPES : []) {
      for (const key of this.#records[type].keys()) {
        if (named.has(`${type} ${key}`)) continue;
        this.#records[type].delete(key);
        counts[type].removed++;
      }
    }
    if (Object.values(counts).some(({ added, changed, removed }) => added + changed + removed > 0)) this.version++;
    return counts;
  }

  /** In the order of an export. */
  records(): CatalogueRecord[] {
    return RECORD_TYPES.flatMap((type) =>
      [...this.#records[type]].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, record]) => record),
    );
  }

  #put(record: CatalogueRecord, now: Date): ImportFate {
    const kept = this.#records[record.type].get(keyOf(record));
    const put = record.type === 'talk' && record.updated === null ? this.#dated(record, kept, now) : record;
    this.#records[record.type].set(keyOf(record), put);
    if (kept === undefined) return 'added';
    return isDeepStrictEqual(kept, put) ? 'unchanged' : 'changed';
  }

  #dated(talk: CatalogueRecord & { type: 'talk' }, kept: CatalogueRecord | undefined, now: Date): CatalogueRecord {
    const isSame = isDeepStrictEqual({ ...kept, updated: null }, talk);
    const time = timestampOf(Math.floor(now.getTime() / 1000));
    return { ...talk, updated: isSame && kept?.type === 'talk' ? kept.updated : time };
  }
}
