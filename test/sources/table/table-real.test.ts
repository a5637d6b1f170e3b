import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { readCsv } from '#sources/table/csv.ts';
import type { SourceReader } from '#sources/source-format.ts';
import { readRows } from '#sources/table/rows.ts';
import { answerOf, withoutPython } from '../../support/process/python.ts';
import { READ_OPTIONS, readSourceFile } from '../../support/sources/read-source.ts';
import { noRealFiles, realFile } from '../../support/sources/real-files.ts';

const READERS = 'dateutil, yaml';
const withoutReaders = withoutPython(READERS);

interface RealTable {
  readonly kind: 'csv' | 'seminars';
  readonly name: string;
  /** The pairs of `--map`. */
  readonly mapping: Readonly<Record<string, string>>;
  /** The columns for the Python reader. */
  readonly columns: Readonly<Record<string, string | readonly string[]>>;
  readonly talks: number;
  /** The problems of rows that are left out, as `line where: what`. */
  readonly problems: readonly string[];
}

const TABLES: readonly RealTable[] = [
  {
    kind: 'csv',
    name: 'iswc2016-papers.csv',
    mapping: {},
    columns: { title: ['Title'], start: 'Start', end: 'End' },
    talks: 202,
    problems: [],
  },
  {
    kind: 'csv',
    name: 'tess-events-nci.csv',
    mapping: {},
    columns: { title: ['Title'], start: 'Start', end: 'End', zone: 'Timezone' },
    talks: 14,
    problems: [],
  },
  {
    kind: 'csv',
    name: 'ias-talks.csv',
    mapping: { topics: 'field_msc' },
    columns: { title: ['title'], start: 'date', seconds: 'duration_sec' },
    talks: 1023,
    problems: ['90 date: It has no date.', '108 date: It has no date.'],
  },
  {
    kind: 'seminars',
    name: 'beantheory-upcoming.yaml',
    mapping: { title: 'desc|seminar' },
    columns: { title: ['desc', 'seminar'], start: 'time', end: 'endtime' },
    talks: 39,
    problems: [],
  },
  {
    kind: 'seminars',
    name: 'beantheory-past.yaml',
    mapping: { title: 'desc|seminar' },
    columns: { title: ['desc', 'seminar'], start: 'time', end: 'endtime' },
    talks: 39,
    problems: [],
  },
];

/** Tables without a column for the start or the title of talks. */
const REFUSED: Readonly<Record<string, string>> = {
  'iswc2016-talks.csv':
    'No column was recognised as the start of a talk; it has "id", "authors", "affiliation", "email", "title", "link".',
  'scalasyd-talks.csv': 'No column was recognised as the start of a talk; it has "Episode", "Speaker", "Talk".',
  'lawrence-talks.csv':
    'No column was recognised as the title of a talk; it has "month", "year", "institute", "place", "country".',
};

const READ: Readonly<Record<RealTable['kind'], SourceReader>> = { csv: readCsv, seminars: readRows };

describe('real-world tables', { skip: noRealFiles('csv') }, () => {
  for (const { kind, name, mapping, columns, talks: count, problems: expected } of TABLES) {
    const read = (): ReturnType<typeof readSourceFile> =>
      readSourceFile(READ[kind], realFile(kind, name), { mapping: new Map(Object.entries(mapping)) });

    it(`${name} yields ${count} talks`, async () => {
      const { talks, problems } = await read();
      assert.deepEqual(
        [
          talks.length,
          problems.map(({ line, where, what }) => `${line} ${where}: ${what.replace(/ \(In .*\.\)$/, '')}`),
        ],
        [count, expected],
      );
      assert.equal(new Set(talks.map(({ key }) => key)).size, talks.length);
    });

    it(`${name} yields the same times and titles as Python parsers`, { skip: withoutReaders }, async () => {
      const { talks } = await read();
      const found = talks.map(({ start, end, title }) => [start, end, title.split(/\s+/u).join(' ')]);
      const asked = { ...columns, kind: kind === 'csv' ? 'csv' : 'yaml', floating: READ_OPTIONS.zone };
      const script = 'test/sources/table/expand-table.py';
      const others = answerOf(READERS, [script, JSON.stringify(asked)], readFileSync(realFile(kind, name)));
      assert.deepEqual(found, others);
    });
  }

  for (const [name, what] of Object.entries(REFUSED)) {
    it(`${name} is refused because it has no column for the start or the title`, async () => {
      const { talks, problems } = await readSourceFile(readCsv, realFile('csv', name));
      assert.deepEqual([talks, problems.map((problem) => problem.what)], [[], [what]]);
    });
  }

  it('lawrence-talks.csv is refused even with --map because its dates have no day', async () => {
    const mapping = new Map([
      ['title', 'institute'],
      ['date', 'month+year'],
    ]);
    const { talks, problems } = await readSourceFile(readCsv, realFile('csv', 'lawrence-talks.csv'), { mapping });
    assert.deepEqual([talks.length, problems.length, problems[0]?.hint], [0, 182, 'Write the day too: 2026-10-27.']);
  });

  it('yield speakers with their affiliations', async () => {
    const papers = await readSourceFile(readCsv, realFile('csv', 'iswc2016-papers.csv'));
    assert.equal(papers.talks.filter(({ speakers }) => speakers.length === 1).length, 202);
    const seminars = await readSourceFile(readRows, realFile('seminars', 'beantheory-past.yaml'), {
      mapping: new Map([['title', 'desc|seminar']]),
    });
    const [auel] = seminars.talks.flatMap(({ speakers }) => speakers);
    assert.deepEqual(auel, { name: 'Chen An', bio: 'Duke' });
  });
});
