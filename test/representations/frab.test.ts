import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import type { DatedTalk } from '#catalogue/talk-details.ts';
import { oneLine } from '#representations/feeds/feed-text.ts';
import { frabJson } from '#representations/schedule/frab-json.ts';
import { frabXml } from '#representations/schedule/frab-xml.ts';
import { cancelledTalk, movedTalk, plainTalk, wholeDocuments } from '../support/render/feed-documents.ts';
import { hostileFeedTalks, hostileFeedText } from '../support/hostile/hostile-feed.ts';
import { listAt, textAt, valueAt } from '../support/json-value.ts';
import { elementsWithin, markupOf, textOf } from '../support/render/markup.ts';
import { RUNS } from '../support/property-runs.ts';
import { checkSchedule } from '../support/sources/schedule-rules.ts';

const inXml = wholeDocuments(frabXml);
const inJson = wholeDocuments(frabJson);

function parsed(bytes: Buffer): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

function talkAt(start: string, end: string, fields: Partial<DatedTalk['talk']> = {}): DatedTalk {
  const slug = `00000000-0000-4000-8000-${start.replace(/\D/g, '').slice(2)}`;
  return { ...plainTalk, talk: { ...plainTalk.talk, slug, start, end, ...fields } };
}

/** The days, rooms and events of a schedule, in order. */
function outline(bytes: Buffer): string[] {
  return [...elementsWithin(markupOf(bytes))].flatMap(({ name, attributes }) => {
    if (name === 'day') return [`${attributes.index ?? ''} ${attributes.start ?? ''} ${attributes.end ?? ''}`];
    if (name === 'room' && attributes.name !== undefined) return [attributes.name];
    return name === 'event' ? [attributes.guid ?? ''] : [];
  });
}

