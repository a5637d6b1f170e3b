import type { BrowseEntry } from '../names/browse.ts';
import type { IndexColumns } from './columns.ts';
import type { Directory, Named } from '../names/directory.ts';
import type { PlaceType } from './list-type.ts';
import { positionsIn } from './position-list.ts';
import type { Page } from '../query/question.ts';
import type { ValueLists } from './value-lists.ts';

/** A place in the tree of departments or of venues. Its talks include those of everything under it. */
export interface BranchEntry extends BrowseEntry {
  /** The number of places directly under it. */
  readonly places: number;
}

/** A page of the places directly under a place. */
export interface Branch {
  /** Places on all pages. */
  readonly total: number;
  /** Sorted by name. */
  readonly entries: readonly BranchEntry[];
}

/** The trees of departments and of venues. At the top are places with no parent of the same kind. */
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

  /** The places of the same kind above a place, outermost first. */
  parents(id: string): Named[] {
    const place = this.#directory.number('place', id);
    const { parents, orders } = this.#columns;
    const sameKind = orders.department.includes(place) ? orders.department : orders.venue;
    const above: number[] = [];
    for (let next = parents[place] ?? 0; next !== 0 && !above.includes(next); next = parents[next] ?? 0)
      above.unshift(next);
    return above.filter((number) => sameKind.includes(number)).map((number) => this.#directory.named('place', number));
  }

  /** The name of the venue that directly contains a place; `''` if there is none. */
  venueAround(id: string): string {
    const { parents, orders } = this.#columns;
    const parent = parents[this.#directory.number('place', id)] ?? 0;
    this.#venues ??= new Set(orders.venue);
    return this.#venues.has(parent) ? this.#directory.ordered('place', parent).name : '';
  }

  /** A page of the places directly under one; null: at the top. @param now seconds since 1970-01-01T00:00:00Z */
  branch(type: PlaceType, id: string | null, { page, count }: Page, now: number): Branch {
    const toCome = positionsIn(this.#columns.talks.starts, { from: now, to: Infinity });
    const below = this.#belowOf(type);
    const place = id === null ? TOP : this.#directory.number('place', id);
    const places = id !== null && place === TOP ? [] : (below.get(place) ?? []);
    const skip = (page - 1) * count;
    const always = { from: 0, to: this.#columns.talks.numbers.length };
    const entries = places.slice(skip, skip + count).map((number) => ({
      ...this.#directory.named('place', number),
      talks: this.#lists.of(type, number, always).size,
      upcoming: this.#lists.of(type, number, toCome).size,
      places: below.get(number)?.length ?? 0,
    }));
    return { total: places.length, entries };
  }

  /** By number of a place: the places directly under it, sorted by name. */
  #belowOf(type: PlaceType): ReadonlyMap<number, readonly number[]> {
    let below = this.#below.get(type);
    if (below === undefined) this.#below.set(type, (below = this.#sorted(type)));
    return below;
  }

  #sorted(type: PlaceType): Map<number, number[]> {
    const { orders, parents } = this.#columns;
    const order = orders[type];
    const sameKind = new Set(order);
    const aboveOf = (number: number): number => {
      const parent = parents[number] ?? 0;
      return sameKind.has(parent) ? parent : TOP;
    };
    return Map.groupBy(order, aboveOf);
  }
}

/** Stands for the top of the tree: no place has this number. */
const TOP = 0;
