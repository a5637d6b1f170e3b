import { LRUCache } from 'lru-cache';
import type { EntityType } from '#store/entity-type.ts';
import type { IndexColumns } from '../index/columns.ts';
import { highestNumber } from '../index/keys.ts';
import type { Directory } from '../names/directory.ts';
import { compareText, foldedName } from '../names/name-order.ts';
import { treeWithoutCircles } from '../index/postings-builder.ts';
import type { PositionList, Range } from '../index/position-list.ts';
import type { FacetKind } from '../query/page-question.ts';
import type { Page, Question } from '../query/question.ts';
import { AttributeCounts, type AttributeFacet, attributeFacets, type Find } from './attribute-facets.ts';
import { countValues, RangeCounts } from './range-counts.ts';
import { Counter } from './counter.ts';

/** A value that some talks have. */
export interface Facet {
  /** The slug, place id or topic URI. */
  readonly key: string;
  /** The key, if there is no such record. */
  readonly name: string;
  /** The number of talks that the question would find with only this value for its parameter. */
  readonly count: number;
  /** Whether the question has this value. */
  readonly isAsked: boolean;
}

export interface DepartmentFacet extends Facet {
  /** The number of listed departments that it is under, which come before it in the list. */
  readonly depth: number;
}

/** For each parameter, the values that would find the most talks, and the values of the question. */
export interface Facets {
  readonly departments: readonly DepartmentFacet[];
  readonly venues: readonly Facet[];
  readonly series: readonly Facet[];
  readonly topics: readonly Facet[];
  readonly speakers: readonly Facet[];
}

/** Which page of the values of one parameter to return. */
export interface FacetPart extends Page {
  /** Numbers of the records to choose from; undefined: all. */
  readonly only?: ReadonlySet<number> | undefined;
}

/** A page of all values of one parameter. */
export interface FacetPage {
  /** The number of values on all pages, not counting those of the question. */
  readonly total: number;
  readonly values: readonly (Facet | DepartmentFacet)[];
}

/** The most values of a parameter, not counting those of the question. */
export const MAX_VALUES = 10;

/** Which rows to return besides those of the question. */
interface RowsPart {
  readonly skip: number;
  readonly count: number;
  /** Numbers of the records to choose from; undefined: all. */
  readonly only?: ReadonlySet<number> | undefined;
  /** Called with the number of all these rows. */
  readonly tell?: (rows: number) => void;
}

const FIRST_ROWS: RowsPart = { skip: 0, count: MAX_VALUES };

const TYPES: Readonly<Record<FacetKind, EntityType>> = {
  departments: 'place',
  venues: 'place',
  series: 'series',
  topics: 'topic',
  speakers: 'person',
};
const KINDS = ['departments', 'venues', 'series', 'topics', 'speakers'] as const satisfies readonly FacetKind[];

// Counting is synchronous, so one counter of values is enough, and one of places with everything under them.
const VALUES = new Counter();
const PLACES = new Counter();

interface Row extends Facet {
  readonly number: number;
  /** The folded name, by which rows are sorted. */
  readonly folded: string;
}

type KindRows = Record<FacetKind, readonly Row[]>;

interface CachedFacets {
  readonly facets: Facets & Attributes;
  readonly bytes: number;
}

interface Attributes {
  readonly attributes?: readonly AttributeFacet[];
}

/** Bytes of cached facets. */
const RECENT_BYTES = 2 ** 20;

/** Facets are cached if more talks than this were visited, over all kinds of value. */
const MUCH_WORK = 10_000;

