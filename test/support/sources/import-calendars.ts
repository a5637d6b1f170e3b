import { Buffer } from 'node:buffer';
import type { TalkRecord } from '#catalogue/talk.ts';
import { importCatalogue } from '#harvest/import-catalogue.ts';
import type { ImportReport, ImportRequest } from '#harvest/import-catalogue.ts';
import type { SourceOptions } from '#harvest/reading/source-reading.ts';
import { streamInput } from '#sources/file-input.ts';
import type { Input } from '#sources/file-input.ts';
import type { Store } from '#store/store.ts';
import { recordsOf } from '../db/import-into.ts';
import { READ_OPTIONS } from './read-source.ts';

/** Imports calendars of several sources as `lectern import` does. */

const NOW = new Date('2026-11-20T12:00:00Z');

const AS_THE_COMMAND = { replace: false, findDuplicates: true, now: NOW };

const PLAIN: SourceOptions = {
  read: READ_OPTIONS,
  additions: { department: null, topics: [] },
  gone: 'remove',
};

export function inputOf(text: string, name = 'calendar.ics'): Input {
  return streamInput(name, chunk(Buffer.from(text)));
}

async function* chunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes);
}

export interface Choices extends Partial<Omit<ImportRequest, 'sources' | 'inputs'>> {
  readonly sources?: Partial<SourceOptions>;
}

/** @param files texts by name; the source is named after the file */
export function importFiles(
  store: Store,
  files: Readonly<Record<string, string>>,
  { sources, ...request }: Choices = {},
): Promise<ImportReport> {
  const inputs = Object.entries(files).map(([name, text]) => inputOf(text, name));
  // Catalogue files alone have no use for another policy.
  const gone = Object.keys(files).every((name) => name.endsWith('.ndjson')) ? 'keep' : PLAIN.gone;
  return importCatalogue(store, { ...AS_THE_COMMAND, ...request, inputs, sources: { ...PLAIN, gone, ...sources } });
}

/** Imports one calendar as the source `optics`. By default, talks that are gone from the calendar are kept. */
export function importOptics(
  store: Store,
  text: string,
  { sources, inputs = [inputOf(text)], ...request }: Choices & { readonly inputs?: readonly Input[] } = {},
): Promise<ImportReport> {
  const options: SourceOptions = { ...PLAIN, source: 'optics', gone: 'keep', ...sources };
  return importCatalogue(store, { ...AS_THE_COMMAND, ...request, inputs, sources: options });
}

export function calendar(...events: readonly string[]): string {
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n');
}

/** @param start date such as `20261201`, for 17:00 UTC, or a complete value of DTSTART */
export function event(uid: string, start: string, title: string, ...lines: readonly string[]): string {
  const begin = start.length === 8 ? `${start}T170000Z` : start;
  return ['BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:${title}`, `DTSTART:${begin}`, ...lines, 'END:VEVENT'].join('\r\n');
}

/** An event with the title `On` followed by its UID. */
export function on(uid: string, day: string, ...lines: readonly string[]): string {
  return event(uid, day, `On ${uid}`, ...lines);
}

/** `title day status` of each talk. */
export async function shownTalks(store: Store): Promise<string[]> {
  return (await talksIn(store)).map(({ title, start, status }) => `${title} ${start.slice(0, 10)} ${status}`).sort();
}

export async function talksIn(store: Store): Promise<TalkRecord[]> {
  return (await recordsOf(store)).filter((record) => record.type === 'talk');
}
