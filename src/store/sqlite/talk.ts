import type { Database, Statement } from 'better-sqlite3';
import type { RemovedTalk } from '#catalogue/removed-talk.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { DamageFound } from '../damage.ts';
import type { MentionedType } from '../entity-type.ts';
import type { ExistingRemovedTalk } from '../existing-history.ts';
import { mentionsOf, removedTalkFrom, slugText, intactTalk, talkFrom } from '../talk-details.ts';
import type { StoredTalkRow } from '../stored-rows.ts';
import { EntityReader } from './entity.ts';

/** Talks per batch when all are read. */
const BATCH = 500;

/** The columns of an ExistingHistory. */
export const HISTORY = 'uid, created, sequence, previous_start AS previousStart';
/** True of talks, including those that have lost a part to damage. */
const IS_STORED = '(refs IS NOT NULL OR talk.sum IS NOT NULL)';
/** Talks without their records. */
export const TALK_ROWS = `
  SELECT number, slug, start, length, updated, status, version, refs, sum, ${HISTORY} FROM talk WHERE ${IS_STORED}`;
export const STORED_TALKS = `
  SELECT talk.number, slug, start, length, updated, status, version, refs, talk.sum, record, talk_record.sum AS recordSum, ${HISTORY}
  FROM talk LEFT JOIN talk_record USING (number) WHERE ${IS_STORED}`;

/**
 * One of these talks, by number. With a bare parameter in a join, SQLite plans the statement again for each number,
 * which takes five times as long as reading the row; the `+` makes it an expression, which the planner does not look
 * into.
 */
export const STORED_TALK = `${STORED_TALKS} AND talk.number = +?`;

export const REMOVED_TALKS = `
  SELECT number, slug, removed, ${HISTORY} FROM talk WHERE refs IS NULL AND sum IS NULL AND removed IS NOT NULL`;

/** Reads talks and the records that they refer to, all in one state. */
export class TalkReader {
  readonly #entities: { readonly [Type in MentionedType]: EntityReader<Type> };
  readonly #byNumber: Statement<[number], StoredTalkRow>;
  readonly #after: Statement<[Buffer], StoredTalkRow>;

  constructor(db: Database) {
    this.#entities = {
      place: new EntityReader(db, 'place'),
      person: new EntityReader(db, 'person'),
      topic: new EntityReader(db, 'topic'),
      series: new EntityReader(db, 'series'),
    };
    this.#byNumber = db.prepare(STORED_TALK);
    this.#after = db.prepare(`${STORED_TALKS} AND slug > ? ORDER BY slug LIMIT ${BATCH}`);
  }

  /** In the order of the numbers. Undefined: not found. */
  withNumbers(numbers: readonly number[]): (TalkDetails | undefined)[] {
    return this.#talks(numbers.map((number) => this.#byNumber.get(number)));
  }

  /** Sorted by slug. Reads in batches, to look up the records that they refer to together. */
  *all(): Generator<TalkDetails> {
    for (let last: Buffer = Buffer.alloc(0); ;) {
      const rows = this.#after.all(last);
      for (const talk of this.#talks(rows)) if (talk !== undefined) yield talk;
      const end = rows.at(-1)?.slug;
      if (end === undefined) return;
      // Without this check, damage could cause an endless loop.
      if (last.compare(end) >= 0)
        throw new DamageFound({ what: 'the index of slugs is out of order.', record: undefined });
      last = end;
    }
  }

  #talks(rows: readonly (StoredTalkRow | undefined)[]): (TalkDetails | undefined)[] {
    const talks = rows.map((row) => row && intactTalk(row));
    const mentions = mentionsOf(talks);
    const lookUp = {
      place: this.#entities.place.withNumbers(mentions.place),
      person: this.#entities.person.withNumbers(mentions.person),
      topic: this.#entities.topic.withNumbers(mentions.topic),
      series: this.#entities.series.withNumbers(mentions.series),
    };
    return talks.map((talk) => talk && talkFrom(talk, lookUp));
  }
}

/** Numbers of those talks that exist. */
export function talkNumbers(db: Database, slugs: readonly string[]): number[] {
  const number = db.prepare<[string], number>(`SELECT number FROM talk WHERE slug = unhex(?, '-') AND ${IS_STORED}`);
  return slugs.flatMap((slug) => number.pluck().all(slug));
}

/** Sorted by slug. @throws DamageFound */
export function* removedTalks(db: Database): Generator<RemovedTalk> {
  const rows = db.prepare<[], ExistingRemovedTalk & { readonly number: number; readonly slug: Buffer }>(
    `${REMOVED_TALKS} ORDER BY slug`,
  );
  for (const row of rows.iterate()) yield removedTalkFrom(row.number, slugText(row.slug), row);
}
