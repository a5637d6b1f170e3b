import type { RecordType } from '#catalogue/record.ts';
import type { MentionedType } from './entity-type.ts';

/** Something stored that is corrupt, or refers to what is missing. */
export interface Damage {
  /** For the operator, in words that follow “is damaged: ”. */
  readonly what: string;
  /** The record; undefined of a part of the database of which none is known. */
  readonly record: DamagedIdentity | undefined;
}

export interface DamagedIdentity {
  readonly type: RecordType;
  readonly number: number;
  /** As its row has it, where it can be read; it may be what is damaged. */
  readonly key: string;
}

/** Met while reading. The engine says where, and what to do, to whoever asked. */
export class DamageFound extends Error implements Damage {
  override readonly name = 'DamageFound';
  readonly what: string;
  readonly record: DamagedIdentity | undefined;

  constructor({ what, record }: Damage) {
    super(what);
    this.what = what;
    this.record = record;
  }
}

export function damagedRecord(type: RecordType, number: number, key: string): Damage {
  return { what: `the ${type} ${key} is corrupt.`, record: { type, number, key } };
}

/** A talk that refers to a record of this type that there is not. */
export function refersToMissing(type: MentionedType, number: number, slug: string): Damage {
  return {
    what: `the talk ${slug} refers to a ${type} that is missing.`,
    record: { type: 'talk', number, key: slug },
  };
}
