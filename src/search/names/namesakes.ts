import type { IndexColumns } from '../index/columns.ts';
import type { Directory } from './directory.ts';
import { DEPARTMENT_REF, SERIES_REF } from '../index/talk-refs.ts';
import type { ValueLists } from '../index/value-lists.ts';

/** Of people that are asked for one by one, those that are remembered; then they are forgotten. */
const MOST_KNOWN = 10_000;

/** Talks of a person that are looked at: the latest. */
const MOST_TALKS = 100;

/** Others of a name that are told of. */
const MOST_OTHERS = 10;

/** Tells people of one name apart. */
export class Namesakes {
  readonly #columns: IndexColumns;
  readonly #directory: Directory;
  readonly #lists: ValueLists;
  /** By slug: on a page of a search there are ten, mostly the same. */
  readonly #known = new Map<string, string>();

  constructor(columns: IndexColumns, directory: Directory, lists: ValueLists) {
    this.#columns = columns;
    this.#directory = directory;
    this.#lists = lists;
  }

  /**
   * What tells a person from others of the same name: the department of most of their talks, or else the series. `''`
   * where nobody else is called so, or nothing is known of them.
   */
  affiliation(slug: string): string {
    const known = this.#known.get(slug);
    if (known !== undefined) return known;
    const person = this.#directory.number('person', slug);
    if (person === 0) return '';
    const affiliation = this.#affiliationAt(this.#placeOf(person));
    if (this.#known.size >= MOST_KNOWN) this.#known.clear();
    this.#known.set(slug, affiliation);
    return affiliation;
  }

  /** The same of people who follow each other in the order of names. */
  affiliations(people: Uint32Array): string[] {
    const first = this.#placeOf(people[0] ?? 0);
    return Array.from(people, (_, at) => this.#affiliationAt(first + at));
  }

  /** Some of those who have the same name, in their order. */
  others(person: number): number[] {
    const { people } = this.#columns.orders;
    const { folded } = this.#directory.orderedBy('person');
    const name = folded(person);
    const place = this.#placeOf(person);
    let first = place;
    while (first > 0 && place - first < MOST_OTHERS && folded(people[first - 1] ?? 0) === name) first -= 1;
    let end = place + 1;
    while (end < people.length && end - place <= MOST_OTHERS && folded(people[end] ?? 0) === name) end += 1;
    return [...people.subarray(first, place), ...people.subarray(place + 1, end)].slice(0, MOST_OTHERS);
  }

  #affiliationAt(place: number): string {
    const { people } = this.#columns.orders;
    const { folded } = this.#directory.orderedBy('person');
    const name = folded(people[place] ?? 0);
    const isShared = [people[place - 1], people[place + 1]].some((one) => one !== undefined && folded(one) === name);
    return isShared ? this.#mostTalksOf(people[place] ?? 0) : '';
  }

  #mostTalksOf(person: number): string {
    const { talks } = this.#columns;
    const all = this.#lists.speaker(person, { from: 0, to: talks.numbers.length });
    const latest = all.slice(Math.max(0, all.size - MOST_TALKS), MOST_TALKS);
    const refsAt = (ref: number): number[] =>
      Array.from(latest, (position) => talks.refs[(talks.refOffsets[position] ?? 0) + ref] ?? 0);
    const department = mostFrequent(refsAt(DEPARTMENT_REF));
    if (department !== 0) return this.#directory.name('place', department);
    return this.#directory.name('series', mostFrequent(refsAt(SERIES_REF)));
  }

  /** Where a person stands in the order of names. */
  #placeOf(person: number): number {
    const { people } = this.#columns.orders;
    const { folded, key } = this.#directory.orderedBy('person');
    const isBefore = (other: number): boolean => {
      const [one, two] = [folded(other), folded(person)];
      return one === two ? key(other) < key(person) : one < two;
    };
    let low = 0;
    let high = people.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(people[middle] ?? 0)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Of equals the one whose last is last; 0, which stands for none, where there is no other. */
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
