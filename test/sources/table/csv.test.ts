import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { csv } from '#representations/feeds/csv-feed.ts';
import { cleaned } from '#representations/feeds/feed-text.ts';
import { proseText } from '#representations/prose-text.ts';
import { DATE_ORDERS, type DateOrder, type ReadOptions } from '#sources/source-format.ts';
import { sourceFormatOf } from '#sources/source-formats.ts';
import { readCsv } from '#sources/table/csv.ts';
import { hostileFeedTalks } from '../../support/hostile/hostile-feed.ts';
import { RUNS } from '../../support/property-runs.ts';
import { cancelledTalk, documents, plainTalk } from '../../support/render/feed-documents.ts';
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

interface Row {
  readonly title: string;
  readonly abstract: string;
  /** Minutes: the start since 2020, and the duration. */
  readonly start: number;
  readonly length: number;
}

const words = fc.oneof(fc.string(), fc.stringMatching(/^[a-zé ,;|\t"'\n=–]{0,30}$/u));
const row: fc.Arbitrary<Row> = fc.record({
  // After “T” it might be “TBA”, which is no title.
  title: words.map((text) => `X${text}`),
  abstract: words,
  start: fc.integer({ min: 0, max: 9 * 365 * 1440 }),
  length: fc.integer({ min: 0, max: 600 }),
});

function timeOf(minutes: number): Date {
  return new Date(Date.UTC(2020, 0, 1) + minutes * 60_000);
}

function stamp(minutes: number): string {
  return `${timeOf(minutes).toISOString().slice(0, 19)}Z`;
}

/** The date and time as a spreadsheet with this date order writes them. */
function written(minutes: number, order: DateOrder): string {
  const [date = '', time = ''] = timeOf(minutes).toISOString().split('T');
  const [year = '', month = '', day = ''] = date.split('-');
  const parts = { dmy: [day, month, year], mdy: [month, day, year], ymd: [year, month, day] }[order];
  return `${parts.join('/')} ${time.slice(0, 5)}`;
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** A text as the reader returns it: with LF line ends and without whitespace around it. */
function kept(text: string): string {
  return text.replace(/\r\n?/g, '\n').trim();
}

describe('talks written as CSV', () => {
  it('are read back unchanged with every date order and delimiter', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(row, { maxLength: 8, selector: ({ title }) => kept(title).toLowerCase() }),
        fc.constantFrom(...DATE_ORDERS),
        fc.constantFrom(',', ';', '\t', '|'),
        fc.integer({ min: 1, max: 5000 }),
        async (rows, order, delimiter, size) => {
          const lines = rows.map(({ title, abstract, start, length }) =>
            [title, written(start, order), written(start + length, order), abstract].map(quoted).join(delimiter),
          );
          const text = [['Title', 'Start', 'End', 'Abstract'].join(delimiter), ...lines, ''].join('\r\n');
          const options = { dateOrder: order, zone: 'UTC' };
          const { talks, problems } = await readSource(readCsv, Buffer.from(text, 'utf8'), options, size);
          assert.deepEqual(problems, []);
          assert.deepEqual(
            talks.map(({ title, start, end, description }) => [title, start, end, description]),
            rows.map(({ title, abstract, start, length }) => [
              kept(title),
              stamp(start),
              stamp(start + length),
              kept(abstract),
            ]),
          );
        },
      ),
      { numRuns: RUNS.usual },
    );
  });

  it('have their date order inferred if one day is above 12', async () => {
    for (const order of ['dmy', 'mdy'] as const) {
      const dates = [4 * 1440, 40 * 1440, 200 * 1440, 29 * 1440].map((minutes) => written(minutes, order));
      const text = ['Title,Start', ...dates.map((date, index) => `T${index},${date}`), ''].join('\n');
      const { talks } = await readSource(readCsv, text, { zone: 'UTC' });
      assert.deepEqual(
        talks.map(({ start }) => start),
        [4, 40, 200, 29].map((days) => stamp(days * 1440)),
      );
    }
  });
});

const ours = documents(csv);

describe("Lectern's own CSV feed", () => {
  it('is read back to the same talks', async () => {
    const { talks, problems } = await readSource(readCsv, ours([cancelledTalk, plainTalk]));
    assert.deepEqual(problems, []);
    const expected = [cancelledTalk, plainTalk].map(({ talk, ...of }) => ({
      slug: talk.slug,
      title: talk.title,
      start: talk.start,
      end: talk.end,
      description: talk.description.replace(/\r\n?/g, '\n'),
      status: talk.status,
      updated: talk.updated,
      url: '',
      venue: of.venue === null ? null : { name: of.venue.name, address: of.venue.address },
      room: talk.locationDetails,
      location: '',
      onlineUrl: talk.onlineUrl,
      speakers: of.speakers.map(({ name }) => ({ name })),
      hosts: of.hosts.map(({ name }) => ({ name })),
      organisers: of.organisers.map(({ name }) => ({ name })),
      organiserEmail: talk.organiserEmail,
      series: of.series && { title: of.series.title },
      department: of.organisingDepartment && { name: of.organisingDepartment.name },
      topics: of.topics.map(({ label }) => ({ label })),
      audience: talk.audience,
      bookingRequired: talk.bookingRequired,
      bookingUrl: talk.bookingUrl,
      bookingEmail: talk.bookingEmail,
      cost: talk.cost,
      specialMessage: talk.specialMessage,
    }));
    const found = talks.map((talk) => ({ ...talk }));
    assert.deepEqual(
      found.map((talk, index) =>
        Object.fromEntries(Object.keys(expected[index] ?? {}).map((name) => [name, talk[name as keyof typeof talk]])),
      ),
      expected,
    );
  });

  it('keeps the slug, times, status and description of any talk, as text, apart from apostrophes', async () => {
    const bare = (text: string): string => cleaned(text).replaceAll('\t', ' ').replaceAll("'", '').trim();
    for (const talks of fc.sample(hostileFeedTalks, 100)) {
      const read = await readSource(readCsv, ours(talks));
      assert.deepEqual(read.problems, []);
      assert.deepEqual(
        read.talks.map(({ slug, start, end, status, description }) => [
          slug,
          start,
          end,
          status,
          bare(proseText(description)),
        ]),
        talks.map(({ talk }) => [talk.slug, talk.start, talk.end, talk.status, bare(proseText(talk.description))]),
      );
    }
  });
});

describe('the CSV reader on hostile input', () => {
  const HEADER = 'Title,Start\n';
  const FILES: Readonly<Record<string, readonly [text: string, code: string]>> = {
    'a quotation mark that is never closed': [
      `${HEADER}"On moss,2026-10-27 17:00\nOn ferns,2026-10-28 17:00\n`,
      'open-quote',
    ],
    'a cell of 5 MiB': [`${HEADER}${'x'.repeat(5 * 1024 * 1024)}`, 'row-too-long'],
    'a million columns': [`Title,Start${',x'.repeat(1_000_000)}\n`, 'too-many-columns'],
    'a workbook': ['PK\x03\x04xl/workbook.xml', 'packed-file'],
    nothing: ['', 'no-rows'],
    'nothing but NULs': ['\0\0\0\0\0\0', 'no-such-column'],
  };
  for (const [what, [text, code]] of Object.entries(FILES)) {
    it(`refuses a file that contains ${what}`, async () => {
      const { talks, problems } = await readSource(readCsv, text);
      assert.deepEqual([talks, problems.map((problem) => problem.code)], [[], [code]]);
    });
  }

  it('returns talks with a start, or problems with a hint, for arbitrary bytes', async () => {
    const PIECES = ['Title', 'Start', ',', ';', '\t', '"', '\n', '\r\n', '2026-10-27', '17:00', '\0', '\ufeff', 'é'];
    const piece = fc.oneof(
      fc.constantFrom(...PIECES).map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 8 }).map((bytes) => Buffer.from(bytes)),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 80 }),
        fc.constantFrom('', 'Title,Start\n'),
        fc.integer({ min: 1, max: 40 }),
        async (pieces, head, size) => {
          const { talks, problems } = await readSource(
            readCsv,
            Buffer.concat([Buffer.from(head), ...pieces]),
            {},
            size,
          );
          for (const { what, hint } of problems) assert.ok(what !== '' && hint !== '');
          // A talk may have no title yet.
          for (const { start } of talks) assert.ok(start !== '');
        },
      ),
      { numRuns: RUNS.usual, examples: [[[Buffer.from(',2026-10-27')], 'Title,Start\n', 1]] },
    );
  });
});

