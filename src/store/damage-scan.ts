import { ENTITY_TYPES, byEntityType, type EntityType, type MentionedType, type StoredEntity } from './entity-type.ts';
import { isWholeEntity, storedEntities } from './entities.ts';
import { DamageFound, damagedRecord, refersToMissing, type Damage } from './damage.ts';
import { talkRefs } from './packed-columns.ts';
import { damageOfCorrection, storedCorrections, type StoredCorrection } from './corrections.ts';
import { damageOfForgotten, storedForgotten } from './forgotten.ts';
import { damageOfRow, storedProvenance, type StoredProvenance } from './provenance.ts';
import { inBatches, type Ask, type Reader } from './sql.ts';
import {
  isWholeTalk,
  mentionsOf,
  REMOVED_TALKS,
  removedTalk,
  type RemovedTalkRow,
  slugText,
  STORED_TALKS,
} from './talks.ts';
import type { StoredTalkRow } from './existing-history.ts';

/** Rows per batch, and after which the scan yields to other work. */
const BATCH = 500;

/** Talks whose text is there but whose own row is missing. */
export const LOST_TALKS =
  'FROM lectern.talk_record WHERE sum IS NOT NULL AND number NOT IN (SELECT number FROM lectern.talk)';

type Damages = AsyncGenerator<Damage | undefined, void, undefined>;

/** All damage that shows in the rows: reads every record. Yields undefined now and then, as a pause. */
export async function* damageIn(reader: Reader): Damages {
  const { ask } = reader;
  const scan = new DamageScan();
  const found = <Row>(table: string, batches: AsyncIterable<readonly Row[]>, find: Find<Row>) =>
    unlessLost(reader, `table ${table}`, inAll(batches, find));
  for (const type of ENTITY_TYPES)
    yield* found(type, byNumber<StoredEntity>(ask, storedEntities(type)), (rows) => scan.entities(type, rows));
  yield* lostIn(reader);
  const talks = byNumber<StoredTalkRow>(ask, STORED_TALKS, 'talk.number');
  yield* found('talk', talks, (rows) => scan.talks(rows));
  yield* found('talk', byNumber<RemovedTalkRow>(ask, REMOVED_TALKS), (rows) => scan.removed(rows));
  yield* found('provenance', storedProvenance(ask), (rows) => scan.provenance(rows));
  yield* found('correction', storedCorrections(ask), (rows) => scan.corrections(rows));
  yield* unlessLost(reader, 'table forgotten', scan.forgotten(ask));
}

/** Talks that have lost all but their text. */
export function lostIn(reader: Reader): Damages {
  const rows = byNumber<{ readonly number: number }>(reader.ask, `SELECT number ${LOST_TALKS}`);
  const find: Find<{ readonly number: number }> = (lost) =>
    lost.map(({ number }) => lostPart(`the talk with number ${number} has lost all but its text.`));
  return unlessLost(reader, 'table talk_record', inAll(rows, find));
}

type Find<Row> = (rows: readonly Row[]) => Iterable<Damage | undefined>;

async function* inAll<Row>(batches: AsyncIterable<readonly Row[]>, find: Find<Row>): Damages {
  for await (const rows of batches) yield* find(rows);
}

function byNumber<Row extends { readonly number: number }>(
  ask: Ask,
  rows: string,
  number = 'number',
): AsyncIterable<readonly Row[]> {
  const text = `${rows} AND ${number} > $1 ORDER BY ${number}`;
  return inBatches<Row>(ask, { text, size: BATCH, first: [-1], after: (last) => [last.number] });
}

/** After an unreadable page, the rest of its table is lost, but other tables are not. `part`: such as `table talk`. */
export async function* unlessLost(reader: Reader, part: string, find: Damages): Damages {
  try {
    yield* find;
  } catch (error) {
    const code = await reader.lostPage(error);
    if (code === undefined) throw error;
    yield lostPart(`the ${part} cannot be read to its end (${code}).`);
  }
}

/** Damage that belongs to no known record. `what`: a sentence. */
export function lostPart(what: string): Damage {
  return { what, record: undefined };
}

/** Checks all rows, other records before the talks that refer to them. Yields undefined now and then, as a pause. */
class DamageScan {
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

  *removed(rows: Iterable<RemovedTalkRow>): Generator<Damage> {
    for (const row of rows) {
      if (row.slug.length !== 16) yield damagedRecord('talk', row.number, slugText(row.slug));
      else {
        const damage = damageOf(() => removedTalk(row));
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

  async *forgotten(ask: Ask): Damages {
    for (const stored of await storedForgotten(ask)) {
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
