import type { RecordType } from '#catalogue/record.ts';
import type { MentionedType } from './entity-type.ts';

/** Something stored that is corrupt, or that refers to a missing record. */
export interface Damage {
  /** Message for the operator, to follow “is damaged: ”. */
  readonly what: string;
  /** The damaged record; undefined if the damage belongs to no known record. */
  readonly record: DamagedIdentity | undefined;
}

interface DamagedIdentity {
  readonly type: RecordType;
  readonly number: number;
  /** As its row has it, if it can be read. The key itself may be damaged. */
  readonly key: string;
}

/** Damage met while reading. The engine turns it into an error that says where, and what to do. */
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

/** Damage of a talk that refers to a missing record of this type. */
export function refersToMissing(type: MentionedType, number: number, slug: string): Damage {
  return {
    what: `the talk ${slug} refers to a ${type} that is missing.`,
    record: { type: 'talk', number, key: slug },
  };
}
