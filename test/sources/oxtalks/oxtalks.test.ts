import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { sourceFormatOf } from '#sources/source-formats.ts';
import { readOxtalks } from '#sources/oxtalks/oxtalks.ts';
import { sourceTalk } from '#sources/source-talk.ts';
import { headText } from '#sources/text-decoding.ts';
import { list, oxtalk } from '../../support/sources/oxtalks-api.ts';
import type { Json } from '../../support/sources/oxtalks-api.ts';
import { readSource } from '../../support/sources/read-source.ts';
import { noRealFiles, realFile, realFiles } from '../../support/sources/real-files.ts';
import { slugOf } from '../../support/catalogue/wire-records.ts';

describe('an OxTalks talk', () => {
  it('keeps its slug and the identifiers of its series, people, places and topics', async () => {
    const person = (number: number, bio = ''): Json => ({
      name: `Person ${String(number)}`,
      bio,
      slug: slugOf(number),
    });
    const place = (id: string, more: Json = {}): Json => ({
      _links: { self: { href: `//api.m.ox.example/places/${id}` } },
      name: `Place ${id}`,
      map_link: `//maps.ox.example/#/places/${id}`,
      ...more,
    });
    const talk = oxtalk(1, {
      status: 'cancelled',
      description: '<p>As it <b>is</b></p>\r\n',
      location_details: 'Room 1',
      location_summary: 'Place, Room 1',
      series: { title: 'Mosses', slug: slugOf(7) },
      audience: 'Members of the University only',
      booking_required: 'Not required',
      booking_url: null,
      booking_email: 'book@ox.example',
      cost: '£1',
      special_message: 'Moved',
      organiser_email: 'a@ox.example',
      _embedded: {
        speakers: [person(2, 'Oxford'), person(3)],
        hosts: [person(4)],
        organisers: [],
        various_speakers: true,
        venue: place('oxpoints:101', { address: '1 High Street' }),
        organising_department: place('oxpoints:102'),
        topics: [{ label: 'Moss', uri: 'http://id.worldcat.example/fast/1' }],
      },
    });
    const { talks, problems } = await readSource(readOxtalks, JSON.stringify(talk));
    assert.deepEqual(problems, []);
    assert.deepEqual(talks, [
      sourceTalk({
        key: slugOf(1),
        slug: slugOf(1),
        line: 1,
        title: 'Talk 1',
        start: '2026-06-01T16:00:00Z',
        end: '2026-06-01T17:00:00Z',
        description: '<p>As it <b>is</b></p>\r\n',
        status: 'cancelled',
        room: 'Room 1',
        venue: {
          name: 'Place oxpoints:101',
          address: '1 High Street',
          id: 'oxpoints:101',
          key: '//api.m.ox.example/places/oxpoints:101',
        },
        department: {
          name: 'Place oxpoints:102',
          id: 'oxpoints:102',
          key: '//api.m.ox.example/places/oxpoints:102',
        },
        series: { title: 'Mosses', slug: slugOf(7) },
        speakers: [
          { name: 'Person 2', bio: 'Oxford', slug: slugOf(2) },
          { name: 'Person 3', bio: '', slug: slugOf(3) },
        ],
        variousSpeakers: true,
        hosts: [{ name: 'Person 4', bio: '', slug: slugOf(4) }],
        organisers: [],
        topics: [{ label: 'Moss', uri: 'http://id.worldcat.example/fast/1' }],
        audience: 'Members of the University only',
        bookingRequired: 'Not required',
        bookingEmail: 'book@ox.example',
        cost: '£1',
        specialMessage: 'Moved',
        organiserEmail: 'a@ox.example',
      }),
    ]);
  });

  it('gets its slug from its self link if it has none, and is reported without either', async () => {
    const talks = [
      oxtalk(1, { slug: undefined }),
      { ...oxtalk(2), slug: '', _links: {} },
      oxtalk(3, { start: 'soon' }),
    ];
    const read = await readSource(readOxtalks, JSON.stringify(list([...talks, oxtalk(4, { end: null })])));
    assert.deepEqual(
      read.talks.map(({ key, line, end }) => [key, line, end]),
      [
        [slugOf(1), 1, '2026-06-01T17:00:00Z'],
        [slugOf(4), 4, '2026-06-01T16:00:00Z'],
      ],
    );
    assert.deepEqual(
      read.problems.map(({ code, line, key }) => [code, line, key]),
      [
        ['no-key', 2, undefined],
        ['bad-time', 3, slugOf(3)],
      ],
    );
  });

  it('is read from the document of a series or person, with the details of the series', async () => {
    const series = {
      _links: { self: { href: `http://ox.example/api/series/${slugOf(7)}` } },
      id: 12,
      title: 'Mosses',
      description: 'All of them',
      occurence: 'Mondays',
      _embedded: { talks: [oxtalk(1, { series: { slug: slugOf(7), title: 'Mosses' } })] },
    };
    const { talks } = await readSource(readOxtalks, JSON.stringify(series));
    assert.deepEqual(talks[0]?.series, {
      title: 'Mosses',
      slug: slugOf(7),
      description: 'All of them',
      occurrence: 'Mondays',
    });
    const person = { _links: {}, _embedded: { speaker_talks: [oxtalk(1)], hosting_talks: [oxtalk(2), oxtalk(1)] } };
    const read = await readSource(readOxtalks, JSON.stringify(person));
    assert.deepEqual(
      read.talks.map(({ slug }) => slug),
      [slugOf(1), slugOf(2)],
    );
  });
});

it('an all-day talk of another Lectern has the same days if its answer leaves out the time zone', async () => {
  const days = { start: '2027-06-30T23:00:00Z', end: '2027-07-01T23:00:00Z', all_day: true };
  for (const timezone of ['Europe/London', undefined]) {
    const text = JSON.stringify(list([oxtalk(4, { ...days, timezone })]));
    const { talks } = await readSource(readOxtalks, text, { zone: 'Europe/London' });
    assert.deepEqual(
      talks.map(({ start, end }) => [start, end]),
      [['2027-07-01T00:00:00Z', '2027-07-02T00:00:00Z']],
    );
  }
});

describe('the OxTalks format', () => {
  it('is recognised by its content', () => {
    for (const document of [
      oxtalk(1),
      list([]),
      list([oxtalk(1)]),
      { _links: {}, total: 0, _embedded: { talks: [] } },
    ]) {
      assert.equal(sourceFormatOf(JSON.stringify(document, null, 2))?.name, 'oxtalks');
    }
  });

  for (const kind of ['csv', 'ics', 'indico', 'jsonld', 'schedule', 'seminars']) {
    it(`is not recognised in real files of ${kind}/`, { skip: noRealFiles(kind) }, () => {
      for (const name of realFiles(kind)) {
        const head = headText(readFileSync(realFile(kind, name)).subarray(0, 65_536));
        assert.notEqual(sourceFormatOf(head)?.name, 'oxtalks', name);
      }
    });
  }
});
