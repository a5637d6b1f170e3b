import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readLocalist } from '#sources/localist.ts';
import { sourceFormatOf } from '#sources/source-formats.ts';
import { readSource } from '../support/sources/read-source.ts';
import type { ReadSource } from '../support/sources/read-source.ts';

const INSTANCE = { event_instance: { id: 1, start: '2026-12-01T17:00:00-05:00', end: null, all_day: false } };

const EVENT = {
  id: 7,
  title: 'On moss',
  status: 'live',
  private: false,
  localist_url: 'https://events.example.edu/event/moss',
  localist_ics_url: 'https://events.example.edu/event/moss.ics',
  event_instances: [INSTANCE],
};

function read(...events: readonly unknown[]): Promise<ReadSource> {
  const answer = { events: events.map((event) => ({ event })), page: { current: 1, size: 10, total: 1 } };
  return readSource(readLocalist, JSON.stringify(answer));
}

describe('the Localist reader', () => {
  it('recognises a response', () => {
    assert.equal(sourceFormatOf(JSON.stringify({ events: [{ event: EVENT }] }))?.name, 'localist');
  });

  it('yields a talk with all supported fields for each instance of an event', async () => {
    const day = { event_instance: { id: 2, start: '2026-12-02T00:00:00-05:00', end: null, all_day: true } };
    const { talks, problems } = await read({
      ...EVENT,
      description: '<p>Moss</p>',
      location_name: 'Glass House',
      venue_id: 5,
      address: '1 Garden Lane',
      room_number: '12',
      stream_url: 'https://video.example.edu/moss',
      geo: { latitude: '42.1', longitude: '-71.2' },
      departments: [{ id: 3, name: 'Botany' }],
      keywords: ['Plants'],
      free: true,
      event_instances: [INSTANCE, day],
    });
    assert.deepEqual(problems, []);
    assert.deepEqual(
      talks.map(({ key, start, end }) => [key, start, end]),
      [
        ['7/1', '2026-12-01T22:00:00Z', '2026-12-01T22:00:00Z'],
        ['7/2', '2026-12-02T00:00:00Z', '2026-12-03T00:00:00Z'],
      ],
    );
    const [talk] = talks;
    assert.ok(talk !== undefined);
    const { venue, room, onlineUrl, department, topics, cost, url, status } = talk;
    assert.deepEqual(
      { venue, room, onlineUrl, department, topics, cost, url, status },
      {
        venue: { name: 'Glass House', key: '5', address: '1 Garden Lane', latitude: 42.1, longitude: -71.2 },
        room: '12',
        onlineUrl: 'https://video.example.edu/moss',
        department: { name: 'Botany', key: '3' },
        topics: [{ label: 'Plants' }],
        cost: 'Free',
        url: 'https://events.example.edu/event/moss',
        status: 'published',
      },
    );
  });

  it('ends an all-day event at the next midnight when the clocks change', async () => {
    const day = { event_instance: { id: 1, start: '2026-10-25T00:00:00+01:00', end: null, all_day: true } };
    const { talks } = await read({ ...EVENT, event_instances: [day] });
    assert.deepEqual(
      talks.map(({ start, end }) => [start, end]),
      [['2026-10-25T00:00:00Z', '2026-10-26T00:00:00Z']],
    );
  });

  it('leaves out private events and marks cancelled ones', async () => {
    const { talks, notes } = await read({ ...EVENT, status: 'canceled' }, { ...EVENT, id: 8, private: true });
    assert.deepEqual(
      talks.map(({ status }) => status),
      ['cancelled'],
    );
    assert.ok(notes.some((note) => note.includes('private or confidential')));
  });

  it('reports entries that are not events or have missing or invalid starts', async () => {
    const bad = { event_instance: { id: 1, start: 'noon' } };
    const { problems } = await read('x', { ...EVENT, event_instances: [] }, { ...EVENT, event_instances: [bad] });
    assert.deepEqual(
      problems.map(({ line, code }) => [line, code]),
      [
        [1, 'not-an-event'],
        [2, 'missing-start'],
        [3, 'bad-value'],
      ],
    );
    const { problems: none } = await readSource(readLocalist, '{}');
    assert.deepEqual(
      none.map(({ code }) => code),
      ['no-events'],
    );
  });
});
