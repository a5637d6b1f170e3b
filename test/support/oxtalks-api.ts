import type { FurtherFile, SourceFile } from '#sources/format.js';
import { readOxtalks } from '#sources/oxtalks/oxtalks.js';
import { READ_OPTIONS } from './read-source.js';
import { slugOf } from './wire-records.js';

export type Json = Readonly<Record<string, unknown>>;

/** As OxTalks' own serialisers write a talk: with offsets, absolute links, no `title`, and nothing but slugs of people. */
export function oxtalk(number: number, more: Json = {}): Json {
  return {
    _links: {
      self: { href: `http://ox.example/api/talks/${slugOf(number)}` },
      talks_page: { href: `http://ox.example/talks/id/${slugOf(number)}/` },
    },
    title_display: `Talk ${String(number)}`,
    slug: slugOf(number),
    start: '2026-06-01T17:00:00+01:00',
    end: '2026-06-01T18:00:00.123456+01:00',
    timezone: 'GMT+1:00:00',
    formatted_date: '1 June 2026, 17:00',
    formatted_time: '17:00',
    status: 'published',
    ...more,
  };
}

export const list = (talks: readonly Json[], more: Json = {}): Json => ({ ...more, _embedded: { talks } });

export interface ReadApi {
  readonly slugs: readonly string[];
  readonly descriptions: readonly string[];
  readonly asked: readonly string[];
  readonly said: readonly string[];
  readonly isIncomplete: boolean;
}

/** Reads an API that answers each address, without its origin, with a document; what it has not is missing there. */
export async function readApi(at: string, pages: Readonly<Record<string, Json>>): Promise<ReadApi> {
  const asked: string[] = [];
  const origin = 'https://ox.example';
  const page = (address: string): FurtherFile => {
    const path = address.replace(origin, '');
    asked.push(path);
    const chunks = one(JSON.stringify(pages[path] ?? { detail: 'Not found' }));
    return { name: address, address, chunks, isKept: path.includes('kept') };
  };
  const file: SourceFile = { ...page(origin + at), further: async (address) => page(address) };
  const slugs: string[] = [];
  const descriptions: string[] = [];
  const said: string[] = [];
  let isIncomplete = false;
  for await (const batch of readOxtalks(file, READ_OPTIONS)) {
    slugs.push(...batch.talks.map(({ key }) => key));
    descriptions.push(...batch.talks.map(({ description }) => description));
    said.push(...(batch.notes ?? []).map(({ what, count }) => `${String(count)} × ${what}`));
    if (batch.failure !== undefined) said.push(`${batch.failure.code}: ${batch.failure.what}`);
    isIncomplete ||= batch.incomplete === true;
  }
  return { slugs, descriptions, asked, said, isIncomplete };
}

async function* one(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}
