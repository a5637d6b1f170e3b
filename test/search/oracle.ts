import { Temporal } from 'temporal-polyfill';
import type { Collection } from '#catalogue/collection.ts';
import type { Place } from '#catalogue/place.ts';
import type { CatalogueRecord } from '#catalogue/record.ts';
import type { Talk } from '#catalogue/talk.ts';
import { TextOracle } from './text-oracle.ts';
import type { AskedTerm } from './text-oracle.ts';

/**
 * Computes listings as the documentation defines them, record by record and without the code under test.
 * The date of a talk is the local date of its start.
 */
export interface Listing {
  readonly from: AskedDay | undefined;
  readonly to: AskedDay | undefined;
}

export interface Search extends Listing {
  readonly terms: readonly AskedTerm[];
  readonly isRanked: boolean;
  readonly isLatestFirst: boolean;
  readonly speakers: readonly string[];
  readonly hosts: readonly string[];
  readonly series: readonly string[];
  readonly venues: readonly string[];
  readonly departments: readonly string[];
  readonly topics: readonly string[];
  readonly talks: readonly string[];
  readonly subvenues: boolean;
  readonly subdepartments: boolean;
  readonly status: readonly string[];
  readonly attendance: readonly string[];
  readonly has: readonly string[];
  readonly missing: readonly string[];
  readonly audience: readonly string[];
  readonly free: boolean | undefined;
  readonly bookingRequired: boolean | undefined;
  readonly evening: boolean | undefined;
}

/** The kinds of the audiences that random talks have. */
const AUDIENCES = new Map([
  ['Public', 'public'],
  ['Staff and students', 'members'],
]);

export type AskedDay =
  | { readonly kind: 'date'; readonly date: Temporal.PlainDate }
  | { readonly kind: 'today' | 'tomorrow' }
  | { readonly kind: 'plus'; readonly days: number };

export class Oracle {
  readonly #talks: readonly { readonly talk: Talk; readonly date: Temporal.PlainDate }[];
  readonly #timeZone: string;
  readonly #places: ReadonlyMap<string, Place>;
  readonly #today: Temporal.PlainDate;
  readonly #text: TextOracle;

  constructor(records: readonly CatalogueRecord[], timeZone: string, now: Date) {
    const date = (moment: string) => Temporal.Instant.from(moment).toZonedDateTimeISO(timeZone).toPlainDate();
    this.#talks = records
      .flatMap((record) => (record.type === 'talk' ? [{ talk: record, date: date(record.start) }] : []))
      .sort((a, b) => (sortKey(a.talk) < sortKey(b.talk) ? -1 : 1));
    this.#places = new Map(records.flatMap((record) => (record.type === 'place' ? [[record.id, record]] : [])));
    this.#timeZone = timeZone;
    this.#today = date(now.toISOString());
    this.#text = new TextOracle(records);
  }

  /** The slugs of all talks that a search finds, in order. */
  search(search: Search): string[] {
    const found = this.#inWindow(search, (talk) => {
      const { speakers, series, topics } = search;
      return (
        this.#text.holds(talk, search.terms) &&
        (speakers.length === 0 || talk.speakers.some((slug) => speakers.includes(slug))) &&
        (search.hosts.length === 0 || talk.hosts.some((slug) => search.hosts.includes(slug))) &&
        (series.length === 0 || (talk.series !== null && series.includes(talk.series))) &&
        (search.talks.length === 0 || search.talks.includes(talk.slug)) &&
        (topics.length === 0 || talk.topics.some((uri) => topics.includes(uri))) &&
        (search.venues.length === 0 || this.#isAt(talk.venue, search.venues, search.subvenues)) &&
        (search.departments.length === 0 ||
          this.#isAt(talk.organisingDepartment, search.departments, search.subdepartments)) &&
        this.#hasAttributes(talk, search)
      );
    });
    if (search.isLatestFirst) return found.reverse();
    return search.isRanked ? this.#text.ranked(this.#named(found), search.terms).map(({ slug }) => slug) : found;
  }

