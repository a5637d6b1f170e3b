import { byEntityType } from './entity-type.ts';
import type { EntityType, MentionedType } from './entity-type.ts';
import { DamageFound, damagedRecord, refersToMissing } from './damage.ts';
import type { Damage } from './damage.ts';
import type { ExistingRemovedTalk } from './existing-history.ts';
import { talkRefs } from './refs.ts';
import { damageOfCorrection } from './corrections.ts';
import type { StoredCorrection } from './corrections.ts';
import { damageOfForgotten } from './forgotten.ts';
import type { StoredForgotten } from './forgotten.ts';
import { damageOfRow } from './provenance.ts';
import type { StoredProvenance } from './provenance.ts';
import { isWholeEntity } from './stored-entity.ts';
import type { StoredEntity } from './stored-rows.ts';
import { isWholeTalk, mentionsOf, removedTalkFrom, slugText } from './talk-details.ts';
import type { StoredTalkRow } from './stored-rows.ts';

/** Rows after which the scan yields to other work. */
const BATCH = 500;

/** Damage that belongs to no known record. `what`: a sentence. */
export function lostPart(what: string): Damage {
  return { what, record: undefined };
}

/** Checks all rows, other records before the talks that refer to them. Yields undefined now and then, as a pause. */
export class DamageScan {
  readonly #known = byEntityType(() => new Set<number>());
  #count = 0;

  *entities(type: EntityType, rows: Iterable<StoredEntity>): Generator<Damage | undefined> {
    for (const stored of rows) {
      this.#known[type].add(stored.number);
      if (!isWholeEntity(stored)) yield damagedRecord(type, stored.number, stored.key);
      else if (++this.#count % BATCH === 0) yield undefined;
    }
  }

  *talks(rows: Iterable<StoredTalkRow>): Generator<Damage | undefined> {
    for (const stored of rows) {
      const slug = slugText(stored.slug);
      const missing = isWholeTalk(stored) ? this.#missing(stored) : undefined;
      if (missing === undefined && !isWholeTalk(stored)) yield damagedRecord('talk', stored.number, slug);
      else if (missing !== undefined) yield refersToMissing(missing, stored.number, slug);
      else if (++this.#count % BATCH === 0) yield undefined;
    }
  }

  *removed(
    rows: Iterable<ExistingRemovedTalk & { readonly number: number; readonly slug: Buffer }>,
  ): Generator<Damage> {
    for (const row of rows) {
      const slug = slugText(row.slug);
      if (row.slug.length !== 16) yield damagedRecord('talk', row.number, slug);
      else {
        const damage = damageOf(() => removedTalkFrom(row.number, slug, row));
        if (damage !== undefined) yield damage;
      }
    }
  }

  *provenance(rows: Iterable<StoredProvenance>): Generator<Damage | undefined> {
    for (const stored of rows) {
      const damage = damageOfRow(stored);
      if (damage !== undefined || ++this.#count % BATCH === 0) yield damage;
    }
  }

  *corrections(rows: Iterable<StoredCorrection>): Generator<Damage | undefined> {
    for (const stored of rows) {
      const damage = damageOfCorrection(stored);
      if (damage !== undefined) yield damage;
    }
  }

  *forgotten(rows: Iterable<StoredForgotten>): Generator<Damage | undefined> {
    for (const stored of rows) {
      const damage = damageOfForgotten(stored);
      if (damage !== undefined) yield damage;
    }
  }

  /** Type of the first missing record that the talk refers to. */
  #missing(stored: StoredTalkRow & { readonly record: Buffer }): MentionedType | undefined {
    const mentions = mentionsOf([{ ...stored, slug: '', refs: talkRefs(stored.refs) }]);
    for (const type of ['place', 'person', 'topic', 'series'] as const) {
      for (const number of mentions[type]) if (!this.#known[type].has(number)) return type;
    }
    return undefined;
  }
}

/** The damage that `read` meets, if any. */
function damageOf(read: () => unknown): Damage | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof DamageFound) return error;
    throw error;
  }
}

/** Damage of talks whose text is there but whose rows are missing. */
export function lostTalks(numbers: readonly number[]): Damage[] {
  return numbers.map((number) => lostPart(`the talk with number ${number} has lost all but its text.`));
}
