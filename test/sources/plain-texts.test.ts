import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readIcalendar } from '#sources/icalendar/icalendar.ts';
import { withPlainTexts } from '#sources/plain-texts.ts';
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
