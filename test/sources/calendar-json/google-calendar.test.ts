import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readGoogleCalendar } from '#sources/calendar-json/google-calendar.ts';
import { sourceFormatOf } from '#sources/source-formats.ts';
import { READ_OPTIONS, readSource } from '../../support/sources/read-source.ts';
import type { ReadSource } from '../../support/sources/read-source.ts';

const ZONE = 'Europe/Berlin';

function at(dateTime: string): object {
  return { dateTime, timeZone: ZONE };
}

const EVENT = {
  kind: 'calendar#event',
  id: 'moss',
  iCalUID: 'moss@google.com',
  status: 'confirmed',
  summary: 'On moss',
  start: at('2026-03-24T17:00:00+01:00'),
  end: at('2026-03-24T18:00:00+01:00'),
};

const ANSWER = { kind: 'calendar#events', timeZone: ZONE };

function read(...items: readonly unknown[]): Promise<ReadSource> {
  return readSource(readGoogleCalendar, JSON.stringify({ ...ANSWER, items }));
}

describe('the Google Calendar reader', () => {
  it('recognises a response', () => {
    assert.equal(sourceFormatOf(JSON.stringify({ ...ANSWER, items: [] }, null, 1))?.name, 'google-calendar');
  });

  it('expands a recurring event in local time, with moved, excluded and cancelled occurrences', async () => {
    const { talks, problems, notes } = await read(
      { ...EVENT, recurrence: ['RRULE:FREQ=WEEKLY;COUNT=4', `EXDATE;TZID=${ZONE}:20260407T170000`] },
      {
        ...EVENT,
        id: 'moss_20260331T150000Z',
        recurringEventId: 'moss',
        originalStartTime: at('2026-03-31T17:00:00+02:00'),
        start: at('2026-04-01T10:00:00+02:00'),
        end: at('2026-04-01T11:00:00+02:00'),
        summary: 'On ferns',
      },
      {
        id: 'moss_4',
        status: 'cancelled',
        recurringEventId: 'moss',
        originalStartTime: at('2026-04-14T17:00:00+02:00'),
      },
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(
      talks.map(({ key, start, end, title }) => [key, start, end, title]),
      [
        ['moss@google.com/20260324T160000Z', '2026-03-24T16:00:00Z', '2026-03-24T17:00:00Z', 'On moss'],
        ['moss@google.com/20260331T150000Z', '2026-04-01T08:00:00Z', '2026-04-01T09:00:00Z', 'On ferns'],
      ],
    );
    assert.ok(notes.includes('1 × deleted in Google Calendar: left out'));
  });

  it('reads location, description, organiser and meeting link, and leaves out private and away events', async () => {
    const { talks, notes } = await read(
      {
        ...EVENT,
        start: { date: '2026-03-24' },
        end: { date: '2026-03-26' },
        location: 'Glass House, Oxford',
        description: '<b>Moss</b>; ferns',
        organizer: { email: 'moss@example.org', displayName: 'Moss, Inc' },
        conferenceData: { entryPoints: [{ entryPointType: 'video', uri: 'https://meet.example.org/moss' }] },
        updated: '2026-01-01T10:00:00.000Z',
      },
      { ...EVENT, iCalUID: 'secret', visibility: 'private' },
      { ...EVENT, iCalUID: 'away', eventType: 'outOfOffice' },
    );
    assert.deepEqual(
      talks.map(({ start, end, clock, location, description, onlineUrl, updated }) => [
        start,
        end,
        clock,
        location,
        description,
        onlineUrl,
        updated,
      ]),
      [
        [
          '2026-03-24T00:00:00Z',
          '2026-03-26T00:00:00Z',
          'all-day',
          'Glass House, Oxford',
          '<b>Moss</b>; ferns',
          'https://meet.example.org/moss',
          '2026-01-01T10:00:00Z',
        ],
      ],
    );
    assert.deepEqual(talks[0]?.organisers, [{ name: 'Moss, Inc', key: 'moss@example.org', email: 'moss@example.org' }]);
    assert.ok(notes.includes('1 × out of office: left out'));
    assert.ok(notes.some((note) => note.includes('private or confidential')));
  });

  it('follows nextPageToken, and notes that a file is one page of several', async () => {
    const asked: string[] = [];
    const first = JSON.stringify({ ...ANSWER, nextPageToken: 'abc', items: [EVENT] });
    const second = JSON.stringify({ ...ANSWER, items: [{ ...EVENT, iCalUID: 'fern' }] });
    const chunks = async function* (text: string): AsyncGenerator<Buffer> {
      yield await Promise.resolve(Buffer.from(text));
    };
    const address = 'https://calendar.example.org/calendars/a/events?key=1';
    const keys: string[] = [];
    const further = (url: string) => {
      asked.push(url);
      return Promise.resolve({ name: url, address: url, chunks: chunks(second), isCached: false });
    };
    for await (const { talks } of readGoogleCalendar(
      { name: 'x', address, chunks: chunks(first), further },
      READ_OPTIONS,
    )) {
      keys.push(...talks.map(({ key }) => key));
    }
    assert.deepEqual(keys, ['moss@google.com', 'fern']);
    assert.deepEqual(asked, [`${address}&pageToken=abc`]);
    const alone = await readSource(readGoogleCalendar, first);
    assert.deepEqual(alone.problems, []);
    assert.deepEqual(
      alone.notes.filter((note) => note.includes('page')),
      ['1 × one page of several: no talk counts as gone'],
    );
  });

  it('reports entries that are not events or have missing or invalid starts', async () => {
    const { problems } = await read('x', { ...EVENT, start: null }, { ...EVENT, start: { dateTime: 'noon' } });
    assert.deepEqual(
      problems.map(({ line, code, where }) => [line, code, where]),
      [
        [1, 'not-an-event', ''],
        [2, 'missing-start', 'start'],
        [3, 'bad-value', 'DTSTART'],
      ],
    );
  });

  it('reads 200,000 cancelled occurrences of one event', async () => {
    const cancelled = { status: 'cancelled', recurringEventId: 'fern', originalStartTime: {} };
    const items = [EVENT, ...Array.from({ length: 200_000 }, () => cancelled)];
    const { talks, notes } = await readSource(readGoogleCalendar, JSON.stringify({ ...ANSWER, items }));
    assert.deepEqual(
      [talks.length, notes.filter((note) => note.includes('deleted'))],
      [1, ['200000 × deleted in Google Calendar: left out']],
    );
  });
});
