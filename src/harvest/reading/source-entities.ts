import type { CatalogueRecord } from '#catalogue/record.ts';
import type { Person } from '#catalogue/person.ts';
import type { Place, PlaceKind } from '#catalogue/place.ts';
import type { Series } from '#catalogue/series.ts';
import type { SourcePerson, SourcePlace, SourceSeries, SourceTopic } from '#sources/source-talk.ts';
import type { Identity } from '../provenance/identity.ts';
import { isSomething, name, publishableImage, storable } from './source-text.ts';

/** Longest chain of parents that is followed. */
const DEEPEST_PLACE = 8;

/**
 * The people, places, series and topics that a source's talks refer to, each once. The first talk to fill a field wins;
 * later ones only fill empty fields.
 */
export class SourceEntities {
  readonly #identity: Identity;
  readonly #people = new Map<string, Located<Person>>();
  readonly #places = new Map<string, Located<Place>>();
  readonly #series = new Map<string, Located<Series>>();
  readonly #topics = new Map<string, Located<CatalogueRecord>>();

  constructor(identity: Identity) {
    this.#identity = identity;
  }

  /** Slugs, without duplicates and people without a name. */
  people(people: readonly SourcePerson[], at: VenueDetails): readonly string[] {
    return [...new Set(people.filter((person) => isSomething(person.name)).map((person) => this.#person(person, at)))];
  }

  /** Null: no place, or one without a name. */
  place(place: SourcePlace | null, kind: PlaceKind, at: VenueDetails): string | null {
    return place === null ? null : this.#place(place, kind, at, DEEPEST_PLACE);
  }

  series(series: SourceSeries | null, at: VenueDetails): string | null {
    if (series === null || !isSomething(series.title)) return null;
    const slug = this.#identity.series(series);
    const given: Series = {
      type: 'series',
      slug,
      title: name(series.title),
      description: storable(series.description),
      occurrence: storable(series.occurrence),
      webAddress: storable(series.webAddress),
      image: publishableImage(series.image),
    };
    const { description, occurrence, webAddress, image } = series;
    keep(this.#series, slug, given, at, unsaidOf({ description, occurrence, webAddress, image }));
    return slug;
  }

  /** Adds details of a series, if any talk refers to it. */
  describe(series: SourceSeries, at: VenueDetails): void {
    if (this.#series.has(this.#identity.series(series))) this.series(series, at);
  }

  topics(topics: readonly SourceTopic[], at: VenueDetails): readonly string[] {
    const uris = topics
      .filter(({ label, uri }) => isSomething(label) || isSomething(uri ?? ''))
      .map((topic) => {
        const uri = this.#identity.topic(topic);
        keep(this.#topics, uri, { type: 'topic', uri, label: name(topic.label) || uri }, at);
        return uri;
      });
    return [...new Set(uris)];
  }

  /** The name of a person, place, series or topic by identifier. */
  nameOf(identifier: string): string | undefined {
    const person = this.#people.get(identifier)?.record.name ?? this.#places.get(identifier)?.record.name;
    const topic = this.#topics.get(identifier)?.record;
    return person ?? this.#series.get(identifier)?.record.title ?? (topic?.type === 'topic' ? topic.label : undefined);
  }

  /** All records by type, each type in order of first appearance. */
  *records(): Generator<Located<CatalogueRecord>> {
    yield* this.#places.values();
    yield* this.#people.values();
    yield* this.#topics.values();
    yield* this.#series.values();
  }

  #person(person: SourcePerson, at: VenueDetails): string {
    const slug = this.#identity.person(person);
    const given: Person = {
      type: 'person',
      slug,
      name: name(person.name),
      bio: storable(person.bio),
      webAddress: storable(person.webAddress),
      image: publishableImage(person.image),
      emailAddress: storable(person.email),
    };
    const { bio, webAddress, email: emailAddress, image } = person;
    keep(this.#people, slug, given, at, unsaidOf({ bio, webAddress, emailAddress, image }));
    return slug;
  }

  #place(place: SourcePlace, kind: PlaceKind, at: VenueDetails, depth: number): string | null {
    if (!isSomething(place.name) || depth === 0) return null;
    const id = this.#identity.place(place);
    const parent = place.parent === undefined ? null : this.#place(place.parent, kind, at, depth - 1);
    const { latitude, longitude } = place;
    const given: Place = {
      type: 'place',
      id,
      kind: place.kind ?? kind,
      name: name(place.name),
      address: storable(place.address),
      accessibility: storable(place.accessibility),
      parent: parent === id ? null : parent,
      ...(isOnEarth(latitude, 90) && isOnEarth(longitude, 180)
        ? { latitude, longitude }
        : { latitude: null, longitude: null }),
    };
    const { address, accessibility } = place;
    const said = { kind: place.kind, address, accessibility, parent: place.parent, latitude, longitude };
    keep(this.#places, id, given, at, unsaidOf(said));
    return id;
  }
}

/** Where in the files something was first named. */
export interface VenueDetails {
  readonly file: string;
  readonly line: number;
}

export interface Located<T> extends VenueDetails {
  record: T;
  /** Fields that the source does not mention. */
  unsaid: readonly string[];
}

function keep<T extends object>(
  table: Map<string, Located<T>>,
  key: string,
  given: T,
  { file, line }: VenueDetails,
  unsaid: readonly string[] = [],
): void {
  const known = table.get(key);
  if (known === undefined) {
    table.set(key, { record: given, file, line, unsaid });
    return;
  }
  known.record = completed(known.record, given);
  known.unsaid = known.unsaid.filter((field) => unsaid.includes(field));
}

function unsaidOf(fields: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.keys(fields).filter((field) => fields[field] === undefined);
}

/** Fills empty fields of `known` from `given`. */
function completed<T extends object>(known: T, given: T): T {
  let isWhole = true;
  for (const value of Object.values(known)) if (value === '' || value === null) isWhole = false;
  if (isWhole) return known;
  const missing = Object.entries(given).filter(([field, value]) => value !== '' && isEmptyIn(known, field));
  return missing.length === 0 ? known : { ...known, ...Object.fromEntries(missing) };
}

function isEmptyIn(record: object, field: string): boolean {
  const value: unknown = Object.entries(record).find(([name]) => name === field)?.[1];
  return value === '' || value === null;
}

function isOnEarth(degrees: number | undefined, limit: number): degrees is number {
  return degrees !== undefined && Math.abs(degrees) <= limit;
}
