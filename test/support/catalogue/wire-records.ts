/** A record as in a catalogue file (docs/reference/catalogue-file.md). */
export type WireRecord = Readonly<Record<string, unknown>> & { readonly type: string };

type Fields = Readonly<Record<string, unknown>>;

/** A slug made from a number. Slugs sort like their numbers. */
export function slugOf(number: number): string {
  return `${number.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
}

/** Default `updated` of test talks. Without it, every response would contain the time of the import. */
export const UPDATED = '2015-09-01T08:07:06Z';

export function organisation(id: string, fields: Fields = {}): WireRecord {
  return { type: 'place', id, kind: 'organisation', name: `Organisation ${id}`, ...fields };
}

export function venue(id: string, fields: Fields = {}): WireRecord {
  return { type: 'place', id, kind: 'venue', name: `Venue ${id}`, ...fields };
}

export function person(slug: string, fields: Fields = {}): WireRecord {
  return { type: 'person', slug, name: `Person ${slug}`, ...fields };
}

export function topic(uri: string, fields: Fields = {}): WireRecord {
  return { type: 'topic', uri, label: `Topic ${uri}`, ...fields };
}

export function series(slug: string, fields: Fields = {}): WireRecord {
  return { type: 'series', slug, title: `Series ${slug}`, ...fields };
}

/** A talk of one hour unless `end` is given. */
export function talk(slug: string, start: string, fields: Fields = {}): WireRecord {
  const end = `${new Date(Date.parse(start) + 3_600_000).toISOString().slice(0, 19)}Z`;
  return { type: 'talk', slug, title: `Talk ${slug}`, start, end, updated: UPDATED, ...fields };
}

export function collection(slug: string, fields: Fields = {}): WireRecord {
  return { type: 'collection', slug, title: `Collection ${slug}`, ...fields };
}
