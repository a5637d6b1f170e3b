import { highestNumber } from '../index/keys.ts';
import type { IndexColumns } from '../index/columns.ts';
import type { Directory } from '../names/directory.ts';
import { foldedName } from '../names/folded-name.ts';
import { treeWithoutCircles } from '../index/place-lists.ts';
import type { PositionList, Range } from '../index/position-list.ts';
import type { Question } from '../query/question.ts';
import { RecentLists } from '../index/recent-lists.ts';
import { countValues } from './count-values.ts';
import { RangeCounts } from './range-counts.ts';
import { Counter } from './counter.ts';
import type { ChangedType } from '../replica/changed-entities.ts';

/** A value that some talks have. */
export interface Facet {
  /** The slug, place id or topic URI. */
  readonly key: string;
  /** The key, where there is no record with it. */
  readonly name: string;
  /** How many talks a question finds that asks for this value alone, and of the other parameters what this one asks. */
  readonly count: number;
  /** Whether the question asks for it. */
  readonly isAsked: boolean;
}

export interface DepartmentFacet extends Facet {
  /** How many of the rows shown it is under; it comes right behind them and what is under them. */
  readonly depth: number;
}

/** For each parameter, its values that would find most talks, and those asked. */
export interface Facets {
  readonly departments: readonly DepartmentFacet[];
  readonly venues: readonly Facet[];
  readonly series: readonly Facet[];
  readonly topics: readonly Facet[];
  readonly speakers: readonly Facet[];
}

type FacetKind = keyof Facets;

/** Values besides those asked. */
const MOST_VALUES = 10;

const TYPES: Readonly<Record<FacetKind, ChangedType>> = {
  departments: 'place',
  venues: 'place',
  series: 'series',
  topics: 'topic',
  speakers: 'person',
};
const KINDS = ['departments', 'venues', 'series', 'topics', 'speakers'] as const satisfies readonly FacetKind[];

/** The talks that a question finds; undefined for all in the range. */
type Find = (question: Question) => PositionList | undefined;

/** Whoever counts does so at once: one tally of values is enough, and one of places with everything under them. */
const VALUES = new Counter();
const PLACES = new Counter();

interface Row extends Facet {
  readonly number: number;
  /** What its name is ordered by. */
  readonly folded: string;
}

type KindRows = Record<FacetKind, readonly Row[]>;

interface KeptFacets {
  readonly facets: Facets;
  readonly bytes: number;
}

/** Bytes of answers kept for questions that took work. */
const RECENT_BYTES = 2 ** 20;

/** Talks gone through, for all kinds of value, from which on an answer is worth keeping. */
const MUCH_WORK = 10_000;

/** Counts the values of the talks that questions find. */
export class FacetCounter {
  readonly #columns: IndexColumns;
  readonly #directory: Directory;
  readonly #ranges: RangeCounts;
  readonly #recent = new RecentLists<KeptFacets>(RECENT_BYTES);
  #parents: Uint32Array | undefined;

  constructor(columns: IndexColumns, directory: Directory) {
    this.#columns = columns;
    this.#directory = directory;
    this.#ranges = new RangeCounts(columns.talks);
  }

  /** @param key the same for questions that find the same talks */
  facets(question: Question, range: Range, find: Find, key: string): Facets {
    const known = this.#recent.get(key);
    if (known !== undefined) return known.facets;
    const counted = KINDS.filter((kind) => question[kind].length === 0);
    const rows: KindRows = { departments: [], venues: [], series: [], topics: [], speakers: [] };
    let work = counted.length === 0 ? 0 : this.#count(counted, question, { found: find(question), range }, rows);
    for (const kind of KINDS) {
      if (counted.includes(kind)) continue;
      work += this.#count([kind], question, { found: find({ ...question, [kind]: [] }), range }, rows);
    }
    const facets = {
      departments: this.#asTree(rows.departments),
      venues: rows.venues.map(facetOf),
      series: rows.series.map(facetOf),
      topics: rows.topics.map(facetOf),
      speakers: rows.speakers.map(facetOf),
    };
    if (work > MUCH_WORK) this.#recent.set(key, { facets, bytes: key.length + bytesOf(rows) });
    return facets;
  }

