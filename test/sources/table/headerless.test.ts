import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sourceFormatOf } from '#sources/source-formats.ts';
import type { ReadOptions } from '#sources/source-format.ts';
import { readCsv } from '#sources/table/csv.ts';
import { readSource } from '../../support/sources/read-source.ts';

/** Each talk as `start end title | speakers | location | url`. */
async function shownOf(text: string, options: Partial<ReadOptions> = {}): Promise<string[]> {
  const { talks, problems } = await readSource(readCsv, text, options);
  assert.deepEqual(problems, []);
  return talks.map(({ start, end, title, speakers, location, url }) =>
    [`${start} ${end} ${title}`, speakers.map(({ name }) => name).join(', '), location, url].join(' | '),
  );
}

const TIMES = '2026-10-27T17:00:00Z 2026-10-27T18:00:00Z';
const LATER = '2026-11-03T17:00:00Z 2026-11-03T18:00:00Z';

const TABLES: Readonly<Record<string, string>> = {
  'a date, a time and a title': '2026-10-27,17:00-18:00,On moss\n2026-11-03,17:00-18:00,The ferns of home\n',
  'a date with a time and a title': '27 Oct 2026 17:00-18:00;On moss\n3 Nov 2026 17:00-18:00;The ferns of home\n',
  'a title, a date, a start and an end':
    'On moss\t27.10.2026\t17:00\t18:00\nThe ferns of home\t3.11.2026\t17:00\t18:00\n',
};

describe('a table without headers', () => {
  for (const [what, text] of Object.entries(TABLES)) {
    it(`is read if its columns are ${what}`, async () => {
      assert.equal(sourceFormatOf(text)?.name, 'csv');
      assert.deepEqual(await shownOf(text), [`${TIMES} On moss |  |  | `, `${LATER} The ferns of home |  |  | `]);
    });
  }

  it('is read below a title line, with speakers, locations and URLs recognised by their content', async () => {
    const text =
      'Seminars of the term\n\n' +
      '2026-10-27,17:00-18:00,Ada Lovelace (Oxford),"On moss, and more",Room 1,https://x.example/1\n' +
      '2026-11-03,17:00-18:00,"Bo Ray and Cy Day",The ferns of home,Lecture Hall 2,https://x.example/2\n';
    assert.deepEqual(await shownOf(text), [
      `${TIMES} On moss, and more | Ada Lovelace | Room 1 | https://x.example/1`,
      `${LATER} The ferns of home | Bo Ray, Cy Day | Lecture Hall 2 | https://x.example/2`,
    ]);
    const { notes } = await readSource(readCsv, text);
    assert.deepEqual(notes.slice(0, 3), [
      '1 × a line above the headers, skipped',
      '1 × a table without headers: columns recognised by their content',
      '2 × read with date from "#1", time from "#2", speakers from "#3", location from "#5", title from "#4", url from "#6"',
    ]);
  });

  it('has locations, not speakers, in a column of names such as “Lantern Room”', async () => {
    const text = '2026-10-27,On moss,Ada Ray,Lantern Room\n2026-11-03,The ferns of home,Bo Day,Fern Hall\n';
    assert.equal(sourceFormatOf(text)?.name, 'csv');
    assert.deepEqual(await shownOf(text), [
      '2026-10-27T00:00:00Z 2026-10-28T00:00:00Z On moss | Ada Ray | Lantern Room | ',
      '2026-11-03T00:00:00Z 2026-11-04T00:00:00Z The ferns of home | Bo Day | Fern Hall | ',
    ]);
  });

  const REFUSED: readonly (readonly [text: string, why: string])[] = [
    ['2026-10-27,On moss,of plants\n2026-11-03,On ferns,of stones\n', 'any of #2 and #3 may be the title'],
    ['2026-10-27,Deep Moss,Ada Lovelace\n2026-11-03,Green Ferns,Bo Ray\n', 'any of #2 and #3 may be the title'],
    ['2026-10-27,2026-10-28,On moss\n2026-11-03,2026-11-04,On ferns\n', '#1 and #2 are dates'],
    ['2026-10-27,On moss\nsoon,On ferns\n', 'no column has a date in every row'],
  ];
  for (const [text, why] of REFUSED) {
    it(`is refused if ${why}`, async () => {
      const { talks, problems } = await readSource(readCsv, text);
      assert.deepEqual(talks, []);
      assert.deepEqual(
        problems.map(({ code, what }) => [code, what]),
        [['no-headers', `It has no headers, and its columns cannot be recognised by their content: ${why}.`]],
      );
      assert.match(problems[0]?.hint ?? '', /^Add a row of headers above it .*--map 'title=#1'/);
    });
  }

  it('is read with --map, including its first row, if its columns are not recognised', async () => {
    const text = '2026-10-27,17:00-18:00,On moss,of plants\n2026-11-03,17:00-18:00,The ferns of home,of stones\n';
    for (const pairs of [
      [['title', '#3']],
      [['description', '#4']],
      [
        ['title', '#3'],
        ['start', '#1+#2'],
      ],
    ] as const) {
      const shown = await shownOf(text, { mapping: new Map(pairs) });
      assert.deepEqual(shown, [`${TIMES} On moss |  |  | `, `${LATER} The ferns of home |  |  | `]);
    }
  });

  it('is refused if its date order is ambiguous', async () => {
    const { problems } = await readSource(readCsv, '03/04/2026,On moss\n05/04/2026,The ferns of home\n');
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['unknown-date-order'],
    );
  });
});
