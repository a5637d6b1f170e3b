import { createWriteStream, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { xlsxFile } from '../../test/support/spreadsheet/xlsx-file.ts';

/** A format to write talks in; none of them recurs. */
export interface WrittenFormat {
  readonly title: string;
  readonly extension: string;
  readonly head: string;
  readonly entry: (number: number) => string;
  readonly tail: string;
}

/** About as long as abstracts are: with it an event is some 800 bytes, folded as in RFC 5545. */
const ABSTRACT = 'Abstract of the talk, about moss and ferns and what grows between them in wet places. '.repeat(6);
const FIRST = Date.UTC(2024, 0, 1, 9);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const EVENTS_A_DAY = 80;

/** A calendar as exported from Outlook by a large department. */
export const CALENDAR: WrittenFormat = {
  title: 'iCalendar',
  extension: 'ics',
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

const COLUMNS = ['id', 'title', 'start', 'end', 'speakers', 'room', 'abstract'];

export const TABLE: WrittenFormat = {
  title: 'CSV',
  extension: 'csv',
  head: `${COLUMNS.join(',')}\r\n`,
  entry: (number) => `${cellsOf(number).join(',')},"${ABSTRACT}"\r\n`,
  tail: '',
};

/** A schedule as frab writes it, all under one day: each event has its own date. */
export const SCHEDULE: WrittenFormat = {
  title: 'schedule XML',
  extension: 'xml',
  head: '<?xml version="1.0" encoding="utf-8"?>\n<schedule><conference><title>Mosses</title></conference>\n<day date="2024-01-01"><room name="Hall">\n',
  entry: (number) =>
    `<event id="${String(number)}"><date>${extended(startOf(number))}</date><duration>1:00</duration>` +
    `<title>${titleOf(number)}</title><room>${roomOf(number)}</room><abstract>${ABSTRACT}</abstract>` +
    `<persons><person id="${String((number % 2000) + 1)}">${personOf(number)}</person></persons></event>\n`,
  tail: '</room></day></schedule>\n',
};

/** Returns the file's bytes. */
export async function writeSource(file: string, format: WrittenFormat, events: number): Promise<number> {
  const stream = createWriteStream(file);
  let bytes = 0;
  const write = async (text: string): Promise<void> => {
    bytes += Buffer.byteLength(text);
    if (!stream.write(text)) await once(stream, 'drain');
  };
  await write(format.head);
  for (let i = 0; i < events; i++) await write(format.entry(i));
  await write(format.tail);
  stream.end();
  await once(stream, 'finish');
  return bytes;
}

/** The same talks as an Excel workbook with shared strings. Returns the file's size in bytes. */
export function writeWorkbook(file: string, events: number): number {
  const rows = Array.from({ length: events }, (_, number) => [...cellsOf(number), `${ABSTRACT}${String(number)}`]);
  const content = xlsxFile([{ name: 'Talks', rows: [COLUMNS, ...rows] }], { isShared: true });
  writeFileSync(file, content);
  return content.byteLength;
}

/** The cells of a row, without its abstract. */
function cellsOf(number: number): (string | number)[] {
  const start = startOf(number);
  return [number, titleOf(number), extended(start), extended(start + HOUR), personOf(number), roomOf(number)];
}

function startOf(number: number): number {
  return FIRST + Math.floor(number / EVENTS_A_DAY) * DAY + (number % 8) * HOUR;
}

function titleOf(number: number): string {
  return `On moss number ${String(number)} and what follows from it`;
}

function roomOf(number: number): string {
  return `Lecture Room ${String(number % 50)}`;
}

function personOf(number: number): string {
  return `Person ${String(number % 2000)}`;
}

/** `2026-10-27T17:00:00Z` */
function extended(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19)}Z`;
}

/** `20261027T170000Z` */
function basic(milliseconds: number): string {
  return extended(milliseconds).replace(/[-:]/g, '');
}
