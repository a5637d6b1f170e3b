import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { proseText } from '#representations/prose-text.ts';
import { readCsv } from '#sources/table/csv.ts';
import { DATE_ORDERS } from '#sources/source-format.ts';
import type { DateOrder } from '#sources/source-format.ts';
import { csv } from '#representations/feeds/csv-feed.ts';
import { cleaned } from '#representations/feeds/feed-text.ts';
import { cancelledTalk, documents, plainTalk } from '../../support/render/feed-documents.ts';
import { hostileFeedTalks } from '../../support/hostile/hostile-feed.ts';
import { RUNS } from '../../support/property-runs.ts';
import { readSource } from '../../support/sources/read-source.ts';

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
        read.talks.map(({ slug, start, end, status, description }) => [slug, start, end, status, bare(description)]),
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
