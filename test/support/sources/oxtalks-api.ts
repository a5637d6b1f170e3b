import { FetchFailure, statusFailure } from '#sources/fetch/fetch-failure.ts';
import type { FurtherAsk, FurtherFile, ReadOptions, SourceBatch, SourceFile } from '#sources/source-format.ts';
import { readOxtalks } from '#sources/oxtalks/oxtalks.ts';
import { READ_OPTIONS } from './read-source.ts';
import { slugOf } from '../catalogue/wire-records.ts';

export type Json = Readonly<Record<string, unknown>>;

/**
 * A talk as OxTalks writes it: with offsets, absolute links and no `title`. Its empty list of topics differs from
 * OxTalks.
 */
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
    _embedded: { topics: [] },
    ...more,
  };
}

export const list = (talks: readonly Json[], more: Json = {}): Json => ({ ...more, _embedded: { talks } });

interface ReadApi {
  readonly slugs: readonly string[];
  readonly descriptions: readonly string[];
  readonly asked: readonly string[];
  readonly said: readonly string[];
  readonly isIncomplete: boolean;
}

/** Responses of an API by path: a document, text, a status or a failure. Other paths respond with “Not found”. */
export type Answers = Readonly<Record<string, Json | string | number | FetchFailure>>;

/** Reads a whole API. `asked` in the result has the requested paths. */
export async function readApi(at: string, answers: Answers): Promise<ReadApi> {
  const asked: string[] = [];
  const slugs: string[] = [];
  const descriptions: string[] = [];
  const said: string[] = [];
  let isIncomplete = false;
  for await (const batch of batchesOf(at, answers, asked)) {
    slugs.push(...batch.talks.map(({ key }) => key));
    descriptions.push(...batch.talks.map(({ description }) => description));
    said.push(...(batch.notes ?? []).map(({ what, count }) => `${String(count)} × ${what}`));
    if (batch.failure !== undefined) said.push(`${batch.failure.code}: ${batch.failure.what}`);
    isIncomplete ||= batch.incomplete === true;
  }
  return { slugs, descriptions, asked, said, isIncomplete };
}

/** Reads an API batch by batch. @param asked collects the requested paths */
export function batchesOf(
  at: string,
  answers: Answers,
  asked: string[] = [],
  options: Partial<ReadOptions> = {},
): AsyncIterable<SourceBatch> {
  const origin = 'https://ox.example';
  const page = (address: string, { accept }: FurtherAsk = {}): FurtherFile => {
    const path = address.replace(origin, '');
    asked.push(accept === undefined ? path : `${path} as ${accept}`);
    const answer = answers[path] ?? { detail: 'Not found' };
    if (answer instanceof FetchFailure) throw answer;
    if (typeof answer === 'number') throw statusFailure(answer, 'ox.example', undefined);
    const chunks = one(typeof answer === 'string' ? answer : JSON.stringify(answer));
    return { name: address, address, chunks, isCached: path.includes('kept') };
  };
  const file: SourceFile = { ...page(origin + at), further: async (address, ask) => page(address, ask) };
  return readOxtalks(file, { ...READ_OPTIONS, ...options });
}

async function* one(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}