describe('a schedule in XML', () => {
  it('has every field of a talk', () => {
    assert.equal(
      inXml([movedTalk]).toString(),
      [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<schedule>',
        '<generator name="Lectern"/>',
        '<url>https://talks.example.org/api/series/d95be2ef-10bb-43d3-a46c-99dccf7151a0.x</url>',
        '<version>2015-09-01T08:07:06Z</version>',
        '<conference>',
        '<title>Plants &amp; people</title>',
        '<acronym>plants_people</acronym>',
        '<start>2015-10-06</start>',
        '<end>2015-10-06</end>',
        '<days>1</days>',
        '<timeslot_duration>00:05</timeslot_duration>',
        '<base_url>https://talks.example.org/</base_url>',
        '<url>https://talks.example.org/talks/series/id/d95be2ef-10bb-43d3-a46c-99dccf7151a0</url>',
        '<time_zone_name>Europe/London</time_zone_name>',
        '</conference>',
        '<day index="1" date="2015-10-06" start="2015-10-06T00:00:00+01:00" end="2015-10-07T00:00:00+01:00">',
        '<room name="Glass House, Seminar room">',
        '<event id="477808978" guid="52360e07-9b8b-477d-8bc7-8a25995e5ef8">',
        '<date>2015-10-06T11:00:00+01:00</date>',
        '<start>11:00</start>',
        '<duration>01:30</duration>',
        '<room>Glass House, Seminar room</room>',
        '<slug>talk-52360e07-9b8b-477d-8bc7-8a25995e5ef8</slug>',
        '<url>https://talks.example.org/talks/id/52360e07-9b8b-477d-8bc7-8a25995e5ef8/</url>',
        '<logo/>',
        '<title>Moss &quot;in the dark&quot;: β &lt; γ?</title>',
        '<subtitle>Moved from Tuesday 29 September 2015, 11:00. The lift is broken</subtitle>',
        '<track>Plants &amp; people</track>',
        '<type>lecture</type>',
        '<language/>',
        '<abstract/>',
        '<description>On moss.',
        '',
        'And on ferns;',
        'both green.',
        '',
        'Where: Glass House, Seminar room, 1 Garden Lane',
        'Online: https://live.example.org/moss',
        'Organised by: Department of Botany',
        'Booking: Recommended, https://book.example.org/?a=1&amp;b=2, book@example.org',
        'Cost: £5',
        'Audience: Public',
        'Contact: moss@example.org</description>',
        '<persons>',
        '<person id="735276436" guid="5a3e1c1e-0000-4000-8000-000000000001">Ada Núñez</person>',
        '</persons>',
        '<links>',
        '<link href="https://live.example.org/moss">Online</link>',
        '<link href="https://book.example.org/?a=1&amp;b=2">Booking</link>',
        '<link href="https://talks.example.org/talks/series/id/d95be2ef-10bb-43d3-a46c-99dccf7151a0">Plants &amp; people</link>',
        '</links>',
        '<attachments/>',
        '</event>',
        '</room>',
        '</day>',
        '</schedule>',
        '',
      ]
        .join('\n')
        .trimEnd(),
    );
  });

  it('groups talks by day and room and extends a day until its last talk is over', () => {
    const talks = [
      talkAt('2015-10-24T22:30:00Z', '2015-10-25T01:30:00Z', { locationDetails: 'Hall' }),
      talkAt('2015-10-25T10:00:00Z', '2015-10-25T11:00:00Z', { onlineUrl: 'https://x.example' }),
      talkAt('2015-10-25T10:30:00Z', '2015-10-25T11:00:00Z', { locationDetails: 'Hall' }),
      talkAt('2015-10-25T12:00:00Z', '2015-10-25T12:00:00Z', { onlineUrl: 'https://x.example' }),
    ];
    const [night, online, hall, later] = talks.map(({ talk }) => talk.slug);
    const bytes = inXml(talks);
    checkSchedule(markupOf(bytes));
    assert.deepEqual(outline(bytes), [
      '1 2015-10-24T00:00:00+01:00 2015-10-25T01:30:00+00:00',
      'Hall',
      night,
      '2 2015-10-25T00:00:00+01:00 2015-10-26T00:00:00+00:00',
      'Online',
      online,
      later,
      'Hall',
      hall,
    ]);
  });

  it('is valid without talks and has one empty day', () => {
    const bytes = inXml([], { title: '日本語', page: null });
    checkSchedule(markupOf(bytes));
    assert.deepEqual(outline(bytes), ['1 1970-01-01T00:00:00+01:00 1970-01-02T00:00:00+01:00']);
    assert.ok(bytes.toString().includes('<acronym>talks</acronym>'));
  });

  it('writes durations of 100 hours or more in days, up to 99:23:59', () => {
    const durations = (end: string): string =>
      /<duration>(.*)<\/duration>/.exec(inXml([talkAt('2015-01-01T00:00:00Z', end)]).toString())?.[1] ?? '';
    assert.equal(durations('2015-01-05T03:59:00Z'), '99:59');
    assert.equal(durations('2015-01-05T04:00:00Z'), '04:04:00');
    assert.equal(durations('2016-01-05T04:00:00Z'), '99:23:59');
  });

  it('marks a cancelled talk in its subtitle and in its title with cancelled=title', () => {
    assert.ok(
      inXml([cancelledTalk]).toString().includes('<subtitle>This talk has been cancelled. The lift is broken<'),
    );
    const inTitle = wholeDocuments(frabXml, { cancelled: 'title' })([cancelledTalk]).toString();
    assert.ok(inTitle.includes('<title>Cancelled: Moss '));
  });
});

/** The schema of schedules in JSON (https://c3voc.de/schedule/schema.json), narrowed to what we write. */
const text = { type: 'string' };
const wholeObject = (properties: Readonly<Record<string, unknown>>): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const address = { type: 'string', pattern: '^https?://' };
const uuid = { type: 'string', pattern: '^[0-9a-f-]{36}$' };
const dateTime = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(Z|[+-]\\d\\d:\\d\\d)$' };
const date = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\d$' };
const event = wholeObject({
  ...{
    id: { type: 'integer', minimum: 1, maximum: 2 ** 31 },
    guid: uuid,
    logo: { ...address, type: ['string', 'null'] },
    date: dateTime,
  },
  ...{ start: { type: 'string', pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }, end: dateTime },
  ...{ duration: { type: 'string', pattern: '^[0-9]+:[0-9]{2}$' }, room: text },
  ...{ slug: { type: 'string', pattern: '^[a-z0-9_-]+[a-z0-9]$' }, url: address, title: text, subtitle: text },
  ...{ track: { type: ['string', 'null'] }, type: text, language: { type: 'null' }, abstract: text, description: text },
  persons: {
    type: 'array',
    items: {
      ...wholeObject({ id: { type: 'integer' }, guid: uuid, public_name: text, url: address, avatar: address }),
      required: ['id', 'guid', 'public_name', 'url'],
    },
  },
  links: { type: 'array', items: wholeObject({ url: address, title: text, type: { const: 'web' } }) },
  attachments: { type: 'array', items: wholeObject({ url: address, title: text, type: { const: 'related' } }) },
});
const rooms = { type: 'object', additionalProperties: { type: 'array', items: event } };
const day = wholeObject({
  index: { type: 'integer', minimum: 1 },
  date,
  day_start: dateTime,
  day_end: dateTime,
  rooms,
});
const conference = wholeObject({
  ...{ acronym: { type: 'string', pattern: '^[a-z0-9_-][a-z0-9_]{3,}$' }, title: text, start: date, end: date },
  ...{ daysCount: { type: 'integer', minimum: 1 }, timeslot_duration: text, time_zone_name: text, url: address },
  days: { type: 'array', minItems: 1, items: day },
});
const schedule = wholeObject({ version: text, base_url: address, conference });
const valid = new Ajv({ strict: false }).compile(
  wholeObject({ $schema: text, generator: wholeObject({ name: text }), schedule }),
);