  /** Counts the values of some parameters over the same talks, and returns how many talks it went through. */
  #count(
    kinds: readonly FacetKind[],
    question: Question,
    { found, range }: { readonly found: PositionList | undefined; readonly range: Range },
    rows: KindRows,
  ): number {
    const positions = found?.slice(0, found.size);
    let work = 0;
    for (const kind of kinds) {
      const highest = this.#highest(kind);
      // A place may have most talks by what is under it: all are counted then.
      const withBelow = isWithBelow(kind, question);
      const most = withBelow || question[kind].length > 0 ? Infinity : MOST_VALUES;
      VALUES.begin(highest);
      work +=
        positions === undefined
          ? this.#ranges.add({ kind, highest, most }, range, VALUES)
          : countValues(this.#columns.talks, kind, positions, VALUES);
      rows[kind] = this.#rows(kind, question, withBelow ? this.#withBelow(VALUES) : VALUES);
    }
    return work;
  }

  /** Of places: what counts for each with everything under it. */
  #withBelow(places: Counter): Counter {
    const parents = this.#tree();
    PLACES.begin(parents.length);
    for (const place of places.numbers) {
      const count = places.count(place);
      for (let above = place; above !== 0; above = parents[above] ?? 0) PLACES.add(above, count);
    }
    return PLACES;
  }

  #rows(kind: FacetKind, question: Question, tally: Counter): Row[] {
    const type = TYPES[kind];
    const asked = question[kind].map((key): Row => {
      const number = this.#directory.number(type, key);
      const { name, folded } =
        number === 0 ? { name: key, folded: foldedName(key) } : this.#directory.ordered(type, number);
      return { number, key, name, folded, count: tally.count(number), isAsked: true };
    });
    const askedNumbers = new Set(asked.map(({ number }) => number));
    const tie = kind === 'departments' ? this.#shallowerFirst : lowerFirst;
    const most = tally.leading(MOST_VALUES, tie, askedNumbers).map((number): Row => {
      const { key, name, folded } = this.#directory.ordered(type, number);
      return { number, key, name, folded, count: tally.count(number), isAsked: false };
    });
    return [...asked, ...most].sort(
      (a, b) => b.count - a.count || compareText(a.folded, b.folded) || compareText(a.key, b.key),
    );
  }

  /** Each row behind the one that it is under. */
  #asTree(rows: readonly Row[]): DepartmentFacet[] {
    const shown = new Set(rows.map(({ number }) => number).filter((number) => number !== 0));
    const under = new Map<number, Row[]>();
    for (const row of rows) {
      const above = this.#ancestors(row.number).find((number) => shown.has(number)) ?? 0;
      const siblings = under.get(above);
      if (siblings === undefined) under.set(above, [row]);
      else siblings.push(row);
    }
    const tree: DepartmentFacet[] = [];
    function add(above: number, depth: number): void {
      for (const row of under.get(above) ?? []) {
        const { key, name, count, isAsked } = row;
        tree.push({ key, name, count, isAsked, depth });
        if (row.number !== 0) add(row.number, depth + 1);
      }
    }
    add(0, 0);
    return tree;
  }

  /** Where all the talks of a place are of one under it, the place comes first. */
  readonly #shallowerFirst = (a: number, b: number): number =>
    this.#ancestors(a).length - this.#ancestors(b).length || a - b;

  /** From the nearest up. */
  #ancestors(place: number): number[] {
    const parents = this.#tree();
    const ancestors: number[] = [];
    for (let above = parents[place] ?? 0; above !== 0; above = parents[above] ?? 0) ancestors.push(above);
    return ancestors;
  }

  #tree(): Uint32Array {
    return (this.#parents ??= treeWithoutCircles(this.#columns.parents));
  }

  #highest(kind: FacetKind): number {
    const { people, series, topics, parents } = this.#columns;
    if (kind === 'speakers') return highestNumber(people);
    if (kind === 'series') return highestNumber(series);
    return kind === 'topics' ? highestNumber(topics) : parents.length - 1;
  }
}

function isWithBelow(kind: FacetKind, { subdepartments, subvenues }: Question): boolean {
  return (kind === 'departments' && subdepartments) || (kind === 'venues' && subvenues);
}

/** About what rows take, with their text. */
function bytesOf(rows: KindRows): number {
  const all = Object.values(rows).flat();
  return all.reduce((bytes, { key, name }) => bytes + 100 + 2 * (key.length + name.length), 0);
}

function facetOf({ key, name, count, isAsked }: Row): Facet {
  return { key, name, count, isAsked };
}

function lowerFirst(a: number, b: number): number {
  return a - b;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
