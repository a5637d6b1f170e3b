import { createWriteStream, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { xlsxFile } from '../../test/support/spreadsheet/xlsx-file.ts';

/** A format in which talks are written, without recurring events. */
export interface WrittenFormat {
  readonly title: string;
  readonly extension: string;
  /** Size of a large file, in bytes. */
  readonly large: number;
  /** Number of events per entry; default: 1. */
  readonly events?: number;
  readonly head: string;
  readonly entry: (number: number) => string;
  readonly tail: string;
}

/** As long as a typical abstract. With it, an event has about 800 bytes, folded as in RFC 5545. */
export const ABSTRACT = 'Abstract of the talk, about moss and ferns and what grows between them in wet places. '.repeat(
  6,
);
const FIRST = Date.UTC(2024, 0, 1, 9);
export const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const EVENTS_A_DAY = 80;
const HUNDRED_MEGABYTES = 100_000_000;

/** A calendar like an export of a large department from Outlook. */
export const CALENDAR: WrittenFormat = {
  title: 'calendar of 100 MB',
  extension: 'ics',
  large: HUNDRED_MEGABYTES,
  head: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Lectern//bench//EN\r\n',
  entry: (number) => {
    const start = startOf(number);
    const lines = [
      'BEGIN:VEVENT',
      `UID:event-${String(number)}@example.org`,
      'DTSTAMP:20260101T000000Z',
      `SUMMARY:${titleOf(number)}`,
      `DTSTART:${basic(start)}`,
      `DTEND:${basic(start + HOUR)}`,
      `LOCATION:${roomOf(number)}`,
      `ORGANIZER;CN=${personOf(number)}:mailto:person${String(number % 2000)}@example.org`,
      `DESCRIPTION:${ABSTRACT}`,
      'END:VEVENT',
    ];
    return lines.map((line) => `${line.replace(/(.{74})(?=.)/g, '$1\r\n ')}\r\n`).join('');
  },
  tail: 'END:VCALENDAR\r\n',
};

export const COLUMNS = ['id', 'title', 'start', 'end', 'speakers', 'room', 'abstract'];

export const TABLE: WrittenFormat = {
  title: 'table (CSV) of 100 MB',
  extension: 'csv',
  large: HUNDRED_MEGABYTES,
  head: `${COLUMNS.join(',')}\r\n`,
  entry: (number) => `${cellsOf(number).join(',')},"${ABSTRACT}"\r\n`,
  tail: '',
};

/** A schedule as frab writes it. All events are under one day, but each has its own date. */
export const SCHEDULE: WrittenFormat = {
  title: 'schedule (XML) of 100 MB',
  extension: 'xml',
  large: HUNDRED_MEGABYTES,
  head: '<?xml version="1.0" encoding="utf-8"?>\n<schedule><conference><title>Mosses</title></conference>\n<day date="2024-01-01"><room name="Hall">\n',
  entry: (number) =>
    `<event id="${String(number)}"><date>${extended(startOf(number))}</date><duration>1:00</duration>` +
    `<title>${titleOf(number)}</title><room>${roomOf(number)}</room><abstract>${ABSTRACT}</abstract>` +
    `<persons><person id="${String((number % 2000) + 1)}">${personOf(number)}</person></persons></event>\n`,
  tail: '</room></day></schedule>\n',
};

export async function writeSource(file: string, format: WrittenFormat, entries: number): Promise<void> {
  const stream = createWriteStream(file);
  const write = async (text: string): Promise<void> => {
    if (!stream.write(text)) await once(stream, 'drain');
  };
  await write(format.head);
  for (let i = 0; i < entries; i++) await write(format.entry(i));
  await write(format.tail);
  stream.end();
  await once(stream, 'finish');
}

/** Writes the same talks as an Excel workbook with shared strings. */
export function writeWorkbook(file: string, events: number): void {
  const rows = Array.from({ length: events }, (_, number) => [...cellsOf(number), `${ABSTRACT}${String(number)}`]);
  writeFileSync(file, xlsxFile([{ name: 'Talks', rows: [COLUMNS, ...rows] }], { isShared: true }));
}

/** The cells of a row, without its abstract. */
export function cellsOf(number: number): (string | number)[] {
  const start = startOf(number);
  return [number, titleOf(number), extended(start), extended(start + HOUR), personOf(number), roomOf(number)];
}

export function startOf(number: number): number {
  return FIRST + Math.floor(number / EVENTS_A_DAY) * DAY + (number % 8) * HOUR;
}

export function titleOf(number: number): string {
  return `On moss number ${String(number)} and what follows from it`;
}

export function roomOf(number: number): string {
  return `Lecture Room ${String(number % 50)}`;
}

export function personOf(number: number): string {
  return `Person ${String(number % 2000)}`;
}

/** `2026-10-27T17:00:00Z` */
export function extended(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/** `20261027T170000Z` */
function basic(milliseconds: number): string {
  return extended(milliseconds).replace(/[-:]/g, '');
}
