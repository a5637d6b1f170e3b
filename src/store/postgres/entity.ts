import type { Collection } from '#catalogue/collection.ts';
import type { Person } from '#catalogue/person.ts';
import type { Place } from '#catalogue/place.ts';
import type { Series } from '#catalogue/series.ts';
import type { Topic } from '#catalogue/topic.ts';
import { MENTIONED_TYPES } from '../entity-type.ts';
import type { EntityType } from '../entity-type.ts';
import { collectionFrom, personFrom, placeFrom, seriesFrom, topicFrom } from '../record-json.ts';
import type { AtVersion, StoreState } from '../store.ts';
import type { LookUp, Mentions } from '../talk-details.ts';
import type { Ask } from './catalogue.ts';
import { STATE } from './schema.ts';

/** Records kept for the next who asks; a page of talks has most of its places, topics and series in common with others. */
const MOST_KEPT = 10_000;

interface EntityOf {
  readonly place: Place;
  readonly person: Person;
  readonly topic: Topic;
  readonly series: Series;
  readonly collection: Collection;
}

/** From its key and its JSON. */
export const ENTITY_FROM: { readonly [Type in EntityType]: (key: string, json: string) => EntityOf[Type] } = {
  place: placeFrom,
  person: personFrom,
  topic: topicFrom,
  series: seriesFrom,
  collection: collectionFrom,
};

export async function entityWithKey<Type extends EntityType>(
  ask: Ask,
  type: Type,
  key: string,
): Promise<AtVersion<EntityOf[Type] | undefined>> {
  const text = `
    SELECT state.version, convert_from(entity.record, 'UTF8')
    FROM ${STATE} state LEFT JOIN lectern.${type} entity ON entity.key = $1`;
  const [row] = await ask(text, [key]);
  const record = row?.[1];
  const value = typeof record === 'string' ? ENTITY_FROM[type](key, record) : undefined;
  return { version: Number(row?.[0]), value };
}

/** What was read of one state of the store, for the next who asks. */
export class KeptEntities implements LookUp {
  readonly token: string;
  readonly place = new Map<number, Place>();
  readonly person = new Map<number, Person>();
  readonly topic = new Map<number, Topic>();
  readonly series = new Map<number, Series>();

  constructor(token: string) {
    this.token = token;
  }

  get isFull(): boolean {
    return this.place.size + this.person.size + this.topic.size + this.series.size > MOST_KEPT;
  }

  /** Reads those mentioned that it has not; false when the store is in another state by now. */
  async readMissing(ask: Ask, mentions: Mentions): Promise<boolean> {
    const parts: string[] = [];
    const values: number[][] = [];
    for (const [code, type] of MENTIONED_TYPES.entries()) {
      const missing = [...mentions[type]].filter((number) => !this[type].has(number));
      if (missing.length === 0) continue;
      values.push(missing);
      parts.push(
        `SELECT ${code} AS code, number, key, record FROM lectern.${type} WHERE number = ANY($${values.length}::integer[])`,
      );
    }
    if (parts.length === 0) return true;
    const text = `
      SELECT state.token, entity.code, entity.number, entity.key, convert_from(entity.record, 'UTF8')
      FROM ${STATE} state LEFT JOIN (${parts.join(' UNION ALL ')}) entity ON true`;
    for (const [token, code, number, key, record] of await ask(text, values)) {
      if (token !== this.token) return false;
      const type = MENTIONED_TYPES[Number(code)];
      if (type !== undefined && typeof key === 'string' && typeof record === 'string')
        this.#keep(type, Number(number), key, record);
    }
    return true;
  }

  #keep(type: (typeof MENTIONED_TYPES)[number], number: number, key: string, record: string): void {
    switch (type) {
      case 'place':
        this.place.set(number, placeFrom(key, record));
        break;
      case 'person':
        this.person.set(number, personFrom(key, record));
        break;
      case 'topic':
        this.topic.set(number, topicFrom(key, record));
        break;
      case 'series':
        this.series.set(number, seriesFrom(key, record));
    }
  }
}

export function stateFrom(version: string | null | undefined, token: string | null | undefined): StoreState {
  return { version: Number(version), token: token ?? '' };
}
