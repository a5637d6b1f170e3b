import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCsv } from '#sources/table/csv.ts';
import { plainName } from '#sources/plain-texts.ts';
import { readScheduleXml } from '#sources/schedule/schedule-xml.ts';
import { readSource } from '../support/sources/read-source.ts';

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
