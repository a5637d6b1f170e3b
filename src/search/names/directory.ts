import { isSlug } from '#catalogue/slug.ts';
import type { IndexColumns, KeyColumns } from '../index/columns.ts';
import { familyFirst } from './family-name.ts';
import { foldedName } from './folded-name.ts';
import { keyText, numberOf } from '../index/keys.ts';
import type { OrderedBy } from './name-order.ts';
import { packSlug, unpackSlug } from '../index/slug-words.ts';
import { Texts } from '../index/texts.ts';
import type { ChangedType } from '../replica/changed-entities.ts';

/** A record by its identifier and what people call it. */
export interface Named {
  /** The slug, place id or topic URI. */
  readonly key: string;
  readonly name: string;
}

/** The same, and what it is ordered by. */
export interface Ordered extends Named {
  readonly folded: string;
}

/** Records of a type that are kept ready; then they are forgotten. */
const MOST_READY = 2_000;

/** Whose keys are slugs, which are kept packed. */
const SLUGGED = new Set<ChangedType>(['person', 'series', 'collection']);

/** Keys, numbers and names of everything but talks. Private collections are not in it. */
export class Directory {
  readonly #keys: Readonly<Record<ChangedType, KeyColumns>>;
  readonly #names: Readonly<Record<ChangedType, Texts>>;
  /** Lists of what talks have name the same few again and again. */
  readonly #ready: Readonly<Record<ChangedType, Map<number, Ordered>>> = {
    person: new Map(),
    series: new Map(),
    place: new Map(),
    topic: new Map(),
    collection: new Map(),
  };

  constructor(columns: Pick<IndexColumns, 'people' | 'series' | 'places' | 'topics' | 'collections' | 'names'>) {
    const { people, series, places, topics, collections, names } = columns;
    this.#keys = { person: people, series, place: places, topic: topics, collection: collections };
    this.#names = {
      person: new Texts(names.people),
      series: new Texts(names.series),
      place: new Texts(names.places),
      topic: new Texts(names.topics),
      collection: new Texts(names.collections),
    };
  }

  /** 0 when there is none with this key. */
  number(type: ChangedType, key: string): number {
    if (!SLUGGED.has(type)) return numberOf(this.#keys[type], key);
    return isSlug(key) ? numberOf(this.#keys[type], packSlug(key)) : 0;
  }

  key(type: ChangedType, number: number): string {
    const key = keyText(this.#keys[type], number);
    return SLUGGED.has(type) ? unpackSlug(key) : key;
  }

  name(type: ChangedType, number: number): string {
    return this.#names[type].of(number);
  }

  named(type: ChangedType, number: number): Named {
    return { key: this.key(type, number), name: this.name(type, number) };
  }

  /** As `named`, for what is asked for often. */
  ordered(type: ChangedType, number: number): Ordered {
    const ready = this.#ready[type];
    let known = ready.get(number);
    if (known === undefined) {
      const { key, name } = this.named(type, number);
      if (ready.size >= MOST_READY) ready.clear();
      ready.set(number, (known = { key, name, folded: orderedAs(type, name) }));
    }
    return known;
  }

  /** How records of a type are put into the order of their names. */
  orderedBy(type: ChangedType): OrderedBy {
    return {
      folded: (number) => orderedAs(type, this.name(type, number)),
      key: (number) => keyText(this.#keys[type], number),
    };
  }
}

/** What a name is ordered by: a person's begins with the family name. */
function orderedAs(type: ChangedType, name: string): string {
  return foldedName(type === 'person' ? familyFirst(name) : name);
}
