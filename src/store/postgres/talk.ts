import type { RemovedTalk } from '#catalogue/removed-talk.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { timestampOf } from '#catalogue/timestamp.ts';
import { historyFrom } from '../existing-history.ts';
import { talkRefs } from '../refs.ts';
import type { AtVersion } from '../store.ts';
import { detailsOf, mentionsOf } from '../talk-details.ts';
import type { TalkRow } from '../talk-details.ts';
import type { Ask } from './catalogue.ts';
import type { Cell, Row } from './connection.ts';
import { KeptEntities } from './entity.ts';
import { STATE } from './schema.ts';

/** What is left of a talk that was removed, and what makes one. */
const HISTORY = 'talk.slug::text, talk.uid, talk.created, talk.sequence, talk.previous_start';
const COLUMNS = `${HISTORY}, talk.updated, encode(talk.refs, 'hex'), convert_from(body.record, 'UTF8')`;
const TALKS =
  '(lectern.talk talk JOIN lectern.talk_record body ON body.number = talk.number AND talk.refs IS NOT NULL)';

/** Talks, with all they refer to, out of their rows. */
export class TalkReader {
  #kept = new KeptEntities('');

  /** In the order asked for, undefined where there is none; altogether undefined when an import came between. */
  async withNumbers(ask: Ask, numbers: readonly number[]): Promise<AtVersion<(TalkDetails | undefined)[]> | undefined> {
    const text = `
      SELECT state.version, state.token, talk.number, ${COLUMNS}
      FROM ${STATE} state LEFT JOIN ${TALKS} ON talk.number = ANY($1::integer[])`;
    const rows = await ask(text, [numbers]);
    const [version, token] = rows[0] ?? [];
    const kept = this.#keptOf(token ?? '');
    const talks = new Map(rows.map(([, , number, ...cells]) => [Number(number), talkRow(cells)]));
    if (!(await kept.readMissing(ask, mentionsOf([...talks.values()])))) return undefined;
    const details = new Map<number, TalkDetails>();
    for (const [number, talk] of talks) if (talk !== undefined) details.set(number, detailsOf(talk, kept));
    return { version: Number(version), value: numbers.map((number) => details.get(number)) };
  }

  /** Of one state, so that what many talks refer to is made once. */
  #keptOf(token: string): KeptEntities {
    if (this.#kept.token !== token || this.#kept.isFull) this.#kept = new KeptEntities(token);
    return this.#kept;
  }
}

/** The next `count` talks by slug, with all they refer to; inside a transaction that stays in one state. */
export async function talksAfter(
  ask: Ask,
  kept: KeptEntities,
  slug: string | undefined,
  count: number,
): Promise<TalkDetails[]> {
  const text = `SELECT ${COLUMNS} FROM ${TALKS} WHERE $1::uuid IS NULL OR talk.slug > $1 ORDER BY talk.slug LIMIT ${count}`;
  const rows: readonly Row[] = await ask(text, [slug ?? null]);
  const talks = rows.map(talkRow).filter((talk) => talk !== undefined);
  await kept.readMissing(ask, mentionsOf(talks));
  return talks.map((talk) => detailsOf(talk, kept));
}

/** The next `count` removed talks by slug. */
export async function removedTalksAfter(ask: Ask, slug: string | undefined, count: number): Promise<RemovedTalk[]> {
  const text = `
    SELECT ${HISTORY}, talk.removed FROM lectern.talk
    WHERE refs IS NULL AND removed IS NOT NULL AND ($1::uuid IS NULL OR slug > $1) ORDER BY slug LIMIT ${count}`;
  const rows = await ask(text, [slug ?? null]);
  return rows.map((cells) => {
    const { slug, uid, ...history } = historyRow(cells);
    const removed = timestampOf(Number(cells[5]));
    return { type: 'removed_talk', slug, uid, removed, history: historyFrom(history) };
  });
}

function talkRow(cells: readonly Cell[]): TalkRow | undefined {
  const [updated, refs, record] = cells.slice(5);
  if (typeof refs !== 'string' || typeof record !== 'string') return undefined;
  return { ...historyRow(cells), updated: Number(updated), refs: talkRefs(Buffer.from(refs, 'hex')), record };
}

function historyRow([slug, uid, created, sequence, previousStart]: readonly Cell[]) {
  return {
    slug: slug ?? '',
    uid: uid ?? '',
    created: Number(created),
    sequence: Number(sequence),
    previousStart: typeof previousStart === 'string' ? Number(previousStart) : null,
  };
}
