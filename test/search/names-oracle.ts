import { typeOf } from '#catalogue/record.ts';
import type { CatalogueRecord, RecordType } from '#catalogue/record.ts';
import type { Talk } from '#catalogue/talk.ts';
import type { BrowseType } from '#search/index/list-type.ts';
import type { BrowseEntry } from '#search/names/browse.ts';
import type { Named } from '#search/names/directory.ts';
import { familyFirst } from '#search/names/family-name.ts';
import type { DepartmentFacet, Facet, Facets } from '#search/answers/facets.ts';
import type { Oracle, Search } from './oracle.ts';

type Kind = keyof Facets;

/** A record as lists and counts show it. */
interface Listed extends Named {
  readonly number: number;
}

interface Row extends Listed {
  readonly count: number;
  readonly isAsked: boolean;
}

/** Computes name lists, facets and related talks record by record. */
export class NamesOracle {
  readonly #records: readonly CatalogueRecord[];
  readonly #talks: readonly Talk[];
  readonly #oracle: Oracle;
  readonly #numberOf: (type: RecordType, key: string) => number;

  /** @param numberOf the store's numbers, which break ties between values with equally many talks */
  constructor(
    records: readonly CatalogueRecord[],
    oracle: Oracle,
    numberOf: (type: RecordType, key: string) => number,
  ) {
    this.#records = records;
    this.#talks = records
      .flatMap((record) => (record.type === 'talk' ? [record] : []))
      .sort((a, b) => compare(`${a.start} ${a.slug}`, `${b.start} ${b.slug}`));
    this.#oracle = oracle;
    this.#numberOf = numberOf;
  }

  facets(search: Search): Facets {
    const rows = (kind: Kind): Row[] => this.#rows(kind, search);
    return {
      departments: this.#tree(rows('departments')),
      venues: rows('venues').map(facetOf),
      series: rows('series').map(facetOf),
      topics: rows('topics').map(facetOf),
      speakers: rows('speakers').map(facetOf),
    };
  }

  /** All entries of a list, with their letters. Collections have no talks here, so their counts are 0. */
  browse(type: BrowseType, now: number): (BrowseEntry & { letter: string })[] {
    const ordered = (name: string): string => (type === 'person' ? familyFirst(name) : name);
    return this.#entities(type)
      .sort((a, b) => compare(sortKey(ordered(a.name)), sortKey(ordered(b.name))) || compare(a.key, b.key))
      .map(({ key, name }) => {
        const talks = this.#talks.filter((talk) => this.#hasValue(talk, type, key));
        const upcoming = talks.filter(({ start }) => seconds(start) >= now).length;
        const affiliation = type === 'person' ? this.#affiliation(key, name) : '';
        const entry = { key, name, talks: talks.length, upcoming, letter: letterOf(ordered(name)) };
        return affiliation === '' ? entry : { ...entry, affiliation };
      });
  }

  /** For people who share a name: the department of most of their talks, else the series; the latest if tied. */
  #affiliation(slug: string, name: string): string {
    const isNamesake = (other: Listed): boolean =>
      other.key !== slug && sortKey(familyFirst(other.name)) === sortKey(familyFirst(name));
    if (!this.#entities('person').some(isNamesake)) return '';
    const theirs = this.#talks.filter(({ speakers }) => speakers.includes(slug));
    const leading = (values: readonly (string | null)[]): string | null =>
      values
        .filter((value) => value !== null)
        .map((value, at, all) => ({ value, at, count: all.filter((each) => each === value).length }))
        .sort((a, b) => b.count - a.count || b.at - a.at)[0]?.value ?? null;
    const department = leading(theirs.map(({ organisingDepartment }) => organisingDepartment));
    if (department !== null) return this.#named(department).name;
    const series = leading(theirs.map((talk) => talk.series));
    return this.#entities('series').find(({ key }) => key === series)?.name ?? '';
  }

