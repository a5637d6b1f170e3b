import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import { readIcalendar } from '#sources/icalendar/icalendar.ts';
import { plainName, withPlainTexts } from '#sources/plain-texts.ts';
import { readScheduleXml } from '#sources/schedule/schedule-xml.ts';
import { sourceTalk } from '#sources/source-talk.ts';
import { readCsv } from '#sources/table/csv.ts';
import { calendar, event } from '../support/sources/import-calendars.ts';
import { readSource } from '../support/sources/read-source.ts';

const TITLES: readonly (readonly [written: string, title: string])[] = [
  ['Rocks &#8211; a history &amp; more &#039;quoted&#039;', "Rocks – a history & more 'quoted'"],
  ['<b>On moss</b>', 'On moss'],
  ['CO<sub>2</sub> in <i>Sphagnum</i>', 'CO2 in Sphagnum'],
  ['On moss<br>and fern', 'On moss and fern'],
  ['On\vmoss\fand fern', 'On moss and fern'],
  ['The element <b> &amp; its use', 'The element <b> & its use'],
  ['AT&T and R&D', 'AT&T and R&D'],
  ['If x<y and y>z', 'If x<y and y>z'],
  ['Templates: vector<int>', 'Templates: vector<int>'],
];

describe('names of people and places, in every format', () => {
  it('are plain text, and so are biographies without tags', () => {
    const times = { start: '2026-11-20T12:00:00Z', end: '2026-11-20T13:00:00Z' };
    const person = { name: '<b>Ada</b> M&uuml;ller', bio: 'Moss &amp; Fern' };
    const place = { name: '<i>Barn</i>' };
    const people = { speakers: [person], hosts: [person], organisers: [person] };
    const places = { venue: place, department: place, room: '**1**', location: 'Moss\vHall' };
    const talk = withPlainTexts(sourceTalk({ key: 'moss', line: 1, ...times, ...people, ...places }));
    const ada = { name: 'Ada Müller', bio: 'Moss & Fern' };
    assert.deepEqual([...talk.speakers, ...talk.hosts, ...talk.organisers], [ada, ada, ada]);
    assert.deepEqual(
      [talk.venue?.name, talk.department?.name, talk.room, talk.location],
      ['Barn', 'Barn', '1', 'Moss\nHall'],
    );
    const long = sourceTalk({
      key: 'moss',
      line: 1,
      ...times,
      speakers: [{ name: 'Ada', bio: '<p>Moss &amp; Fern</p>' }],
    });
    assert.equal(withPlainTexts(long), long);
  });

  it('are read from lines of a text that a vertical tab or form feed ends', async () => {
    const text = calendar(event('moss', '20261201', 'On moss', 'DESCRIPTION:Speaker: Ada Lovelace\vTitle: On moss'));
    const { talks } = await readSource(readIcalendar, text);
    assert.deepEqual(
      talks.map(({ speakers }) => speakers),
      [[{ name: 'Ada Lovelace' }]],
    );
  });
});

describe('the title of a talk, in every format', () => {
  for (const [written, title] of TITLES) {
    it(`is plain text: ${JSON.stringify(written)}`, () => {
      const times = { start: '2026-11-20T12:00:00Z', end: '2026-11-20T13:00:00Z' };
      const given = { key: 'moss', line: 1, ...times, topics: [{ label: written }], series: { title: written } };
      const talk = withPlainTexts(sourceTalk({ ...given, title: written, cost: written, specialMessage: written }));
      assert.deepEqual(
        [talk.title, talk.cost, talk.specialMessage, talk.series?.title, ...talk.topics.map(({ label }) => label)],
        [title, title, title, title, title],
      );
    });
  }

  it('is without a label', () => {
    const times = { start: '2026-11-20T12:00:00Z', end: '2026-11-20T13:00:00Z' };
    const titleOf = (title: string): string =>
      withPlainTexts(sourceTalk({ key: 'moss', line: 1, ...times, title })).title;
    const written = ['Title: On moss', 'Titre : Les mousses', 'Title', 'Title:', 'Subtitle: On moss'];
    assert.deepEqual(written.map(titleOf), ['On moss', 'Les mousses', 'Title', 'Title:', 'Subtitle: On moss']);
  });

  it('is so in calendars and tables, and descriptions stay as they are', async () => {
    const text = calendar(event('moss', '20261201', 'Moss &amp\\; fern', 'DESCRIPTION:<p>Moss &amp\\; fern</p>'));
    const { talks } = await readSource(readIcalendar, text);
    assert.deepEqual([talks[0]?.title, talks[0]?.description], ['Moss & fern', '<p>Moss &amp; fern</p>']);
    const table = await readSource(readCsv, 'title,start,series\nMoss &amp; fern,2026-12-01 17:00,Moss &amp; Co\n');
    assert.deepEqual([table.talks[0]?.title, table.talks[0]?.series?.title], ['Moss & fern', 'Moss & Co']);
  });
});

