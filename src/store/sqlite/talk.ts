import type { Database, Statement } from 'better-sqlite3';
import type { RemovedTalk } from '#catalogue/removed-talk.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { timestampOf } from '#catalogue/timestamp.ts';
import { historyFrom } from '../existing-history.ts';
import type { ExistingHistory } from '../existing-history.ts';
import type { ExistingRemovedTalk } from '../existing-rows.ts';
import { talkRefs } from '../refs.ts';
import { detailsOf, mentionsOf } from '../talk-details.ts';
import type { EntityReaders } from './entity.ts';

interface Row extends ExistingHistory {
  readonly slug: Buffer;
  readonly uid: string;
  readonly updated: number;
  readonly refs: Buffer;
  readonly record: Buffer;
}

/** Talks that are read together when all are. */
const STRETCH = 500;

const HISTORY = 'uid, created, sequence, previous_start AS previousStart';
const SELECT = `
  SELECT slug, updated, refs, record, ${HISTORY} FROM talk JOIN talk_record USING (number) WHERE refs IS NOT NULL`;

/** Talks, with all they refer to, out of their rows. */
export class TalkReader {
  readonly #entities: EntityReaders;
  readonly #byNumber: Statement<[number], Row>;
  readonly #after: Statement<[Buffer], Row>;

  constructor(db: Database, entities: EntityReaders) {
    this.#entities = entities;
    this.#byNumber = db.prepare(`${SELECT} AND number = ?`);
    this.#after = db.prepare(`${SELECT} AND slug > ? ORDER BY slug LIMIT ${STRETCH}`);
  }

  /** In the order asked for; undefined where there is none. */
  withNumbers(numbers: readonly number[]): (TalkDetails | undefined)[] {
    return this.#details(numbers.map((number) => this.#byNumber.get(number)));
  }

  /** By slug; a stretch at a time, so that what they refer to is looked up together. */
  *all(): Generator<TalkDetails> {
    for (let last: Buffer = Buffer.alloc(0); ;) {
      const rows = this.#after.all(last);
      yield* this.#details(rows).filter((talk) => talk !== undefined);
      const end = rows.at(-1)?.slug;
      if (end === undefined) return;
      last = end;
    }
  }

  #details(rows: readonly (Row | undefined)[]): (TalkDetails | undefined)[] {
    const talks = rows.map((row) => row && { ...row, slug: slugFrom(row.slug), refs: talkRefs(row.refs) });
    const mentions = mentionsOf(talks);
    const lookUp = {
      place: this.#entities.place.withNumbers(mentions.place),
      person: this.#entities.person.withNumbers(mentions.person),
      topic: this.#entities.topic.withNumbers(mentions.topic),
      series: this.#entities.series.withNumbers(mentions.series),
    };
    return talks.map((talk) => talk && detailsOf(talk, lookUp));
  }
}

/** By slug. */
export function* removedTalks(db: Database): Generator<RemovedTalk> {
  const rows = db.prepare<[], ExistingRemovedTalk & { readonly slug: Buffer }>(
    `SELECT slug, removed, ${HISTORY} FROM talk WHERE refs IS NULL AND removed IS NOT NULL ORDER BY slug`,
  );
  for (const row of rows.iterate()) {
    const { uid, removed } = row;
    const slug = slugFrom(row.slug);
    yield { type: 'removed_talk', slug, uid, removed: timestampOf(removed), history: historyFrom(row) };
  }
}

function slugFrom(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
