import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { ReadOptions } from '#sources/source-format.ts';
import { sourceFormatOf } from '#sources/source-formats.ts';
import { readRows } from '#sources/table/rows.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import { RUNS } from '../../support/property-runs.ts';
import { readSource } from '../../support/sources/read-source.ts';

async function talksOf(text: string, options: Partial<ReadOptions> = {}): Promise<readonly SourceTalk[]> {
  const { talks, problems } = await readSource(readRows, text, options);
  assert.deepEqual(problems, []);
  return talks;
}

async function problemsOf(text: string): Promise<string[]> {
  const { problems } = await readSource(readRows, text);
  return problems.map(({ line, code, what }) => `${line} ${code}: ${what}`);
}

const JSON_LIST = JSON.stringify([
  {
    title: 'On moss',
    start: '2026-10-27T17:00:00Z',
    duration: 60,
    speakers: ['Ada Lovelace', 'Doe, Jane'],
    tags: ['Moss', 'Ferns'],
    place: { name: 'Glass House', address: { street: '1 Garden Lane' } },
  },
  { title: 'On ferns', start: '2026-10-28T17:00:00Z', end: null, room: 7 },
]);

const YAML_LIST = `# Seminars
- title: On moss
  date: 27/10/2026
  time: "17:00"
  speaker: Ada Lovelace
  room: null
- title: 'On ferns: a survey'
  date: 28/10/2026
  time: 17:00
  speaker:
    - Bo Ray
    - Cy Day
`;

describe('a list of objects', () => {
  it('is read from JSON, with lists and nested members', async () => {
    assert.equal(sourceFormatOf(JSON_LIST)?.name, 'rows');
    const mapping = new Map([
      ['venue', 'place.name'],
      ['address', 'place.address.street'],
    ]);
    const [moss, ferns] = await talksOf(JSON_LIST, { mapping });
    assert.deepEqual(
      [moss?.line, moss?.title, moss?.start, moss?.end, moss?.venue, moss?.topics],
      [
        1,
        'On moss',
        '2026-10-27T17:00:00Z',
        '2026-10-27T18:00:00Z',
        { name: 'Glass House', address: '1 Garden Lane' },
        [{ label: 'Moss' }, { label: 'Ferns' }],
      ],
    );
    assert.deepEqual(moss?.speakers, [{ name: 'Ada Lovelace' }, { name: 'Doe, Jane' }]);
    assert.deepEqual([ferns?.line, ferns?.end, ferns?.room], [2, '2026-10-28T17:00:00Z', '7']);
  });

  it('is read from YAML with line numbers', async () => {
    assert.equal(sourceFormatOf(YAML_LIST)?.name, 'rows');
    const talks = await talksOf(YAML_LIST);
    assert.deepEqual(
      talks.map(({ line, title, start, room, speakers }) => [
        line,
        title,
        start,
        room,
        speakers.map(({ name }) => name),
      ]),
      [
        [2, 'On moss', '2026-10-27T17:00:00Z', '', ['Ada Lovelace']],
        [7, 'On ferns: a survey', '2026-10-28T17:00:00Z', '', ['Bo Ray', 'Cy Day']],
      ],
    );
  });

  it('is found within an object', async () => {
    const json = JSON.stringify({ count: 1, talks: [{ title: 'On moss', start: '2026-10-27T17:00:00Z' }] });
    const yaml = 'talks:\n  - title: On moss\n    start: 2026-10-27 17:00:00Z\n';
    for (const text of [json, yaml]) {
      assert.deepEqual(
        (await talksOf(text)).map(({ title }) => title),
        ['On moss'],
      );
    }
    assert.equal(sourceFormatOf(yaml)?.name, 'rows');
  });

  it('may contain a few YAML aliases', async () => {
    const talks = await talksOf(
      '- title: On moss\n  start: 2026-10-27 17:00\n  venue: &house Glass House\n' +
        '- title: On ferns\n  start: 2026-10-28 17:00\n  venue: *house\n',
    );
    assert.deepEqual(
      talks.map(({ venue }) => venue?.name),
      ['Glass House', 'Glass House'],
    );
  });

  it('is refused if it is malformed or has no talks', async () => {
    assert.deepEqual(await problemsOf('[{"title": "On moss"'), ['1 bad-json: The JSON is truncated.']);
    assert.deepEqual(await problemsOf('{"a": 1}'), [
      '0 no-list: It is JSON of no known format, and contains no list of objects. It has "a".',
    ]);
    assert.deepEqual(await problemsOf('- title: x\n  - y\n bad'), [
      '2 bad-yaml: Invalid YAML from here on (BLOCK_AS_IMPLICIT_KEY).',
    ]);
    assert.match((await problemsOf('- title: On moss\n'))[0] ?? '', /^0 no-such-column: .*the start of a talk/);
  });
});

/** The “billion laughs” attack: each line expands to ten times the previous one. */
const LAUGHS = ['a: &a [x]', ...['b: &b a', 'c: &c b', 'd: &d c', 'e: &e d'].map(tenfold)];

