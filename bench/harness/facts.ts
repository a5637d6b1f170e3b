import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { TALKS_KNOWN, TalkCounts } from './talk-counts.ts';
import { fieldOf, listOf, textOf } from './narrow.ts';

/** Something that talks refer to, with the number of talks of all years that refer to it directly. */
export interface Counted {
  readonly id: string;
  readonly talks: number;
}

export interface CountedPlace extends Counted {
  readonly parent: string | null;
  /** Number of talks in this place and its descendants. */
  readonly below: number;
  /** Number of its ancestors: 0 for the university or a site. */
  readonly depth: number;
}

/** A talk, with the fields that requests can filter by. */
export interface KnownTalk {
  readonly slug: string;
  readonly start: string;
  readonly series: string | null;
  readonly venue: string | null;
  readonly department: string | null;
  readonly topics: readonly string[];
  readonly speakers: readonly string[];
}

const FORM = 1;

/** Facts about a catalogue from which benchmarks make requests. */
export interface Facts {
  readonly form: typeof FORM;
  readonly organisations: readonly CountedPlace[];
  readonly venues: readonly CountedPlace[];
  readonly topics: readonly Counted[];
  readonly series: readonly Counted[];
  readonly collections: readonly string[];
  /** A sample of talks, spread evenly over the catalogue. */
  readonly known: readonly KnownTalk[];
  /** The days of the first and the last talk. */
  readonly first: string;
  readonly last: string;
}

interface FoundPlace {
  readonly id: string;
  readonly kind: string;
  readonly parent: string | null;
}

/** Checks only the version of the format: the benchmarks wrote the file themselves. */
export function isFacts(value: unknown): value is Facts {
  return fieldOf(value, 'form') === FORM;
}

/** Reads a catalogue file once. */
export async function gatherFacts(file: string, talks: number): Promise<Facts> {
  const places: FoundPlace[] = [];
  const collections: string[] = [];
  const counts = new TalkCounts(Math.max(1, Math.floor(talks / TALKS_KNOWN)));
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    const record: unknown = JSON.parse(line);
    const type = textOf(record, 'type');
    if (type === 'talk') counts.add(knownTalk(record));
    else if (type === 'place') places.push(foundPlace(record));
    else if (type === 'collection' && fieldOf(record, 'public') === true) collections.push(textOf(record, 'slug'));
  }
  const countedOf = (kind: string): CountedPlace[] => countedPlaces(places, kind, counts.places);
  return {
    form: FORM,
    organisations: countedOf('organisation'),
    venues: countedOf('venue'),
    topics: listed(counts.topics),
    series: listed(counts.series),
    collections,
    known: counts.known,
    first: counts.first,
    last: counts.last,
  };
}

function listed(counts: ReadonlyMap<string, number>): Counted[] {
  return [...counts].map(([id, talks]) => ({ id, talks }));
}

function foundPlace(record: unknown): FoundPlace {
  const parent = fieldOf(record, 'parent');
  return { id: textOf(record, 'id'), kind: textOf(record, 'kind'), parent: typeof parent === 'string' ? parent : null };
}

function knownTalk(record: unknown): KnownTalk {
  const reference = (name: string): string | null => {
    const value = fieldOf(record, name);
    return typeof value === 'string' ? value : null;
  };
  const references = (name: string): string[] => listOf(record, name).map(String);
  return {
    slug: textOf(record, 'slug'),
    start: textOf(record, 'start'),
    series: reference('series'),
    venue: reference('venue'),
    department: reference('organising_department'),
    topics: references('topics'),
    speakers: references('speakers'),
  };
}

function countedPlaces(places: readonly FoundPlace[], kind: string, own: ReadonlyMap<string, number>): CountedPlace[] {
  const byId = new Map(places.map((place) => [place.id, place]));
  const below = new Map<string, number>();
  const above = ({ parent }: FoundPlace): FoundPlace | undefined => (parent === null ? undefined : byId.get(parent));
  for (const place of places)
    for (let at: FoundPlace | undefined = place; at !== undefined; at = above(at))
      below.set(at.id, (below.get(at.id) ?? 0) + (own.get(place.id) ?? 0));
  const depthOf = (place: FoundPlace): number => {
    const parent = above(place);
    return parent === undefined ? 0 : 1 + depthOf(parent);
  };
  return places
    .filter((place) => place.kind === kind)
    .map((place) => ({
      id: place.id,
      talks: own.get(place.id) ?? 0,
      parent: place.parent,
      below: below.get(place.id) ?? 0,
      depth: depthOf(place),
    }));
}