  /** The slugs of the talks of a series, in order. */
  series(slug: string, listing: Listing): string[] {
    return this.#inWindow(listing, (talk) => talk.series === slug);
  }

  /** The slugs of the talks of a collection, in order. */
  collection(collection: Collection, listing: Listing): string[] {
    return this.#inWindow(
      listing,
      (talk) =>
        collection.talks.includes(talk.slug) ||
        (talk.series !== null && collection.series.includes(talk.series)) ||
        this.#isAt(talk.organisingDepartment, collection.organisingDepartments, true),
    );
  }

  /** The earliest and the latest start of these talks. */
  span(slugs: readonly string[]): [string, string] | undefined {
    const [first, ...rest] = this.#named(slugs)
      .map(({ start }) => start)
      .sort();
    return first === undefined ? undefined : [first, rest.at(-1) ?? first];
  }

  /** Those of these talks that are cancelled, or those that are not. */
  filter(slugs: readonly string[], cancelled: boolean): string[] {
    return slugs.filter((slug) => this.#named([slug]).some(({ status }) => (status === 'cancelled') === cancelled));
  }

  #named(slugs: readonly string[]): Talk[] {
    return this.#talks.map(({ talk }) => talk).filter(({ slug }) => slugs.includes(slug));
  }

  #inWindow({ from, to }: Listing, matches: (talk: Talk) => boolean): string[] {
    const first = from === undefined ? undefined : this.#date(from, this.#today);
    const last = to === undefined ? undefined : this.#date(to, first ?? this.#today);
    return this.#talks
      .filter(({ date }) => first === undefined || Temporal.PlainDate.compare(date, first) >= 0)
      .filter(({ date }) => last === undefined || Temporal.PlainDate.compare(date, last) <= 0)
      .filter(({ talk }) => matches(talk))
      .map(({ talk }) => talk.slug);
  }

  #date(asked: AskedDay, base: Temporal.PlainDate): Temporal.PlainDate {
    if (asked.kind === 'date') return asked.date;
    if (asked.kind === 'plus') return base.add({ days: asked.days });
    return asked.kind === 'today' ? this.#today : this.#today.add({ days: 1 });
  }

  #hasAttributes(
    talk: Talk,
    { status, attendance, has, missing, audience, free, bookingRequired, evening }: Search,
  ): boolean {
    const ways = [
      ...(talk.onlineUrl === '' ? [] : ['online']),
      ...(talk.venue !== null || !['', 'Online'].includes(talk.locationDetails) ? ['in_person'] : []),
    ];
    const lacking = [
      ...(talk.title === '' ? ['title'] : []),
      ...(talk.speakers.length === 0 && !talk.variousSpeakers ? ['speaker'] : []),
      ...(talk.description === '' ? ['abstract'] : []),
      ...(ways.length === 0 ? ['room'] : []),
      ...(talk.start === talk.end ? ['end'] : []),
    ];
    const hour = Temporal.Instant.from(talk.start).toZonedDateTimeISO(this.#timeZone).hour;
    return (
      (status.length === 0 || status.includes(talk.status)) &&
      (attendance.length === 0 || ways.some((way) => attendance.includes(way))) &&
      (has.length === 0 || talk.materials.some(({ type }) => has.includes(type))) &&
      (missing.length === 0 || missing.some((one) => lacking.includes(one))) &&
      (audience.length === 0 || audience.includes(AUDIENCES.get(talk.audience) ?? '')) &&
      (free === undefined || free === ['free', 'Free of charge.', 'Nil'].includes(talk.cost)) &&
      (bookingRequired === undefined || bookingRequired === (talk.bookingRequired === 'Required')) &&
      (evening === undefined || evening === hour >= 17)
    );
  }

  #isAt(place: string | null, asked: readonly string[], withBelow: boolean): boolean {
    if (place === null) return false;
    if (asked.includes(place)) return true;
    return withBelow && this.#isAt(this.#places.get(place)?.parent ?? null, asked, true);
  }
}

function sortKey(talk: Talk): string {
  return `${talk.start} ${talk.slug}`;
}
