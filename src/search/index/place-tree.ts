import type { BrowseEntry } from '../names/browse.ts';
import type { IndexColumns } from './columns.ts';
import type { Directory, Named } from '../names/directory.ts';
import { positionsIn } from './positions-in.ts';
import type { Page } from '../query/question.ts';
import type { ValueLists } from './value-lists.ts';

export type PlaceType = 'department' | 'venue';

/** A place in the tree of its kind, with the talks of everything under it. */
export interface BranchEntry extends BrowseEntry {
  /** How many places are right under it. */
  readonly places: number;
}

/** A page of the places right under one. */
export interface Branch {
  /** How many there are on all pages. */
  readonly total: number;
  /** By name. */
  readonly entries: readonly BranchEntry[];
}

/** Departments and venues as trees: of each kind, what is under nothing of that kind stands at the top. */
export class PlaceTree {
  readonly #columns: IndexColumns;
  readonly #directory: Directory;
  readonly #lists: ValueLists;
  #venues: ReadonlySet<number> | undefined;
  readonly #below = new Map<PlaceType, ReadonlyMap<number, readonly number[]>>();

  constructor(columns: IndexColumns, directory: Directory, lists: ValueLists) {
    this.#columns = columns;
    this.#directory = directory;
    this.#lists = lists;
  }

  /** Those of the places above one that are of its kind, outermost first. */
  parents(id: string): Named[] {
    const place = this.#directory.number('place', id);
    const { parents, orders } = this.#columns;
    const alike = orders.departments.includes(place) ? orders.departments : orders.venues;
    const above: number[] = [];
    for (let next = parents[place] ?? 0; next !== 0 && !above.includes(next); next = parents[next] ?? 0)
      above.unshift(next);
    return above.filter((number) => alike.includes(number)).map((number) => this.#directory.named('place', number));
  }

  /** The name of the venue that one is right inside of; `''` for none. */
  venueAround(id: string): string {
    const { parents, orders } = this.#columns;
    const parent = parents[this.#directory.number('place', id)] ?? 0;
    this.#venues ??= new Set(orders.venues);
    return this.#venues.has(parent) ? this.#directory.ordered('place', parent).name : '';
  }

  /** A page of what is right under a place; null for the top. @param now seconds since 1970-01-01T00:00:00Z */
  branch(type: PlaceType, id: string | null, { page, count }: Page, now: number): Branch {
    const toCome = positionsIn(this.#columns.talks.starts, { from: now, to: Infinity });
    const below = this.#belowOf(type);
    const place = id === null ? TOP : this.#directory.number('place', id);
    const places = id !== null && place === TOP ? [] : (below.get(place) ?? []);
    const skip = (page - 1) * count;
    const always = { from: 0, to: this.#columns.talks.numbers.length };
    const entries = places.slice(skip, skip + count).map((number) => ({
      ...this.#directory.named('place', number),
      talks: this.#lists.listOf(type, number, true, always).size,
      upcoming: this.#lists.listOf(type, number, true, toCome).size,
      places: below.get(number)?.length ?? 0,
    }));
    return { total: places.length, entries };
  }

  /** By number of a place: those right under it, by name. Worked out once for an index. */
  #belowOf(type: PlaceType): ReadonlyMap<number, readonly number[]> {
    let below = this.#below.get(type);
    if (below === undefined) this.#below.set(type, (below = this.#sorted(type)));
    return below;
  }

  #sorted(type: PlaceType): Map<number, number[]> {
    const { orders, parents } = this.#columns;
    const order = type === 'department' ? orders.departments : orders.venues;
    const alike = new Set(order);
    const below = new Map<number, number[]>();
    for (const number of order) {
      const parent = parents[number] ?? 0;
      const above = alike.has(parent) ? parent : TOP;
      const others = below.get(above);
      if (others === undefined) below.set(above, [number]);
      else others.push(number);
    }
    return below;
  }
}

/** No place has this number. */
const TOP = 0;
