import { highestNumber } from './keys.js';
import type { IndexColumns } from './columns.js';
import type { Directory } from './directory.js';
import { firstOf } from './first-of.js';
import { foldedName } from './folded-name.js';
import { treeWithoutCircles } from './place-lists.js';
import type { PositionList, Range } from './position-list.js';
import type { Question } from './question.js';
import { RecentLists } from './recent-lists.js';
import { countValues } from './count-values.js';
import type { Tallies } from './count-values.js';
import { LeadingValues } from './leading-values.js';
import { Tally } from './tally.js';
import type { EntityType } from './touched.js';
import type { ValueLists, ValueType } from './value-lists.js';

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

const TYPES: Readonly<Record<FacetKind, EntityType>> = {
  departments: 'place',
  venues: 'place',
  series: 'series',
  topics: 'topic',
  speakers: 'person',
};
const VALUES = {
  departments: 'department',
  venues: 'venue',
  series: 'series',
  topics: 'topic',
  speakers: 'person',
} as const satisfies Readonly<Record<FacetKind, ValueType>>;
const KINDS = ['departments', 'venues', 'series', 'topics', 'speakers'] as const satisfies readonly FacetKind[];

/** The talks that a question finds; undefined for all in the range. */
type Find = (question: Question) => PositionList | undefined;

/** Whoever counts does so at once: one set of tallies is enough. */
const TALLIES: Tallies = {
  departments: new Tally(),
  venues: new Tally(),
  series: new Tally(),
  topics: new Tally(),
  speakers: new Tally(),
};
const PLACES = new Tally();

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

/** Talks from which on an answer is worth keeping. */
const MUCH_WORK = 2000;

/** Counts the values of the talks that questions find. */
export class FacetCounter {
  readonly #columns: IndexColumns;
  readonly #directory: Directory;
  readonly #leading: LeadingValues;
  readonly #recent = new RecentLists<KeptFacets>(RECENT_BYTES);
  #parents: Uint32Array | undefined;

  constructor(columns: IndexColumns, directory: Directory, lists: ValueLists) {
    this.#columns = columns;
    this.#directory = directory;
    this.#leading = new LeadingValues(lists, columns.talks.numbers.length);
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

  /** Counts the values of some parameters over the same talks, and returns how many these are. */
  #count(
    kinds: readonly FacetKind[],
    question: Question,
    { found, range }: { readonly found: PositionList | undefined; readonly range: Range },
    rows: KindRows,
  ): number {
    const talks = found?.size ?? range.to - range.from;
    const isMuch = found === undefined && talks > MUCH_WORK;
    const rest = kinds.filter((kind) => {
      const leading = isMuch ? this.#leadersOf(kind, question, range) : undefined;
      if (leading !== undefined) rows[kind] = this.#rows(kind, question, leading);
      return leading === undefined;
    });
    for (const kind of rest) TALLIES[kind].begin(this.#highest(kind));
    countValues(this.#columns.talks, found?.slice(0, found.size) ?? range, TALLIES, rest);
    for (const kind of rest) rows[kind] = this.#rows(kind, question, this.#talliedOf(kind, question));
    return talks;
  }

  /** The same counts for all talks of a range, of the values that may be shown; undefined where that takes longer. */
  #leadersOf(kind: FacetKind, question: Question, range: Range): Tally | undefined {
    const asked = question[kind].map((key) => this.#directory.number(TYPES[kind], key));
    const wanted = { most: MOST_VALUES, asked, highest: this.#highest(kind) };
    return this.#leading.tally(VALUES[kind], isWithBelow(kind, question), range, wanted);
  }

  /** What counts for the values of a parameter: of places, perhaps, everything under them. */
  #talliedOf(kind: FacetKind, question: Question): Tally {
    if (!isWithBelow(kind, question)) return TALLIES[kind];
    const parents = this.#tree();
    PLACES.begin(parents.length);
    for (const place of TALLIES[kind].numbers) {
      const count = TALLIES[kind].count(place);
      for (let above = place; above !== 0; above = parents[above] ?? 0) PLACES.add(above, count);
    }
    return PLACES;
  }

  #rows(kind: FacetKind, question: Question, tally: Tally): Row[] {
    const type = TYPES[kind];
    const asked = question[kind].map((key): Row => {
      const number = this.#directory.number(type, key);
      const { name, folded } =
        number === 0 ? { name: key, folded: foldedName(key) } : this.#directory.ordered(type, number);
      return { number, key, name, folded, count: tally.count(number), isAsked: true };
    });
    const askedNumbers = new Set(asked.map(({ number }) => number));
    const tie = kind === 'departments' ? this.#shallowerFirst : lowerFirst;
    const others = asked.length === 0 ? tally.numbers : tally.numbers.filter((number) => !askedNumbers.has(number));
    const byCount = (a: number, b: number): number => tally.count(b) - tally.count(a) || tie(a, b);
    const most = firstOf(others, MOST_VALUES, byCount).map((number): Row => {
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
        tree.push({ ...facetOf(row), depth });
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
