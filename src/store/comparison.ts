import type { Entry } from '#catalogue/ledger.js';
import { byType, keyOf } from '#catalogue/record.js';
import type { CatalogueRecord, RecordType } from '#catalogue/record.js';
import { secondsOf } from '#catalogue/timestamp.js';
import type { Talk } from '#catalogue/talk.js';
import type { ImportFate } from './store.js';
import type { KeptJson, KeptRows } from './kept-rows.js';
import { keptJson } from './record-json.js';
import { refsBlob } from './refs.js';
import type { EntityRow, RowBatch, TalkRow } from './rows.js';

/** Compares what comes in with what is kept: counts what becomes of it, and gathers the rows that must be written. */
export class Comparison {
  readonly counts: Record<RecordType, Record<ImportFate, number>> = byType(() => ({
    added: 0,
    changed: 0,
    unchanged: 0,
    removed: 0,
  }));
  readonly #kept: KeptRows | undefined;
  readonly #now: number;
  #talks: TalkRow[] = [];
  #entities: EntityRow[] = [];

  /** `kept`: undefined when there is nothing yet. `now`: seconds, for talks that do not say when they changed. */
  constructor(kept: KeptRows | undefined, now: number) {
    this.#kept = kept;
    this.#now = now;
  }

  /** Whether the import so far leaves everything as it was. */
  get isIdle(): boolean {
    return Object.values(this.counts).every(({ added, changed, removed }) => added + changed + removed === 0);
  }

  add(record: CatalogueRecord, entry: Entry): void {
    const fate = record.type === 'talk' ? this.#addTalk(record, entry) : this.#addEntity(record, entry);
    this.counts[record.type][fate]++;
  }

  /** The rows gathered since the last call. */
  take(): RowBatch {
    const batch = { talks: this.#talks, entities: this.#entities, removed: [] };
    this.#talks = [];
    this.#entities = [];
    return batch;
  }

  #addEntity(record: Exclude<CatalogueRecord, Talk>, { number, references }: Entry): ImportFate {
    const json = keptJson(record);
    const kept = this.#kept?.record(record.type, number);
    if (isSame(kept, json)) return 'unchanged';
    const [parent = 0] = references;
    const { type } = record;
    this.#entities.push({ type, isNew: this.#isNew(type, number), number, key: keyOf(record), parent, record: json });
    return kept === undefined ? 'added' : 'changed';
  }

  #addTalk(talk: Talk, { number, references }: Entry): ImportFate {
    const json = keptJson(talk);
    const hosts = talk.hosts.length;
    const kept = this.#kept?.talk(number);
    const sameText = isSame(kept?.record, json);
    const sameRest = kept !== undefined && sameText && kept.refs.equals(refsBlob(references, hosts));
    const updated = talk.updated === null ? (sameRest ? kept.updated : this.#now) : secondsOf(talk.updated);
    if (sameRest && updated === kept.updated) return 'unchanged';
    const { slug, title, description } = talk;
    this.#talks.push({
      number,
      isNew: this.#isNew('talk', number),
      slug,
      start: secondsOf(talk.start),
      updated,
      references,
      hosts,
      record: json,
      text: sameText ? undefined : { title, description },
    });
    return kept === undefined ? 'added' : 'changed';
  }

  #isNew(type: RecordType, number: number): boolean {
    return number > (this.#kept?.lastNumber(type) ?? 0);
  }
}

function isSame(kept: KeptJson | undefined, json: string): boolean {
  if (kept === undefined || typeof kept === 'string') return kept === json;
  return kept.equals(Buffer.from(json));
}
