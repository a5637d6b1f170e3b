import type { ChangedEntity } from '#store/store.ts';
import { asNamed, called, isNamed, nameRecordKey, nameKey } from './likely-names.ts';
import type { NamedRecord } from './likely-names.ts';
import type { SourceReading } from '../reading/source-reading.ts';

/** An incoming record, and another of the same type and name. */
export interface Alike {
  readonly one: NamedRecord;
  readonly other: { readonly type: NamedRecord['type']; readonly key: string };
}

/** People, places, series and topics of incoming talks, by name. */
export class IncomingNames {
  readonly #byName = new Map<string, NamedRecord[]>();
  readonly #byKey = new Map<string, NamedRecord>();
  readonly #sources = new Map<NamedRecord, string>();

  constructor(sources: ReadonlyMap<string, SourceReading>) {
    for (const [source, { records }] of sources) {
      for (const { record } of records.entities()) this.#add(asNamed(record), source);
    }
  }

  /** Undefined: not among the incoming records. */
  withKey(key: string): NamedRecord | undefined {
    return this.#byKey.get(key);
  }

  /** Equal names of different sources: records that one source tells apart are not the same. */
  *amongThemselves(): Generator<Alike> {
    for (const [one, ...others] of this.#byName.values()) {
      if (one === undefined) continue;
      const elsewhere = others.filter((other) => this.#sources.get(other) !== this.#sources.get(one));
      for (const other of elsewhere) yield { one, other: { type: other.type, key: nameRecordKey(other) } };
    }
  }

  /** Other stored records with the name of an incoming one. */
  *likeAny(entities: readonly ChangedEntity[]): Generator<Alike> {
    for (const { type, key, name } of entities) {
      if (!isNamed(type) || this.#byKey.has(key)) continue;
      const [one] = this.#byName.get(nameKey(type, name)) ?? [];
      if (one !== undefined) yield { one, other: { type, key } };
    }
  }

  #add(named: NamedRecord | undefined, source: string): void {
    if (named === undefined) return;
    const key = nameRecordKey(named);
    if (this.#byKey.has(key)) return;
    this.#byKey.set(key, named);
    this.#sources.set(named, source);
    const name = nameKey(named.type, called(named));
    const known = this.#byName.get(name);
    if (known === undefined && name !== '') this.#byName.set(name, [named]);
    else known?.push(named);
  }
}
