import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readMicrosoftGraph } from '#sources/calendar-json/microsoft-graph.ts';
import { sourceFormatOf } from '#sources/source-formats.ts';
import { readSource } from '../../support/sources/read-source.ts';
import type { ReadSource } from '../../support/sources/read-source.ts';

const CONTEXT = "https://graph.microsoft.com/v1.0/$metadata#users('moss')/calendar/events";

function at(dateTime: string, timeZone = 'UTC'): object {
  return { dateTime: `${dateTime}.0000000`, timeZone };
}

const EVENT = {
  id: 'AAA',
  iCalUId: '040000',
  subject: 'On moss',
  isAllDay: false,
  isCancelled: false,
  sensitivity: 'normal',
  start: at('2026-03-24T16:00:00'),
  end: at('2026-03-24T17:00:00'),
};

function read(...value: readonly unknown[]): Promise<ReadSource> {
  return readSource(readMicrosoftGraph, JSON.stringify({ '@odata.context': CONTEXT, value }));
}

function series(pattern: object, range: object = {}): object {
  return {
    ...EVENT,
    type: 'seriesMaster',
    originalStartTimeZone: 'W. Europe Standard Time',
    recurrence: { pattern, range: { type: 'numbered', numberOfOccurrences: 3, ...range } },
  };
}

async function startsOf(...value: readonly unknown[]): Promise<string[]> {
  const { talks, problems } = await read(...value);
  assert.deepEqual(problems, []);
  return talks.map(({ start }) => start);
}

describe('the Microsoft Graph reader', () => {
  it('recognises a response with or without @odata.context', () => {
    const named = (answer: unknown): string | undefined => sourceFormatOf(JSON.stringify(answer))?.name;
    assert.equal(named({ '@odata.context': CONTEXT, value: [] }), 'microsoft-graph');
    assert.equal(named({ value: [EVENT] }), 'microsoft-graph');
  });

  it('reads time, location, body, organiser, meeting link and categories', async () => {
    const { talks, problems } = await read({
      ...EVENT,
      start: at('2026-03-24T17:00:00', 'W. Europe Standard Time'),
      body: { contentType: 'html', content: '<p>Moss</p>' },
      location: { displayName: 'Glass House' },
      organizer: { emailAddress: { name: 'Ada', address: 'ada@example.org' } },
      onlineMeeting: { joinUrl: 'https://teams.example.org/moss' },
      categories: ['Plants'],
    });
    assert.deepEqual(problems, []);
    assert.deepEqual(
      talks.map(({ key, start, end, description, location, onlineUrl, status, topics }) => ({
        key,
        start,
        end,
        description,
        location,
        onlineUrl,
        status,
        topics,
      })),
      [
        {
          key: '040000',
          start: '2026-03-24T16:00:00Z',
          end: '2026-03-24T17:00:00Z',
          description: '<p>Moss</p>',
          location: 'Glass House',
          onlineUrl: 'https://teams.example.org/moss',
          status: 'published',
          topics: [{ label: 'Plants' }],
        },
      ],
    );
    assert.equal(talks[0]?.organisers[0]?.name, 'Ada');
  });

  it('expands weekly, monthly and yearly patterns in local time', async () => {
    assert.deepEqual(await startsOf(series({ type: 'weekly', interval: 1, daysOfWeek: ['tuesday'] })), [
      '2026-03-24T16:00:00Z',
      '2026-03-31T15:00:00Z',
      '2026-04-07T15:00:00Z',
    ]);
    const monthly = { type: 'relativeMonthly', interval: 1, daysOfWeek: ['tuesday'], index: 'last' };
    assert.deepEqual(await startsOf(series({ ...monthly, index: 'fourth' })), [
      '2026-03-24T16:00:00Z',
      '2026-04-28T15:00:00Z',
      '2026-05-26T15:00:00Z',
    ]);
    const yearly = { type: 'absoluteYearly', interval: 1, month: 3, dayOfMonth: 24 };
    assert.deepEqual(await startsOf(series(yearly, { type: 'endDate', endDate: '2027-12-31' })), [
      '2026-03-24T16:00:00Z',
      '2027-03-24T16:00:00Z',
    ]);
  });

  it('applies moved and cancelled occurrences', async () => {
    const { talks } = await read(
      { ...series({ type: 'daily', interval: 1 }), cancelledOccurrences: ['OID.AAA.2026-03-25'] },
      {
        ...EVENT,
        id: 'BBB',
        type: 'exception',
        seriesMasterId: 'AAA',
        originalStart: '2026-03-26T16:00:00Z',
        start: at('2026-03-27T10:00:00'),
        end: at('2026-03-27T11:00:00'),
      },
    );
    assert.deepEqual(
      talks.map(({ key, start }) => [key, start]),
      [
        ['AAA/20260324T160000Z', '2026-03-24T16:00:00Z'],
        ['AAA/20260326T160000Z', '2026-03-27T10:00:00Z'],
      ],
    );
  });

  it('leaves out private events and drafts, and marks cancelled events', async () => {
    const { talks, notes } = await read(
      { ...EVENT, isCancelled: true },
      { ...EVENT, iCalUId: '1', sensitivity: 'private' },
      { ...EVENT, iCalUId: '2', isDraft: true },
    );
    assert.deepEqual(
      talks.map(({ status }) => status),
      ['cancelled'],
    );
    assert.equal(notes.filter((note) => note.includes('left out')).length, 2);
  });

  it('reports entries that are not events or have an invalid start or time zone', async () => {
    const { problems } = await read(
      'x',
      { ...EVENT, start: null },
      { ...EVENT, start: at('noon') },
      { ...EVENT, start: at('2026-03-24T16:00:00', 'Nowhere Time') },
    );
    assert.deepEqual(problems.map(({ line, code }) => [line, code]).sort(), [
      [1, 'not-an-event'],
      [2, 'missing-start'],
      [3, 'bad-value'],
      [4, 'unknown-time-zone'],
    ]);
  });
});