  /** The slugs of related talks. */
  related(slug: string, limit: number, now: number): string[] {
    const given = this.#talks.find((talk) => talk.slug === slug);
    if (given === undefined) return [];
    const scored = this.#talks.map((talk, position) => {
      const shared = [
        ...given.topics.filter((uri) => talk.topics.includes(uri)).map((uri) => this.#points('topic', uri)),
        ...given.speakers.filter((each) => talk.speakers.includes(each)).map((each) => this.#points('person', each)),
      ];
      return { talk, position, isPast: seconds(talk.start) < now, score: shared.reduce((sum, each) => sum + each, 0) };
    });
    return scored
      .filter(({ talk, score }) => score > 0 && talk !== given && talk.status !== 'cancelled')
      .sort((a, b) => {
        if (a.isPast !== b.isPast) return a.isPast ? 1 : -1;
        if (a.score !== b.score) return b.score - a.score;
        return a.isPast ? b.position - a.position : a.position - b.position;
      })
      .slice(0, limit)
      .map(({ talk }) => talk.slug);
  }

  /** The slugs of the previous and the next talk of the series, or `''`. */
  beside(slug: string): string[] {
    const given = this.#talks.find((talk) => talk.slug === slug);
    if (given === undefined || given.series === null) return ['', ''];
    const series = this.#talks.filter((talk) => talk.series === given.series);
    const at = series.indexOf(given);
    return [series[at - 1]?.slug ?? '', series[at + 1]?.slug ?? ''];
  }