describe('a name', () => {
  const NAMES = [
    ['<b>Ada</b> Lovelace', 'Ada Lovelace'],
    ['**Ada Lovelace**', 'Ada Lovelace'],
    ['__Ada__', 'Ada'],
    ['*Ada*', 'Ada'],
    ['J&uuml;rgen M&#252;ller', 'Jürgen Müller'],
    ['[Ada Lovelace](https://ada.example/)', 'Ada Lovelace'],
    ['AT&T', 'AT&T'],
    ['https://x.example/a__b__c', 'https://x.example/a__b__c'],
    ['A * B', 'A * B'],
    ['snake_case_name', 'snake_case_name'],
  ] as const;
  for (const [written, plain] of NAMES) {
    it(`written ${written} becomes ${plain}`, () => {
      assert.equal(plainName(written), plain);
    });
  }

  it('of a person, venue or room loses its markup in CSV and schedule XML', async () => {
    const csv =
      'Title,Start,Speaker,Venue,Room\nMoss,2026-10-27 17:00,<b>Ada</b> M&uuml;ller; **Bo**,<i>Barn</i>,**1**\n';
    const xml = `<schedule><conference><title>x</title><venue>**Barn**</venue></conference><day><room name="&lt;b&gt;1&lt;/b&gt;">
      <event id="1"><date>2026-10-27T17:00:00Z</date><title>Moss</title><persons><person>&lt;b&gt;Ada&lt;/b&gt; M&amp;uuml;ller</person>
      <person>**Bo**</person></persons></event></room></day></schedule>`;
    for (const { talks } of [await readSource(readCsv, csv), await readSource(readScheduleXml, xml)]) {
      assert.deepEqual(
        talks.map(({ speakers, venue, room }) => [speakers.map(({ name }) => name), venue?.name, room]),
        [[['Ada Müller', 'Bo'], 'Barn', '1']],
      );
    }
  });

  it('with an affiliation is split into name and bio', async () => {
    const people = [
      ['Xavier de Luna, Umea University (Sweden)', 'Xavier de Luna', 'Umea University (Sweden)'],
      ['Ada Lovelace (University of Oxford, UK)', 'Ada Lovelace', 'University of Oxford, UK'],
      ['Ada Lovelace, FRS (Oxford)', 'Ada Lovelace, FRS', 'Oxford'],
    ] as const;
    for (const [written, name, bio] of people) {
      const { talks } = await readSource(readCsv, `Title,Start,Speaker\nMoss,2026-10-27 17:00,"${written}"\n`);
      assert.deepEqual(talks[0]?.speakers, [{ name, bio }]);
    }
  });
});

test('a description of a million characters is truncated to 100,000 with a note', async () => {
  const text = `Title,Start,Description\nOn moss,2026-12-01,${'a'.repeat(1_000_000)}\nOn ferns,2026-12-02,Short\n`;
  const { talks, notes } = await readSource(readCsv, text);
  assert.deepEqual(
    talks.map(({ description }) => description),
    [`${'a'.repeat(99_998)} …`, 'Short'],
  );
  const note = '1 × with more than 100,000 characters of description: the rest is left out';
  assert.ok(notes.includes(note), notes.join());
});