/** The keys of the talks in a table. */
async function keysOf(...lines: readonly string[]): Promise<string[]> {
  const { talks, problems } = await readSource(readCsv, [...lines, ''].join('\n'));
  assert.deepEqual(problems, []);
  return talks.map(({ key }) => key);
}

describe('the key of a table row', () => {
  it('is its ID and does not change with other cells', async () => {
    const before = await keysOf('ID,Title,Start,URL', '7,On moss,2026-10-27 17:00,https://example.org/a');
    const after = await keysOf('ID,Title,Start,URL', '7,On ferns,2026-10-28 17:00,https://example.org/b');
    assert.deepEqual([before, after], [['7'], ['7']]);
  });

  it('is also the slug if the ID is a UUID', async () => {
    const uuid = '52360E07-9B8B-477D-8BC7-8A25995E5EF8';
    const { talks } = await readSource(readCsv, `ID,Title,Start\n${uuid},On moss,2026-10-27 17:00\n`);
    assert.equal(talks[0]?.slug, uuid.toLowerCase());
  });

  it('is its URL, with the title added if other rows have the same URL', async () => {
    const rows = [
      'On moss,2026-10-27 17:00,https://example.org/seminar',
      'On ferns,2026-10-28 17:00,https://example.org/seminar',
      'On reeds,2026-10-29 17:00,https://example.org/reeds',
    ];
    assert.deepEqual(await keysOf('Title,Start,URL', ...rows), [
      'https://example.org/seminar on moss',
      'https://example.org/seminar on ferns',
      'https://example.org/reeds',
    ]);
  });

  it('is otherwise its title and speakers and does not change with the date or abstract', async () => {
    const before = await keysOf('Title,Speaker,Start,Abstract', 'On moss,Ada Lovelace,2026-10-27 17:00,x');
    const after = await keysOf('Title,Speaker,Start,Abstract', ' On  Moss,Ada Lovelace,2026-11-03 18:00,y');
    assert.deepEqual([before, after], [['on moss / ada lovelace'], ['on moss / ada lovelace']]);
  });

  it('includes the date, or the date and time, if rows have the same title', async () => {
    const rows = ['Journal club,2026-10-27 17:00', 'Journal club,2026-11-03 17:00', 'Journal club,2026-11-03 18:00'];
    assert.deepEqual(await keysOf('Title,Start', ...rows), [
      'journal club 2026-10-27',
      'journal club 2026-11-03T17:00:00Z',
      'journal club 2026-11-03T18:00:00Z',
    ]);
  });
});

describe('the CSV reader on bad dates', () => {
  it('reports each bad row by line and reads the others', async () => {
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

  it('reads each date on its own in a table with several date orders and leaves out ambiguous ones', async () => {
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

  it('reports a day that does not exist and ignores it when it infers the date order', async () => {
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

  it('reads no row of a table with an ambiguous date order until --date-order sets it', async () => {
    const text = 'Title,Date\nOn moss,03/04/2026\n';
    assert.deepEqual(await problemsOf(text), [
      '2 Date: Dates such as "03/04/2026" are ambiguous: “day, month, year”, or “month, day, year”.',
    ]);
    const days = await Promise.all((['dmy', 'mdy'] as const).map((dateOrder) => talksOf(text, { dateOrder })));
    assert.deepEqual(
      days.map(([talk]) => talk?.start.slice(0, 10)),
      ['2026-04-03', '2026-03-04'],
    );
  });
});