  /** Outermost first. */
  parents(id: string): Named[] {
    const above = this.#above(id).reverse();
    return above.flatMap((each) => (this.#kindOf(each) === this.#kindOf(id) ? [this.#named(each)] : []));
  }

  children(id: string): Named[] {
    return this.#records
      .flatMap((record) =>
        record.type === 'place' && record.parent === id && record.kind === this.#kindOf(id) ? [record] : [],
      )
      .sort((a, b) => compare(sortKey(a.name), sortKey(b.name)) || compare(a.id, b.id))
      .map((record) => ({ key: record.id, name: record.name }));
  }

  /** The values asked for, and the ten others that find the most talks. */
  #rows(kind: Kind, search: Search): Row[] {
    const asked = [...new Set(search[kind])];
    const type = TYPES[kind];
    const entities = type === 'place' ? this.#places() : this.#entities(type);
    const counted = entities.map((each): Row => {
      const count = this.#oracle.search({ ...search, [kind]: [each.key] }).length;
      return { ...each, count, isAsked: asked.includes(each.key) };
    });
    const unknown = asked
      .filter((key) => !counted.some((row) => row.key === key))
      .map((key): Row => ({ number: this.#numberOf(type, key), key, name: key, count: 0, isAsked: true }));
    const depth = ({ key }: Row): number => (kind === 'departments' ? this.#above(key).length : 0);
    const most = counted
      .filter(({ count, isAsked }) => count > 0 && !isAsked)
      .sort((a, b) => b.count - a.count || depth(a) - depth(b) || a.number - b.number)
      .slice(0, 10);
    const ordered = (name: string): string => sortKey(kind === 'speakers' ? familyFirst(name) : name);
    return [...counted.filter(({ isAsked }) => isAsked), ...unknown, ...most].sort(
      (a, b) => b.count - a.count || compare(ordered(a.name), ordered(b.name)) || compare(a.key, b.key),
    );
  }

  #tree(rows: readonly Row[]): DepartmentFacet[] {
    const nearest = (row: Row): string | undefined => this.#above(row.key).find((id) => rows.some((r) => r.key === id));
    const under = (above: string | undefined, depth: number): DepartmentFacet[] =>
      rows
        .filter((row) => nearest(row) === above)
        .flatMap((row) => [{ ...facetOf(row), depth }, ...under(row.key, depth + 1)]);
    return under(undefined, 0);
  }

  #points(type: 'topic' | 'person', key: string): number {
    const having = this.#talks.filter((talk) => this.#hasValue(talk, type, key)).length;
    return Math.round(64 * Math.log2(1 + this.#talks.length / having));
  }

  #hasValue(talk: Talk, type: BrowseType, key: string): boolean {
    switch (type) {
      case 'person':
        return talk.speakers.includes(key);
      case 'series':
        return talk.series === key;
      case 'topic':
        return talk.topics.includes(key);
      case 'department':
        return this.#isUnder(talk.organisingDepartment, key);
      case 'venue':
        return this.#isUnder(talk.venue, key);
      case 'collection':
        return false;
    }
  }

  #isUnder(place: string | null, above: string): boolean {
    return place === above || (place !== null && this.#above(place).includes(above));
  }

  /** Nearest first. */
  #above(id: string): string[] {
    const record = this.#records.find((each) => each.type === 'place' && each.id === id);
    const parent = record?.type === 'place' ? record.parent : null;
    return parent === null ? [] : [parent, ...this.#above(parent)];
  }

  #kindOf(id: string): string | undefined {
    const record = this.#records.find((each) => each.type === 'place' && each.id === id);
    return record?.type === 'place' ? record.kind : undefined;
  }

  #named(id: string): Named {
    const found = this.#places().find(({ key }) => key === id);
    return { key: id, name: found?.name ?? '' };
  }

  #places(): Listed[] {
    return [...this.#entities('department'), ...this.#entities('venue')];
  }

  #entities(type: BrowseType): Listed[] {
    return this.#records.flatMap((record): Listed[] => {
      const named = namedAs(record, type);
      return named === undefined ? [] : [{ ...named, number: this.#numberOf(typeOf(record), named.key) }];
    });
  }
}

const TYPES = {
  departments: 'place',
  venues: 'place',
  series: 'series',
  topics: 'topic',
  speakers: 'person',
} as const;

/** Undefined if the list of that type does not contain the record. */
function namedAs(record: CatalogueRecord, type: BrowseType): Named | undefined {
  switch (record.type) {
    case 'place':
      return type === (record.kind === 'venue' ? 'venue' : 'department')
        ? { key: record.id, name: record.name }
        : undefined;
    case 'person':
      return type === 'person' ? { key: record.slug, name: record.name } : undefined;
    case 'topic':
      return type === 'topic' ? { key: record.uri, name: record.label } : undefined;
    case 'series':
      return type === 'series' ? { key: record.slug, name: record.title } : undefined;
    case 'collection':
      return type === 'collection' && record.public ? { key: record.slug, name: record.title } : undefined;
    case 'talk':
    case 'removed_talk':
      return undefined;
  }
}

function facetOf({ key, name, count, isAsked }: Row): Facet {
  return { key, name, count, isAsked };
}

function words(name: string): string {
  const bare = name.normalize('NFKD').replace(/[\p{M}’]/gu, '');
  const folded = bare.toUpperCase().toLowerCase().replaceAll('ς', 'σ').replaceAll('ł', 'l');
  return folded.replace(/[^\p{L}\p{N}\p{Co}]+/gu, ' ').trim();
}

/** Names that do not begin with a letter of an alphabet come last. */
function sortKey(name: string): string {
  return letterOf(name) === '#' ? `\uffff${words(name)}` : words(name);
}

const KOREAN = Array.from('ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ');

function letterOf(name: string): string {
  const [first = ''] = words(name);
  // NFD splits a Korean syllable into conjoining letters, which differ from those that people write.
  if (/[\u1100-\u1112]/.test(first)) return KOREAN[first.charCodeAt(0) - 0x1100] ?? '#';
  return /\p{L}/u.test(first) && !/\p{Script=Han}/u.test(first) ? first.toUpperCase() : '#';
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function seconds(time: string): number {
  return Date.parse(time) / 1000;
}
