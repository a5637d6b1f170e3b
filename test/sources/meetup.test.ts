import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readMeetup } from '#sources/meetup.ts';
import { sourceFormatOf } from '#sources/source-formats.ts';
import { readSource } from '../support/sources/read-source.ts';
import type { ReadSource } from '../support/sources/read-source.ts';

const EVENT = {
  id: '7',
  title: 'On moss',
  eventUrl: 'https://www.meetup.com/moss/events/7/',
  dateTime: '2026-12-01T17:00+01:00',
  endTime: '2026-12-01T18:00+01:00',
};
const GROUP = { name: 'Moss people', urlname: 'moss', timezone: 'Europe/Berlin' };

function graphql(events: readonly object[], pageInfo: object = { hasNextPage: false }): string {
  const edges = events.map((node) => ({ node }));
  return JSON.stringify({ data: { groupByUrlname: { ...GROUP, upcomingEvents: { edges, pageInfo } } } });
}

async function read(...events: readonly object[]): Promise<ReadSource> {
  return readSource(readMeetup, graphql(events));
}

describe('the Meetup reader', () => {
  it('recognises responses of the GraphQL and REST APIs', () => {
    const { eventUrl: link } = EVENT;
    assert.equal(sourceFormatOf(graphql([EVENT]))?.name, 'meetup');
    assert.equal(sourceFormatOf(JSON.stringify([{ id: '7', link, local_date: '2026-12-01' }]))?.name, 'meetup');
    assert.notEqual(sourceFormatOf(JSON.stringify([{ id: '7', link, title: 'On moss' }]))?.name, 'meetup');
  });

  it('yields a talk with all supported fields', async () => {
    const { talks, problems } = await read({
      ...EVENT,
      description: '**Moss**',
      hosts: [{ id: '3', name: 'Ann' }],
      eventHosts: [{ member: { name: 'Not asked' } }],
      topics: { edges: [{ node: { name: 'Plants' } }, { node: { name: 'Plants' } }] },
      feeSettings: { amount: 5, currency: 'EUR' },
      featuredEventPhoto: { highResUrl: 'https://pictures.example/7.jpg' },
      onlineVenue: { url: 'https://video.example/7' },
      venue: { name: 'Glass House', lat: 52.5, lng: 13.4 },
    });
    assert.deepEqual(problems, []);
    const [talk] = talks;
    assert.ok(talk !== undefined);
    const { key, start, end, clock, zone, series, hosts, topics, cost, image, onlineUrl, venue, bookingUrl } = talk;
    assert.deepEqual(
      { key, start, end, clock, zone, series, hosts, topics, cost, image, onlineUrl, venue, bookingUrl },
      {
        key: '7',
        start: '2026-12-01T16:00:00Z',
        end: '2026-12-01T17:00:00Z',
        clock: 'zone',
        zone: 'Europe/Berlin',
        series: { title: 'Moss people', key: 'moss', webAddress: 'https://www.meetup.com/moss/' },
        hosts: [{ name: 'Ann', key: '3' }],
        topics: [{ label: 'Plants' }],
        cost: '5 EUR',
        image: { url: 'https://pictures.example/7.jpg', alt: '' },
        onlineUrl: 'https://video.example/7',
        venue: { name: 'Glass House', address: '', latitude: 52.5, longitude: 13.4 },
        bookingUrl: EVENT.eventUrl,
      },
    );
  });

  it('yields an event once if two lists of the response contain it', async () => {
    const events = { edges: [{ node: EVENT }] };
    const answer = { data: { groupByUrlname: { ...GROUP, upcomingEvents: events, unifiedEvents: events } } };
    const { talks } = await readSource(readMeetup, JSON.stringify(answer));
    assert.equal(talks.length, 1);
  });

  it('leaves out draft, proposed and members-only events', async () => {
    const { talks, notes } = await read(
      { ...EVENT, id: '1', status: 'DRAFT' },
      { ...EVENT, id: '2', status: 'proposed' },
      { ...EVENT, id: '3', visibility: 'members' },
    );
    assert.deepEqual(talks, []);
    assert.deepEqual(
      notes.map((note) => note.replace(/:.*/, '')),
      ['1 × marked private or confidential', '2 × drafts'],
    );
  });

  it('notes that a response with a next page is incomplete', async () => {
    const { notes } = await readSource(readMeetup, graphql([EVENT], { hasNextPage: true }));
    assert.deepEqual(notes, ['1 × one page of several: no talk counts as gone']);
  });

  it('reports the member and value of invalid times', async () => {
    const events = [
      { ...EVENT, id: '1', dateTime: 'soon' },
      { ...EVENT, id: '2', endTime: undefined, duration: 'long' },
      { ...EVENT, id: '3', dateTime: null },
    ];
    const { talks, problems } = await read(...events);
    assert.deepEqual(
      problems.map(({ line, where, what }) => `${line} ${where}: ${what}`),
      [
        '1 dateTime: "soon" is not a valid time.',
        '2 duration: "long" is not a valid duration. It is imported without an end.',
        '3 dateTime: It has no start.',
      ],
    );
    assert.deepEqual(
      talks.map(({ key }) => key),
      ['2'],
    );
  });

  it('reports that a response with only a group contains no events', async () => {
    const { problems } = await readSource(readMeetup, JSON.stringify({ data: { groupByUrlname: GROUP } }));
    assert.deepEqual(
      problems.map(({ what }) => what),
      ['It contains no events.'],
    );
  });

  it('ignores an event that is nested 40 levels deep', async () => {
    let nested: object = EVENT;
    for (let depth = 0; depth < 40; depth++) nested = { inside: nested };
    assert.deepEqual((await readSource(readMeetup, JSON.stringify({ data: nested }))).talks, []);
  });
});