function tenfold(line: string): string {
  return `${line.slice(0, -1)}[${Array.from({ length: 10 }, () => `*${line.slice(-1)}`).join(', ')}]`;
}

describe('a hostile list', () => {
  const FILES: Readonly<Record<string, readonly [text: string, code: string]>> = {
    'a thousand aliases': [`- &a x\n${'- *a\n'.repeat(1000)}`, 'too-many-aliases'],
    'aliases of aliases': [LAUGHS.join('\n'), 'bad-alias'],
    'an undefined alias': ['- *a\n', 'bad-alias'],
    'lists nested on one line': ['- '.repeat(5000), 'too-deep'],
    'lists nested by indentation': [
      Array.from({ length: 1000 }, (_, index) => `${' '.repeat(index)}-`).join('\n'),
      'too-deep',
    ],
    'maps nested by indentation': [
      Array.from({ length: 1000 }, (_, index) => `${' '.repeat(index)}a:`).join('\n'),
      'too-deep',
    ],
    'nested empty keys': [`- ${': '.repeat(2000)}a`, 'too-deep'],
    'nested brackets that quoted brackets seem to close': [`- ${'[ "]", '.repeat(2000)}`, 'too-deep'],
    'nested brackets': [`- ${'['.repeat(5000)}`, 'too-deep'],
    'nested complex keys': [`- ${'? '.repeat(2000)}a`, 'too-deep'],
    '3 MiB of text': [`- title: ${'x'.repeat(3 * 1024 * 1024)}\n`, 'too-large'],
    '1001 columns': [
      `- ${Array.from({ length: 1001 }, (_, index) => `k${index}: 1`).join('\n  ')}\n`,
      'too-many-columns',
    ],
  };
  for (const [what, [text, code]] of Object.entries(FILES)) {
    it(`is refused if it has ${what}`, async () => {
      const { talks, problems } = await readSource(readRows, text);
      assert.deepEqual([talks, problems.map((problem) => problem.code)], [[], [code]]);
    });
  }

  it('is read if 300,000 empty entries follow one with 992 fields', async () => {
    const members = Array.from({ length: 990 }, (_, index) => `"k${index}": 1`).join(', ');
    const text = `[{"title": "On moss", "start": "2026-10-27", ${members}}${', {}'.repeat(300_000)}]`;
    assert.deepEqual(
      (await talksOf(text)).map(({ title }) => title),
      ['On moss'],
    );
  });

  it('is read in linear time if an entry has 50,000 lists of labelled fields', async () => {
    const entry: Record<string, unknown> = { title: 'On moss', start: '2026-10-27T17:00:00Z' };
    for (let n = 0; n < 50_000; n++) entry[`f${n}`] = [{ label: 'Speaker', value: 'Ada Ray' }];
    const { talks } = await readSource(readRows, JSON.stringify([entry]));
    assert.deepEqual(
      talks.map(({ title, speakers }) => [title, speakers]),
      [['On moss', [{ name: 'Ada Ray' }]]],
    );
  });

  it('is refused in linear time if each of 50,000 entries has a list of its own', async () => {
    const entries = Array.from({ length: 50_000 }, (_, n) => ({ [`l${n}`]: [{}] }));
    const { problems } = await readSource(readRows, JSON.stringify(entries));
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['too-many-columns'],
    );
  });

  it('never executes a YAML tag', async () => {
    const talks = await talksOf('- title: !!js/function "On moss"\n  start: 2026-10-27 17:00\n');
    assert.equal(talks[0]?.title, 'On moss');
  });
});

describe('arbitrary text', () => {
  const PIECES = [
    '- ',
    'title: ',
    'start: ',
    '2026-10-27',
    '\n',
    '  ',
    '{',
    '}',
    '[',
    ']',
    '"',
    ',',
    ':',
    '&a ',
    '*a',
    '#',
    '|',
    '? ',
    '!!x ',
  ];
  it('is read or refused without an exception', async () => {
    const piece = fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 5 }));
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 60 }), async (pieces) => {
        const { talks, problems, notes } = await readSource(readRows, pieces.join(''));
        assert.ok(talks.length + problems.length + notes.length >= 0);
      }),
      { numRuns: RUNS.usual },
    );
  });
});

it('entries of one list may use either speaker or speakers', async () => {
  const { talks, problems } = await readSource(
    readRows,
    JSON.stringify([
      { title: 'Moss', start: '2027-01-05T17:00:00Z', speaker: 'Ann Marsh' },
      { title: 'Ferns', start: '2027-01-12T17:00:00Z', speakers: [{ name: 'Bob Reed', affiliation: 'Kew' }] },
    ]),
  );
  assert.deepEqual(problems, []);
  assert.deepEqual(
    talks.map(({ speakers }) => speakers),
    [[{ name: 'Ann Marsh' }], [{ name: 'Bob Reed', bio: 'Kew' }]],
  );
});
