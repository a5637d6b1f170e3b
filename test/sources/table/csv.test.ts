import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCsv } from '#sources/table/csv.ts';
import type { ReadOptions } from '#sources/source-format.ts';
import { sourceFormatOf } from '#sources/source-formats.ts';
import { readSource } from '../../support/sources/read-source.ts';
import { problemsOf, talksOf } from './csv-talks.ts';

/** Each talk as `start end title`. */
async function shownOf(text: string | Buffer, options: Partial<ReadOptions> = {}): Promise<string[]> {
  return (await talksOf(text, options)).map(({ start, end, title }) => `${start} ${end} ${title}`);
}

function mapping(...pairs: readonly (readonly [string, string])[]): Partial<ReadOptions> {
  return { mapping: new Map(pairs) };
}

const MOSS = '2026-10-27T17:00:00Z 2026-10-27T18:00:00Z On moss';

describe('the CSV reader', () => {
  it('reads a run of invisible characters without backtracking', async () => {
    const room = `1;${'\ufeff'.repeat(40)}2`;
    const row = `,On moss,${room},2026-10-27T17:00:00Z,2026-10-27T18:00:00Z`;
    const [talk] = await talksOf(`slug,title,room,start_utc,end_utc\n${row}\n`);
    assert.equal(talk?.room, room);
  });

  it('yields a talk with all supported fields', async () => {
    const header =
      'ID,Title,Speaker,Affiliation,Start,End,Venue,Address,Room,Zoom link,Abstract,Series,Department,Tags,Audience,Language,Link,Status,Host,Organiser,Contact,Registration,Cost,Last modified';
    const row =
      '7,On moss,Ada Lovelace,Anning Hall,2026-10-27 17:00,18:00,Glass House,1 Garden Lane,Room 1,https://video.example.org/1,"Of moss,\nand more",Plants,Botany,Moss; Ferns,All,en,https://example.org/moss,Cancelled,Bo Host,Cy Day,moss@example.org,https://book.example.org/,£5,2026-10-01T12:00:00Z';
    const [talk] = await talksOf(`${header}\n${row}\n`);
    const { key, slug, line, title, start, end, clock, zone, status, description, updated, url } = talk ?? {};
    assert.deepEqual(
      { key, slug, line, title, start, end, clock, zone, status, description, updated, url },
      {
        key: '7',
        slug: null,
        line: 2,
        title: 'On moss',
        start: '2026-10-27T17:00:00Z',
        end: '2026-10-27T18:00:00Z',
        clock: 'floating',
        zone: 'Europe/London',
        status: 'cancelled',
        description: 'Of moss,\nand more',
        updated: '2026-10-01T12:00:00Z',
        url: 'https://example.org/moss',
      },
    );
    const { venue, room, onlineUrl, speakers, hosts, organisers, organiserEmail, series, department, topics } =
      talk ?? {};
    assert.deepEqual(
      { venue, room, onlineUrl, speakers, hosts, organisers, organiserEmail, series, department, topics },
      {
        venue: { name: 'Glass House', address: '1 Garden Lane' },
        room: 'Room 1',
        onlineUrl: 'https://video.example.org/1',
        speakers: [{ name: 'Ada Lovelace', bio: 'Anning Hall' }],
        hosts: [{ name: 'Bo Host' }],
        organisers: [{ name: 'Cy Day' }],
        organiserEmail: 'moss@example.org',
        series: { title: 'Plants' },
        department: { name: 'Botany' },
        topics: [{ label: 'Moss' }, { label: 'Ferns' }],
      },
    );
    assert.deepEqual(
      [talk?.audience, talk?.language, talk?.bookingUrl, talk?.bookingRequired, talk?.cost],
      ['All', 'en', 'https://book.example.org/', '', '£5'],
    );
  });

  const TABLES = {
    'separated by commas': 'Title,Date,Start,End\n"On moss",27/10/2026,17:00,18:00\n',
    'separated by semicolons, as German Excel writes it':
      'Titel;Datum;Beginn;Ende\r\nOn moss;27.10.2026;17:00;18:00\r\n',
    'separated by tabs': 'Title\tWhen\tFin\nOn moss\t27 Oct 2026 5pm\t6pm\n',
    'separated by vertical bars': 'Title | Date | Time\nOn moss | 27 October 2026 | 5–6pm\n',
    'with other lines above its headers':
      'Seminars of the term,,\n,,\nTitle,Date,Time\nOn moss,27/10/2026,17:00-18:00\n',
    'that declares its delimiter with sep=': 'sep=;\r\nTitle;Date;Time\r\nOn moss;27/10/2026;17:00-18:00\r\n',
    'in French': 'Titre;Date;Heure;Durée\nOn moss;mardi 27 octobre 2026;17h;1h00\n',
    'in Spanish': 'Título;Fecha;Hora de inicio;Hora de fin\nOn moss;27 de octubre de 2026;17:00;18:00\n',
    'in the format of Google Calendar':
      'Subject,Start Date,Start Time,End Date,End Time\nOn moss,10/27/2026,5:00 PM,10/27/2026,6:00 PM\n',
    'with dates as serial numbers': 'Title,Start,End\nOn moss,46322.708333333,46322.75\n',
    'with CR line ends': 'Title,Start,End\rOn moss,2026-10-27 17:00,18:00\r',
    'with empty rows and columns': ',Title,Start,End,,\n,,,,,\n,On moss,2026-10-27 17:00,18:00,,\n,,,,,\n',
    'with a time zone column': 'Title,Start,End,Time zone\nOn moss,27 Oct 2026 13:00,14:00,America/New_York\n',
  };
  for (const [what, text] of Object.entries(TABLES)) {
    it(`reads a table ${what}`, async () => {
      assert.equal(sourceFormatOf(text)?.name, 'csv');
      assert.deepEqual(await shownOf(text), [MOSS]);
    });
  }

  it('detects UTF-8, UTF-16 and Windows-1252', async () => {
    const text = 'Title,Start\nÜber Moose – “ganz” kurz,2026-10-27 17:00\n';
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    const windows = Buffer.from(text.replace('–', '\x96').replace('“', '\x93').replace('”', '\x94'), 'latin1');
    for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`), utf16, windows]) {
      assert.deepEqual(
        (await talksOf(bytes)).map(({ title }) => title),
        ['Über Moose – “ganz” kurz'],
      );
    }
  });

  it('reads chunks that end anywhere, even within a character', async () => {
    const text = '\ufeffTitle,Start\r\n"Über ""Moose"",\r\nkurz",2026-10-27 17:00\r\nÉté,2026-10-28 17:00\r\n';
    for (const size of [1, 2, 3, 7]) {
      const { talks } = await readSource(readCsv, text, {}, size);
      assert.deepEqual(
        talks.map(({ title, line }) => [title, line]),
        [
          ['Über "Moose",\nkurz', 2],
          ['Été', 4],
        ],
      );
    }
  });

  it('moves an end past midnight to the next day unless the talk would last 23 hours', async () => {
    assert.deepEqual(await shownOf('Title,Date,Time\nOn moss,2026-10-27,22:00-01:00\n'), [
      '2026-10-27T22:00:00Z 2026-10-28T01:00:00Z On moss',
    ]);
    assert.deepEqual(await shownOf('Title,Date,Start,End\nOn moss,2026-10-27,15:00,14:00\n'), [
      '2026-10-27T15:00:00Z 2026-10-27T14:00:00Z On moss',
    ]);
  });

  it('reads dates without times as whole days in the default time zone', async () => {
    const [talk] = await talksOf('Title,Start date,End date\nOn moss,27/07/2026,28/07/2026\n');
    assert.deepEqual(
      [talk?.start, talk?.end, talk?.clock],
      ['2026-07-27T00:00:00Z', '2026-07-29T00:00:00Z', 'all-day'],
    );
  });

  it('keeps formulas as text', async () => {
    const [talk] = await talksOf(`Title,Start,Abstract\n=1+1,2026-10-27 17:00,"=HYPERLINK(""x"")"\n`);
    assert.deepEqual([talk?.title, talk?.description], ['=1+1', '=HYPERLINK("x")']);
  });

  it('notes how it read the columns and which it left out', async () => {
    const text = 'Talk,Date,Time,Speaker,Shoe size\nOn moss,27/10/2026,17:00,Ada Lovelace,38\n';
    const { notes } = await readSource(readCsv, text, mapping(['series', '=Plants'], ['title', 'Talk']));
    assert.deepEqual(notes, [
      '1 × a column that is left out: "Shoe size"',
      '1 × dates read as day, month, year, as "27/10/2026" in line 2 shows (--date-order)',
      '1 × read with series from =Plants (--map), title from "Talk" (--map), speakers from "Speaker", date from "Date", time from "Time"',
      '1 × without a time zone: read in Europe/London (--time-zone)',
      '1 × without an end: ends when it starts',
    ]);
  });
});

describe('--map', () => {
  const TABLE = 'What,On,At,First,Last,Else\nOn moss,2026-10-27,17:00-18:00,Ada,Lovelace,\n';

  it('selects columns by name or number, joins them, takes the first non-empty one or sets a text', async () => {
    const options = mapping(
      ['title', 'Else|What'],
      ['start', 'on+at'],
      ['speakers', 'First+Last'],
      ['room', '#5'],
      ['series', '=Plants & people'],
    );
    const [talk] = await talksOf(TABLE, options);
    assert.deepEqual(
      [`${talk?.start ?? ''} ${talk?.end ?? ''} ${talk?.title ?? ''}`, talk?.speakers, talk?.room, talk?.series?.title],
      [MOSS, [{ name: 'Ada Lovelace' }], 'Lovelace', 'Plants & people'],
    );
  });

  it('ignores a recognised column if its field is set to an empty text', async () => {
    const text = 'Title,Start,End,Date\nOn moss,2026-10-27 17:00,18:00,Week 3\n';
    assert.equal((await problemsOf(text)).length, 1);
    assert.deepEqual(await shownOf(text, mapping(['date', '='])), [MOSS]);
  });

  it('is refused for an unknown field or column with a hint that lists the known ones', async () => {
    const { problems } = await readSource(readCsv, TABLE, mapping(['topic', 'What']));
    assert.equal(problems[0]?.what, 'Unknown field "topic".');
    assert.match(problems[0].hint, /^Did you mean "topics"\? The fields are id, slug, title, speakers, .*topics/);
    const [column] = (await readSource(readCsv, TABLE, mapping(['title', 'Subject']))).problems;
    assert.deepEqual(
      [column?.what, column?.hint],
      ['The file has no "Subject" for title.', 'It has "What", "On", "At", "First", "Last", "Else".'],
    );
    for (const written of ['Frist', 'First+Lsat', 'Lsat | What']) {
      const [misspelt] = (await readSource(readCsv, TABLE, mapping(['speakers', written]))).problems;
      assert.match(misspelt?.hint ?? '', /^Did you mean "(First|Last)"\? It has "What", /, written);
    }
  });

  it('is necessary if no column is recognised as the title or the start', async () => {
    assert.deepEqual(await problemsOf('A,B\n1,2\n'), [
      '1 title: No column was recognised as the title of a talk; it has "A", "B".',
    ]);
    assert.deepEqual(await problemsOf('Title,B\n1,2\n'), [
      '1 start: No column was recognised as the start of a talk; it has "Title", "B".',
    ]);
  });
});
