import { createWriteStream } from 'node:fs';
import { once } from 'node:events';

/** About as long as abstracts are; folded as RFC 5545 has it, it makes an event of some 800 bytes. */
const ABSTRACT = 'Abstract of the talk, about moss and ferns and what grows between them in wet places. '.repeat(6);
const FIRST = Date.UTC(2024, 0, 1, 9);
const DAY = 86_400_000;
const EVENTS_A_DAY = 80;

/** Writes a calendar of events that take place once, as an Outlook of a large department would export it. Returns its bytes. */
export async function writeCalendar(file: string, events: number): Promise<number> {
  const stream = createWriteStream(file);
  let bytes = 0;
  const write = async (text: string): Promise<void> => {
    bytes += Buffer.byteLength(text);
    if (!stream.write(text)) await once(stream, 'drain');
  };
  await write('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Lectern//bench//EN\r\n');
  for (let i = 0; i < events; i++) await write(event(i));
  await write('END:VCALENDAR\r\n');
  stream.end();
  await once(stream, 'finish');
  return bytes;
}

function event(i: number): string {
  const start = FIRST + Math.floor(i / EVENTS_A_DAY) * DAY + (i % 8) * 3_600_000;
  const lines = [
    'BEGIN:VEVENT',
    `UID:event-${String(i)}@example.org`,
    'DTSTAMP:20260101T000000Z',
    `SUMMARY:On moss number ${String(i)} and what follows from it`,
    `DTSTART:${time(start)}`,
    `DTEND:${time(start + 3_600_000)}`,
    `LOCATION:Lecture Room ${String(i % 50)}`,
    `ORGANIZER;CN=Person ${String(i % 2000)}:mailto:person${String(i % 2000)}@example.org`,
    `DESCRIPTION:${ABSTRACT}`,
    'END:VEVENT',
  ];
  return lines.map((line) => `${line.replace(/(.{74})(?=.)/g, '$1\r\n ')}\r\n`).join('');
}

function time(milliseconds: number): string {
  return `${new Date(milliseconds).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;
}