/** Counts the values of the talks that match a question. */
export class FacetCounter {
  readonly #columns: IndexColumns;
  readonly #directory: Directory;
  readonly #ranges: RangeCounts;
  readonly #attributes: AttributeCounts;
  readonly #recent = new LRUCache<string, CachedFacets>({
    maxSize: RECENT_BYTES,
    sizeCalculation: ({ bytes }) => bytes,
  });
  #parents: Uint32Array | undefined;

  constructor(columns: IndexColumns, directory: Directory) {
    this.#columns = columns;
    this.#directory = directory;
    this.#ranges = new RangeCounts(columns.talks);
    this.#attributes = new AttributeCounts(columns.talks);
  }

  /**
   * @param keyOf makes a cache key, equal for questions that find the same talks
   * @param timeZone IANA name of the time zone of evenings; undefined: attributes are not counted
   */
  facets(question: Question, range: Range, find: Find, keyOf: () => string, timeZone?: string): Facets & Attributes {
    const known = this.#recent.size === 0 ? undefined : this.#recent.get(keyOf());
    if (known !== undefined) return known.facets;
    const counted = KINDS.filter((kind) => question[kind].length === 0);
    const rows: KindRows = { departments: [], venues: [], series: [], topics: [], speakers: [] };
    let work = counted.length === 0 ? 0 : this.#count(counted, question, { found: find(question), range }, rows);
    for (const kind of KINDS) {
      if (counted.includes(kind)) continue;
      work += this.#count([kind], question, { found: find({ ...question, [kind]: [] }), range }, rows);
    }
    const facets = {
      ...(timeZone === undefined
        ? {}
        : { attributes: attributeFacets(this.#attributes, question, { range, find, timeZone }) }),
      departments: this.#asTree(rows.departments),
      venues: rows.venues.map(facetOf),
      series: rows.series.map(facetOf),
      topics: rows.topics.map(facetOf),
      speakers: rows.speakers.map(facetOf),
    };
    if (work > MUCH_WORK) this.#keep(keyOf(), facets, rows);
    return facets;
  }

  #keep(key: string, facets: CachedFacets['facets'], rows: KindRows): void {
    this.#recent.set(key, { facets, bytes: key.length + bytesOf(rows) });
  }

  /** A page of all values of a parameter, the most frequent first. Every page has the values of the question, too. */
  page(kind: FacetKind, question: Question, range: Range, find: Find, { page, count, only }: FacetPart): FacetPage {
    const rows: KindRows = { departments: [], venues: [], series: [], topics: [], speakers: [] };
    const skip = (page - 1) * count;
    const found = find({ ...question, [kind]: [] });
    let total = 0;
    this.#count([kind], question, { found, range }, rows, { skip, count, only, tell: (values) => (total = values) });
    const values = kind === 'departments' ? this.#asTree(rows[kind]) : rows[kind].map(facetOf);
    return { total, values };
  }

  /** Counts the values of some parameters over the same talks. @returns the number of talks visited */
  #count(
    kinds: readonly FacetKind[],
    question: Question,
    { found, range }: { readonly found: PositionList | undefined; readonly range: Range },
    rows: KindRows,
    part?: RowsPart,
  ): number {
    const positions = found?.slice(0, found.size);
    let work = 0;
    for (const kind of kinds) {
      const highest = this.#highest(kind);
      // Counts all: talks of places under a place may bring it to the top.
      const withBelow = isWithBelow(kind, question);
      const most = withBelow || question[kind].length > 0 || part !== undefined ? Infinity : MAX_VALUES;
      VALUES.begin(highest);
      work +=
        positions === undefined
          ? this.#ranges.add({ kind, highest, most }, range, VALUES)
          : countValues(this.#columns.talks, kind, positions, VALUES);
      rows[kind] = this.#rows(kind, question, withBelow ? this.#withBelow(VALUES) : VALUES, part);
    }
    return work;
  }

  /** The counts of places, each including everything under it. */
  #withBelow(places: Counter): Counter {
    const parents = this.#tree();
    PLACES.begin(parents.length);
    for (const place of places.numbers) {
      const count = places.count(place);
      for (let above = place; above !== 0; above = parents[above] ?? 0) PLACES.add(above, count);
    }
    return PLACES;
  }

  #rows(kind: FacetKind, question: Question, counts: Counter, part = FIRST_ROWS): Row[] {
    const type = TYPES[kind];
    const asked = question[kind].map((key): Row => {
      const number = this.#directory.number(type, key);
      const { name, folded } =
        number === 0 ? { name: key, folded: foldedName(key) } : this.#directory.ordered(type, number);
      return { number, key, name, folded, count: counts.count(number), isAsked: true };
    });
    const askedNumbers = new Set(asked.map(({ number }) => number));
    const tie = kind === 'departments' ? this.#shallowerFirst : lowerFirst;
    const { only } = part;
    const leftOut =
      only === undefined
        ? askedNumbers
        : new Set(counts.numbers.filter((one) => !only.has(one) || askedNumbers.has(one)));
    part.tell?.(counts.numbers.filter((number) => !leftOut.has(number)).length);
    const leading = counts.leading(part.skip + part.count, tie, leftOut).slice(part.skip);
    const most = leading.map((number): Row => {
      const { key, name, folded } = this.#directory.ordered(type, number);
      return { number, key, name, folded, count: counts.count(number), isAsked: false };
    });
    return [...asked, ...most].sort(
      (a, b) => b.count - a.count || compareText(a.folded, b.folded) || compareText(a.key, b.key),
    );
  }

  /** Moves each row to after the row that it is under. */
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

  /** Puts a place before one under it if both have the same talks. */
  readonly #shallowerFirst = (a: number, b: number): number =>
    this.#ancestors(a).length - this.#ancestors(b).length || a - b;

  /** Nearest first. */
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
    return highestNumber(this.#columns.keys[TYPES[kind]]);
  }
}

function isWithBelow(kind: FacetKind, { subdepartments, subvenues }: Question): boolean {
  return (kind === 'departments' && subdepartments) || (kind === 'venues' && subvenues);
}

/** An estimate that includes the texts. */
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