describe('a schedule in JSON', () => {
  it('has the same content as the schedule in XML', () => {
    const document = parsed(inJson([movedTalk]));
    assert.ok(valid(document), JSON.stringify(valid.errors));
    const [event] = listAt(document, 'schedule', 'conference', 'days', 0, 'rooms', 'Glass House, Seminar room');
    const root = markupOf(inXml([movedTalk]));
    const same = [
      'date',
      'start',
      'duration',
      'room',
      'slug',
      'url',
      'title',
      'subtitle',
      'track',
      'type',
      'description',
    ];
    const texts = new Map(
      [...elementsWithin(root)].filter(({ name }) => same.includes(name)).map((one) => [one.name, textOf(one)]),
    );
    for (const name of same) assert.equal(textAt(event, name), texts.get(name), name);
    assert.deepEqual(valueAt(event, 'persons'), [
      {
        id: 735276436,
        guid: '5a3e1c1e-0000-4000-8000-000000000001',
        public_name: 'Ada Núñez',
        url: 'https://talks.example.org/talks/persons/id/5a3e1c1e-0000-4000-8000-000000000001',
      },
    ]);
    assert.deepEqual([valueAt(event, 'id'), valueAt(event, 'language')], [477808978, null]);
  });

  it('can have a room called __proto__', () => {
    const talk = { ...plainTalk, talk: { ...plainTalk.talk, locationDetails: '__proto__' } };
    assert.equal(inJson([talk]).toString().includes('"rooms":{"__proto__":[{"id":'), true);
  });

  it('is valid without talks and has one empty day', () => {
    assert.ok(valid(parsed(inJson([]))), JSON.stringify(valid.errors));
  });
});

describe('a schedule of arbitrary talks', () => {
  it('keeps text inside its elements and is valid', () => {
    fc.assert(
      fc.property(hostileFeedTalks, hostileFeedText, (talks, title) => {
        const root = markupOf(inXml(talks, { title }));
        checkSchedule(root);
        const titles = [...elementsWithin(root)].filter(({ name }) => name === 'title').map(textOf);
        assert.deepEqual(
          titles.sort(),
          [title, ...talks.map(({ talk }) => talk.title)].map((one) => oneLine(one) || 'Untitled').sort(),
        );
        const document = parsed(inJson(talks, { title }));
        assert.ok(valid(document), JSON.stringify(valid.errors));
      }),
      { numRuns: RUNS.usual },
    );
  });

  it('gives every talk a unique id that does not depend on the order of the list', () => {
    // Both hash to the same id.
    const slugs = ['00000000-0000-4000-8000-000000021083', '00000000-0000-4000-8000-000000070264'];
    const talks = slugs.map((slug) => ({ ...plainTalk, talk: { ...plainTalk.talk, slug } }));
    const ids = (bytes: Buffer): string[] => (bytes.toString().match(/id="\d+" guid="[^"]+"/g) ?? []).sort();
    const numbered = slugs.map((slug, at) => `id="${667_454_050 + at}" guid="${slug}"`);
    assert.deepEqual(ids(inXml(talks)), numbered);
    assert.deepEqual(ids(inXml([...talks].reverse())), numbered);
  });
});
