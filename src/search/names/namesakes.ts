import { DEPARTMENT_REF, type IndexColumns, SERIES_REF } from '../index/columns.ts';
import type { PlaceType } from '../index/list-type.ts';
import type { Directory } from './directory.ts';
import { placeInOrder } from './name-order.ts';
import type { ValueLists } from '../index/value-lists.ts';

/** Cached affiliations; the cache is emptied when full. */
const MAX_KNOWN = 10_000;

/** The most talks of a person that are examined: the latest ones. */
const MAX_TALKS = 100;

/** The most others with the same name to list. */
const MAX_OTHERS = 10;

/** Tells apart people who share a name, and places of the same kind that do. */
export class Namesakes {
  readonly #columns: IndexColumns;
  readonly #directory: Directory;
  readonly #lists: ValueLists;
  /** By slug. A search page shows about ten people, mostly the same ones. */
  readonly #known = new Map<string, string>();

  constructor(columns: IndexColumns, directory: Directory, lists: ValueLists) {
    this.#columns = columns;
    this.#directory = directory;
    this.#lists = lists;
  }

  /**
   * Tells a person apart from others with the same name: the department of most of their talks, or else the series.
   * `''` if nobody shares the name, or neither is known.
   */
  affiliation(slug: string): string {
    const known = this.#known.get(slug);
    if (known !== undefined) return known;
    const person = this.#directory.number('person', slug);
    if (person === 0) return '';
    const affiliation = this.#affiliationAt(this.#placeOf(person));
    if (this.#known.size >= MAX_KNOWN) this.#known.clear();
    this.#known.set(slug, affiliation);
    return affiliation;
  }

  /** The place that a place is part of, if it shares its name with another of its kind; `''` if not, or if none. */
  placeAround(type: PlaceType, place: number): string {
    const order = this.#columns.orders[type];
    const by = this.#directory.orderedBy('place');
    const at = placeInOrder(place, order, 0, by);
    const name = by.folded(place);
    const isShared = [order[at - 1], order[at + 1]].some((one) => one !== undefined && by.folded(one) === name);
    const around = this.#columns.parents[place] ?? 0;
    return isShared && around !== 0 ? this.#directory.name('place', around) : '';
  }

  /** Like `affiliation`, for people who are consecutive in the order of names. */
  affiliations(people: Uint32Array): string[] {
    const first = this.#placeOf(people[0] ?? 0);
    return Array.from(people, (_, at) => this.#affiliationAt(first + at));
  }

  /** Numbers of some of the people with the same name, in order. */
  others(person: number): number[] {
    const { person: people } = this.#columns.orders;
    const { folded } = this.#directory.orderedBy('person');
    const name = folded(person);
    const place = this.#placeOf(person);
    let first = place;
    while (first > 0 && place - first < MAX_OTHERS && folded(people[first - 1] ?? 0) === name) first -= 1;
    let end = place + 1;
    while (end < people.length && end - place <= MAX_OTHERS && folded(people[end] ?? 0) === name) end += 1;
    return [...people.subarray(first, place), ...people.subarray(place + 1, end)].slice(0, MAX_OTHERS);
  }

  #affiliationAt(place: number): string {
    const { person: people } = this.#columns.orders;
    const { folded } = this.#directory.orderedBy('person');
    const name = folded(people[place] ?? 0);
    const isShared = [people[place - 1], people[place + 1]].some((one) => one !== undefined && folded(one) === name);
    return isShared ? this.#mostTalksOf(people[place] ?? 0) : '';
  }

  #mostTalksOf(person: number): string {
    const { talks } = this.#columns;
    const all = this.#lists.of('person', person, { from: 0, to: talks.numbers.length });
    const latest = all.slice(Math.max(0, all.size - MAX_TALKS), MAX_TALKS);
    const refsAt = (ref: number): number[] =>
      Array.from(latest, (position) => talks.refs[(talks.refOffsets[position] ?? 0) + ref] ?? 0);
    const department = mostFrequent(refsAt(DEPARTMENT_REF));
    if (department !== 0) return this.#directory.name('place', department);
    return this.#directory.name('series', mostFrequent(refsAt(SERIES_REF)));
  }

  /** A person's index in the order of names. */
  #placeOf(person: number): number {
    return placeInOrder(person, this.#columns.orders.person, 0, this.#directory.orderedBy('person'));
  }
}

/** On a tie, the number that reached the count last. 0 stands for none, and is returned only if there is no other. */
function mostFrequent(numbers: readonly number[]): number {
  const counts = new Map<number, number>();
  let most = 0;
  for (const number of numbers) {
    if (number === 0) continue;
    const count = (counts.get(number) ?? 0) + 1;
    counts.set(number, count);
    if (count >= (counts.get(most) ?? 0)) most = number;
  }
  return most;
}
