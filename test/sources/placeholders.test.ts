import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readIcalendar } from '#sources/icalendar/icalendar.ts';
import { readOxtalks } from '#sources/oxtalks/oxtalks.ts';
import { isNobody, isPlaceholder } from '#sources/placeholders.ts';
import { readScheduleXml } from '#sources/schedule/schedule-xml.ts';
import { readSchemaOrg } from '#sources/schema-org/schema-org.ts';
import type { SourceReader } from '#sources/source-format.ts';
import { readCsv } from '#sources/table/csv.ts';
import { readRows } from '#sources/table/rows.ts';
import { calendar, event } from '../support/sources/import-calendars.ts';
import { list, oxtalk } from '../support/sources/oxtalks-api.ts';
import { readSource } from '../support/sources/read-source.ts';

const PLACEHOLDERS = (
  'TBA|tbc|T.B.D.|TBA/TBC|(TBC)|To be announced|to be confirmed.|Title TBC|Title: TBA|' +
  'Title and abstract to be announced|The title is to be confirmed|Talk title to follow|Speaker TBC|' +
  'Speaker to be confirmed|Guest speaker TBA|Name TBC|Dr TBC|Name TBC, Dr TBC|TBA (speaker)|N.N.|n. n.|' +
  'Titel folgt|wird noch bekanntgegeben|À confirmer|Titre à préciser|a confirmer|Por confirmar|' +
  'Título por anunciar|Da definire|A definir|Nog te bepalen|уточняется|未定|待定|미정|...|…|???|-'
).split('|');

const WORDS = (
  '|N\\n|On moss|TBA Reading: a history of placeholders|What is to be announced|To be or not to be|' +
  'The speaker|TBC1 domain proteins|The unknown Leibniz|π|∞|Le titre'
).split('|');

describe('a placeholder', () => {
  for (const text of PLACEHOLDERS) {
    it(`is ${JSON.stringify(text)}`, () => {
      assert.equal(isPlaceholder(text), true);
    });
  }
  for (const text of WORDS) {
    it(`is not ${JSON.stringify(text)}`, () => {
      assert.equal(isPlaceholder(text), false);
    });
  }

  it('is not looked for in long texts', () => {
    assert.equal(isPlaceholder('tba '.repeat(60)), false);
  });
});

const NOBODY = (
  'TBA|All|Panelists|Organizing committee|Organising Committee|presenting|co-author|Various|n/a|' +
  'Comité d’organisation|Alle|Todos'
).split('|');
const SOMEBODY = ['Ada Lovelace', 'Allan', 'Guest, Ada', 'Committee on Moss Names', 'Faculty of Botany'];

/** Names that are mended, as they are then. */
const NAMES: readonly (readonly [name: string, mended: string])[] = [
  ['Ada Lovelace TBC', 'Ada Lovelace'],
  ['Ada Lovelace (TBC)', 'Ada Lovelace'],
  ['Ada Lovelace [tbc]', 'Ada Lovelace'],
  ['Ada Lovelace – tbc', 'Ada Lovelace'],
  ['Ada Lovelace, to be confirmed', 'Ada Lovelace'],
  ['Ada Lovelace (à confirmer)', 'Ada Lovelace'],
  ['Ada Tbce', 'Ada Tbce'],
];

describe('a name', () => {
  for (const name of NOBODY) {
    it(`${JSON.stringify(name)} is nobody`, () => {
      assert.equal(isNobody(name), true);
    });
  }
  for (const name of SOMEBODY) {
    it(`${JSON.stringify(name)} is somebody`, () => {
      assert.equal(isNobody(name), false);
    });
  }
  for (const [name, mended] of NAMES) {
    it(`${JSON.stringify(name)} is ${mended}`, async () => {
      const text = JSON.stringify([{ title: 'On moss', start: START, speakers: [{ name }], hosts: [{ name }] }]);
      const { talks } = await readSource(readRows, text);
      assert.deepEqual(
        talks.map(({ speakers, hosts }) => [speakers, hosts]),
        [[[{ name: mended }], [{ name: mended }]]],
      );
    });
  }
});

const START = '2026-12-01T17:00:00Z';

/** Each writes a talk with this title and speaker. */
const FORMATS: Readonly<Record<string, readonly [SourceReader, (title: string, name: string) => string]>> = {
  iCalendar: [
    readIcalendar,
    (title, name) => calendar(event('moss', '20261201', title, `DESCRIPTION:Speaker: ${name}`)),
  ],
  CSV: [readCsv, (title, name) => `title,start,speaker\n"${title}",${START},"${name}"\n`],
  OxTalks: [
    readOxtalks,
    (title, name) =>
      JSON.stringify(
        list([
          oxtalk(1, {
            title: null,
            title_display: title,
            start: START,
            end: START,
            _embedded: { speakers: [{ name }] },
          }),
        ]),
      ),
  ],
  'schedule.xml': [
    readScheduleXml,
    (title, name) =>
      `<schedule><day date="2026-12-01"><room name="A"><event id="1"><title>${title}</title><date>${START}</date><persons><person id="1">${name}</person></persons></event></room></day></schedule>`,
  ],
  'schema.org': [
    readSchemaOrg,
    (title, name) =>
      JSON.stringify({
        '@context': 'https://schema.org',
        '@type': 'Event',
        '@id': 'x:1',
        name: title,
        startDate: START,
        performer: [{ '@type': 'Person', name }],
      }),
  ],
};

describe('placeholders of a talk', () => {
  for (const [format, [read, write]] of Object.entries(FORMATS)) {
    it(`are no title and nobody in ${format}`, async () => {
      const seen = async (title: string, name: string): Promise<unknown> => {
        const { talks, problems } = await readSource(read, write(title, name));
        assert.deepEqual(problems, []);
        return talks.map((talk) => [talk.title, ...talk.speakers.map((person) => person.name)]);
      };
      assert.deepEqual(await seen('On moss', 'Ada Lovelace'), [['On moss', 'Ada Lovelace']]);
      assert.deepEqual(await seen('TBA', 'Speaker to be confirmed'), [['']]);
      assert.deepEqual(await seen('Title TBC', 'TBA'), [['']]);
    });
  }
});
