import { isSlug } from '#catalogue/slug.ts';
import { byEntityType, type EntityType } from '#store/entity-type.ts';
import type { IndexColumns } from '../index/columns.ts';
import { familyFirst } from './family-name.ts';
import { foldedName, type OrderedBy } from './name-order.ts';
import { keyText, numberOfKey } from '../index/keys.ts';
import { isKeyedBySlug, packSlug, unpackSlug } from '../index/slug-words.ts';
import { Texts } from '../index/texts.ts';

export interface Named {
  /** The slug, place id or topic URI. */
  readonly key: string;
  readonly name: string;
}

/** A record with the folded name that it is sorted by. */
interface Ordered extends Named {
  readonly folded: string;
}

/** Cached records of a type; the cache is emptied when full. */
const MAX_REMEMBERED = 2_000;

/** Keys, numbers and names of all records but talks and private collections. */
export class Directory {
  readonly #keys: IndexColumns['keys'];
  readonly #names: Readonly<Record<EntityType, Texts>>;
  /** Lists of the values of talks need the same few records again and again. */
  readonly #remembered = byEntityType(() => new Map<number, Ordered>());

  constructor({ keys, names }: Pick<IndexColumns, 'keys' | 'names'>) {
    this.#keys = keys;
    this.#names = byEntityType((type) => new Texts(names[type]));
  }

  /** 0 if no record has this key. */
  number(type: EntityType, key: string): number {
    if (!isKeyedBySlug(type)) return numberOfKey(this.#keys[type], key);
    return isSlug(key) ? numberOfKey(this.#keys[type], packSlug(key)) : 0;
  }

  key(type: EntityType, number: number): string {
    const key = keyText(this.#keys[type], number);
    return isKeyedBySlug(type) ? unpackSlug(key) : key;
  }

  name(type: EntityType, number: number): string {
    return this.#names[type].of(number);
  }

  named(type: EntityType, number: number): Named {
    return { key: this.key(type, number), name: this.name(type, number) };
  }

  /** Like `named`, but cached, for records that are often needed. */
  ordered(type: EntityType, number: number): Ordered {
    const remembered = this.#remembered[type];
    let known = remembered.get(number);
    if (known === undefined) {
      const { key, name } = this.named(type, number);
      if (remembered.size >= MAX_REMEMBERED) remembered.clear();
      remembered.set(number, (known = { key, name, folded: orderedAs(type, name) }));
    }
    return known;
  }

  /** What records of a type are sorted by. */
  orderedBy(type: EntityType): OrderedBy {
    return {
      folded: (number) => orderedAs(type, this.name(type, number)),
      key: (number) => keyText(this.#keys[type], number),
    };
  }
}

/** The folded name to sort by; for a person, the family name comes first. */
function orderedAs(type: EntityType, name: string): string {
  return foldedName(type === 'person' ? familyFirst(name) : name);
}
