import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCsv } from '#sources/table/csv.ts';
import type { ReadOptions } from '#sources/source-format.ts';
import { sourceFormatOf } from '#sources/source-formats.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import { readSource } from '../../support/sources/read-source.ts';

async function talksOf(text: string | Buffer, options: Partial<ReadOptions> = {}): Promise<readonly SourceTalk[]> {
  const { talks, problems } = await readSource(readCsv, text, options);
  assert.deepEqual(problems, []);
  return talks;
}

async function problemsOf(text: string | Buffer, options: Partial<ReadOptions> = {}): Promise<string[]> {
  const { problems } = await readSource(readCsv, text, options);
  return problems.map(({ line, where, what }) => `${line} ${where}: ${what}`);
}

/** `start end title` of each. */
async function shownOf(text: string | Buffer, options: Partial<ReadOptions> = {}): Promise<string[]> {
  return (await talksOf(text, options)).map(({ start, end, title }) => `${start} ${end} ${title}`);
}

function mapping(...pairs: readonly (readonly [string, string])[]): Partial<ReadOptions> {
  return { mapping: new Map(pairs) };
}

const MOSS = '2026-10-27T17:00:00Z 2026-10-27T18:00:00Z On moss';

describe('a table', () => {
  it('of our own is read at once where blanks are invisible too', async () => {
    const room = `1;${'\ufeff'.repeat(40)}2`;
    const row = `,On moss,${room},2026-10-27T17:00:00Z,2026-10-27T18:00:00Z`;
    const [talk] = await talksOf(`slug,title,room,start_utc,end_utc\n${row}\n`);
    assert.equal(talk?.room, room);
  });

  it('gives of a row all that there is a place for', async () => {
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
    'parted by commas': 'Title,Date,Start,End\n"On moss",27/10/2026,17:00,18:00\n',
    'parted by semicolons, as German Excel does': 'Titel;Datum;Beginn;Ende\r\nOn moss;27.10.2026;17:00;18:00\r\n',
    'parted by tabs': 'Title\tWhen\tFin\nOn moss\t27 Oct 2026 5pm\t6pm\n',
    'parted by bars': 'Title | Date | Time\nOn moss | 27 October 2026 | 5–6pm\n',
    'with its headers below other lines':
      'Seminars of the term,,\n,,\nTitle,Date,Time\nOn moss,27/10/2026,17:00-18:00\n',
    'that says what parts its cells': 'sep=;\r\nTitle;Date;Time\r\nOn moss;27/10/2026;17:00-18:00\r\n',
    'in French': 'Titre;Date;Heure;Durée\nOn moss;mardi 27 octobre 2026;17h;1h00\n',
    'in Spanish': 'Título;Fecha;Hora de inicio;Hora de fin\nOn moss;27 de octubre de 2026;17:00;18:00\n',
    'of Google Calendar':
      'Subject,Start Date,Start Time,End Date,End Time\nOn moss,10/27/2026,5:00 PM,10/27/2026,6:00 PM\n',
    'of serial numbers': 'Title,Start,End\nOn moss,46322.708333333,46322.75\n',
    'with lines ended by CR': 'Title,Start,End\rOn moss,2026-10-27 17:00,18:00\r',
    'with empty rows and cells': ',Title,Start,End,,\n,,,,,\n,On moss,2026-10-27 17:00,18:00,,\n,,,,,\n',
    'with zones': 'Title,Start,End,Time zone\nOn moss,27 Oct 2026 13:00,14:00,America/New_York\n',
  };
  for (const [what, text] of Object.entries(TABLES)) {
    it(`${what} is read`, async () => {
      assert.equal(sourceFormatOf(text)?.name, 'csv');
      assert.deepEqual(await shownOf(text), [MOSS]);
    });
  }

  it('is read in whichever encoding it is', async () => {
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

  it('may be cut into chunks anywhere', async () => {
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

  it('has a talk on the next day when it ends after midnight, and none when that would be 23 hours', async () => {
    assert.deepEqual(await shownOf('Title,Date,Time\nOn moss,2026-10-27,22:00-01:00\n'), [
      '2026-10-27T22:00:00Z 2026-10-28T01:00:00Z On moss',
    ]);
    assert.deepEqual(await shownOf('Title,Date,Start,End\nOn moss,2026-10-27,15:00,14:00\n'), [
      '2026-10-27T15:00:00Z 2026-10-27T14:00:00Z On moss',
    ]);
  });

  it('has whole days where there is no time, in the zone of times that name none', async () => {
    const [talk] = await talksOf('Title,Start date,End date\nOn moss,27/07/2026,28/07/2026\n');
    assert.deepEqual(
      [talk?.start, talk?.end, talk?.clock],
      ['2026-07-26T23:00:00Z', '2026-07-28T23:00:00Z', 'all-day'],
    );
  });

  it('keeps formulas as the text that they are', async () => {
    const [talk] = await talksOf(`Title,Start,Abstract\n=1+1,2026-10-27 17:00,"=HYPERLINK(""x"")"\n`);
    assert.deepEqual([talk?.title, talk?.description], ['=1+1', '=HYPERLINK("x")']);
  });

  it('says how it was read, and what was left out', async () => {
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

  it('names columns, puts them together, takes the first that is filled, counts them, or gives text', async () => {
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

  it('says that a column is not what it looks like', async () => {
    const text = 'Title,Start,End,Date\nOn moss,2026-10-27 17:00,18:00,Week 3\n';
    assert.equal((await problemsOf(text)).length, 1);
    assert.deepEqual(await shownOf(text, mapping(['date', '='])), [MOSS]);
  });

  it('is refused when there is no such field or column, with those that there are', async () => {
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

  it('is asked for when nothing is known to be the title or the time', async () => {
    assert.deepEqual(await problemsOf('A,B\n1,2\n'), [
      '1 title: No column was recognised that says what a talk is called; it has "A", "B".',
    ]);
    assert.deepEqual(await problemsOf('Title,B\n1,2\n'), [
      '1 start: No column was recognised that says when a talk begins; it has "Title", "B".',
    ]);
  });
});

describe('a row that is not as it should be', () => {
  it('is named, and no other suffers', async () => {
    const text =
      'Title,Start\n,2026-10-27 17:00\nOn ferns,soon\nOn reeds,\nOn moss,2026-10-27 17:00 CST\nOn bogs,2026-10-27 17:00\n';
    const { talks, problems } = await readSource(readCsv, text);
    assert.deepEqual(
      talks.map(({ title }) => title),
      ['', 'On bogs'],
    );
    assert.deepEqual(
      problems.map(({ line, where, what }) => `${line} ${where}: ${what}`),
      [
        '3 Start: "soon" is not a date or time that Lectern can read. (In "On ferns".)',
        '4 Start: It has no date. (In "On reeds".)',
        '5 Start: Time zone "cst" is unknown or ambiguous. (In "On moss".)',
      ],
    );
  });

  it('is read by itself in a table of several orders, and left out if it is ambiguous', async () => {
    const rows = [
      'On moss,28/09/2026 17:00,09/28/2026 18:00',
      'On ferns,03/03/2026 17:00,03/03/2026 18:00',
      'On reeds,03/04/2026 17:00,03/04/2026 18:00',
      'On algae,Tue 03/11/2026 17:00,',
      'On fungi,12-15/07/2026,',
      'On roots,31/02/26,',
      'On bark,5 May 2026 17:00,05/06/2026 18:00',
    ];
    const text = ['title,start,end', ...rows].join('\n');
    const { talks, problems, notes } = await readSource(readCsv, text, { zone: 'UTC' });
    assert.deepEqual(
      talks.map(({ title, start, end }) => `${title} ${start} ${end}`),
      [
        'On moss 2026-09-28T17:00:00Z 2026-09-28T18:00:00Z',
        'On ferns 2026-03-03T17:00:00Z 2026-03-03T18:00:00Z',
        'On algae 2026-11-03T17:00:00Z 2026-11-03T17:00:00Z',
        'On fungi 2026-07-12T00:00:00Z 2026-07-16T00:00:00Z',
        'On bark 2026-05-05T17:00:00Z 2026-05-05T17:00:00Z',
      ],
    );
    const ways = 'since dates of this table are in several orders: “day, month, year”, or “month, day, year”.';
    assert.deepEqual(
      problems.map(({ line, where, what, read }) => [line, where, what.replace(/ \(In [^)]*\)/, ''), read]),
      [
        [4, 'start', `"03/04/2026 17:00" is ambiguous, ${ways}`, undefined],
        [7, 'start', '"31/02/26" is not a valid date.', undefined],
        [8, 'end', `"05/06/2026 18:00" is ambiguous, ${ways} It is imported without an end.`, 'without-end'],
      ],
    );
    const shown = '"28/09/2026 17:00" in line 2 and "09/28/2026 18:00" in line 2 show';
    const how = 'each is read by itself, and left out if it is ambiguous (--date-order)';
    assert.ok(notes.includes(`1 × dates in several orders, as ${shown}: ${how}`), notes.join());
    const inOne = await readSource(readCsv, text, { zone: 'UTC', dateOrder: 'mdy' });
    assert.equal(inOne.talks.find(({ title }) => title === 'On reeds')?.start, '2026-03-04T17:00:00Z');
  });

  it('is named when its day does not exist, and says nothing of the order of the others', async () => {
    const text = 'Title,Date\nOn moss,13/02/26\nOn ferns,31/02/26\nOn reeds,04/03/26\n';
    const { talks, problems } = await readSource(readCsv, text);
    assert.deepEqual(
      talks.map(({ title, start }) => [title, start.slice(0, 10)]),
      [
        ['On moss', '2026-02-13'],
        ['On reeds', '2026-03-04'],
      ],
    );
    assert.deepEqual(
      problems.map(({ line, what }) => `${line} ${what}`),
      ['3 "31/02/26" is not a valid date in the order day, month, year. (In "On ferns".)'],
    );
  });

  it('stops all of it when nobody can say which number is the month, until somebody does', async () => {
    const text = 'Title,Date\nOn moss,03/04/2026\n';
    assert.deepEqual(await problemsOf(text), [
      '2 Date: Dates such as "03/04/2026" are ambiguous: “day, month, year”, or “month, day, year”.',
    ]);
    const days = await Promise.all((['dmy', 'mdy'] as const).map((dateOrder) => talksOf(text, { dateOrder })));
    assert.deepEqual(
      days.map(([talk]) => talk?.start.slice(0, 10)),
      ['2026-04-02', '2026-03-04'],
    );
  });
});
