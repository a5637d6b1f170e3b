/** A record as a line of a catalogue file has it (docs/reference/catalogue-file.md). */
export type WireRecord = Readonly<Record<string, unknown>> & { readonly type: string };

type Fields = Readonly<Record<string, unknown>>;

/** The slug that stands for a number: in the order of the numbers. */
export function slugOf(number: number): string {
  return `${number.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
}

/** When test talks that do not care have changed last; without it, an import's own time would be in every answer. */
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

/** An hour long unless `end` is given. */
export function talk(slug: string, start: string, fields: Fields = {}): WireRecord {
  const end = `${new Date(Date.parse(start) + 3_600_000).toISOString().slice(0, 19)}Z`;
  return { type: 'talk', slug, title: `Talk ${slug}`, start, end, updated: UPDATED, ...fields };
}

export function collection(slug: string, fields: Fields = {}): WireRecord {
  return { type: 'collection', slug, title: `Collection ${slug}`, ...fields };
}
