import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readJscalendar } from '#sources/calendar-json/jscalendar.ts';
import { readSource } from '../../support/sources/read-source.ts';
import type { ReadSource } from '../../support/sources/read-source.ts';

const EVENT = {
  '@type': 'Event',
  uid: 'moss',
  title: 'On moss',
  start: '2026-12-01T17:00:00',
  timeZone: 'Europe/Berlin',
  duration: 'PT1H',
  recurrenceRules: [{ '@type': 'RecurrenceRule', frequency: 'weekly', count: 4, byDay: [{ day: 'tu' }] }],
};

function read(...entries: readonly unknown[]): Promise<ReadSource> {
  return readSource(readJscalendar, JSON.stringify({ '@type': 'Group', uid: 'all', entries }));
}

function shown({ talks }: ReadSource): unknown[] {
  return talks.map(({ key, start, title, location }) => [key, start, title, location]);
}

describe('a JSCalendar event', () => {
  it('recurs with occurrences that are moved, renamed, added and excluded', async () => {
    const found = await read({
      ...EVENT,
      locations: { a: { '@type': 'Location', name: 'Glass House' } },
      recurrenceOverrides: {
        '2026-12-08T17:00:00': { excluded: true },
        '2026-12-15T17:00:00': { start: '2026-12-16T10:00:00', title: 'On ferns' },
        '2026-12-22T17:00:00': { 'locations/a/name': 'Garden' },
        '2026-12-24T12:00:00': {},
      },
    });
    assert.deepEqual(found.problems, []);
    assert.deepEqual(shown(found), [
      ['moss/20261201T160000Z', '2026-12-01T16:00:00Z', 'On moss', 'Glass House'],
      ['moss/20261215T160000Z', '2026-12-16T09:00:00Z', 'On ferns', 'Glass House'],
      ['moss/20261222T160000Z', '2026-12-22T16:00:00Z', 'On moss', 'Garden'],
      ['moss/20261224T110000Z', '2026-12-24T11:00:00Z', 'On moss', 'Glass House'],
    ]);
  });

  it('may last days or be cancelled, and is left out if it is private or a task', async () => {
    const { recurrenceRules: _, ...single } = EVENT;
    const { talks, notes } = await read(
      { ...single, start: '2026-12-01T00:00:00', showWithoutTime: true, duration: 'P2D' },
      { ...single, uid: 'secret', privacy: 'secret' },
      { ...single, uid: 'off', status: 'cancelled' },
      { '@type': 'Task', uid: 'task' },
    );
    assert.deepEqual(
      talks.map(({ clock, start, end, status }) => [clock, start, end, status]),
      [
        ['all-day', '2026-12-01T00:00:00Z', '2026-12-03T00:00:00Z', 'published'],
        ['zone', '2026-12-01T16:00:00Z', '2026-12-01T17:00:00Z', 'cancelled'],
      ],
    );
    assert.ok(notes.some((note) => note.includes('private or confidential')));
    assert.ok(notes.includes('1 × tasks: left out'));
  });

  it('is reported with its number and field if it is invalid', async () => {
    const { problems } = await read(
      EVENT,
      'x',
      { ...EVENT, uid: 'fern', start: 'noon' },
      { ...EVENT, uid: 'reed', start: null },
    );
    assert.deepEqual(
      problems.map(({ line, code, where }) => [line, code, where]),
      [
        [2, 'not-an-event', ''],
        [3, 'bad-value', 'DTSTART'],
        [4, 'bad-value', ''],
      ],
    );
  });

  it('may change 200,000 members of one occurrence', async () => {
    const names = Array.from({ length: 200_000 }, (_, number) => `locations/${number}/name`);
    const found = await read({
      ...EVENT,
      locations: Object.fromEntries(names.map((_, number) => [number, { name: 'Glass House' }])),
      recurrenceOverrides: {
        '2026-12-08T17:00:00': Object.fromEntries(names.map((name) => [name, 'Garden'])),
      },
    });
    assert.deepEqual(
      found.talks.map(({ location }) => location),
      ['Glass House', 'Garden', 'Glass House', 'Glass House'],
    );
  });

  it('is refused if so many occurrences with so many members are changed', async () => {
    const each = Array.from({ length: 10_000 }, (_, number) => number);
    const { problems } = await read({
      ...EVENT,
      participants: Object.fromEntries(each.map((number) => [number, {}])),
      recurrenceOverrides: Object.fromEntries(each.map((number) => [`${String(number)} BC`, { title: 'On ferns' }])),
    });
    assert.deepEqual(
      problems.filter(({ code }) => code !== 'bad-value').map(({ code, where }) => [code, where]),
      [['too-large', 'recurrenceOverrides']],
    );
  });

  it('ignores changes that one occurrence cannot have, and paths that lead nowhere', async () => {
    const found = await read({
      ...EVENT,
      locations: { a: { name: 'Glass House' } },
      recurrenceOverrides: {
        '2026-12-08T17:00:00': {
          recurrenceRules: [{ frequency: 'daily' }],
          'locations/b/name': 'Garden',
          'title/a': 'On ferns',
          'locations/__proto__/name': 'Garden',
        },
        '2026-12-15T17:00:00': { 'locations/a': null, title: null },
      },
    });
    assert.deepEqual(
      found.talks.map(({ title, location }) => [title, location]),
      [
        ['On moss', 'Glass House'],
        ['On moss', 'Glass House'],
        ['', ''],
        ['On moss', 'Glass House'],
      ],
    );
  });
});
