import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { formatOf } from '#harvest/reading/input-format.ts';
import type { ReadOptions } from '#sources/source-format.ts';
import { sourceFormatOf } from '#sources/source-formats.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import { readRows } from '#sources/table/rows.ts';
import { looksLikeToml, parseToml } from '#sources/table/toml-document.ts';
import { RUNS } from '../../support/property-runs.ts';
import { readSource } from '../../support/sources/read-source.ts';
import { NO_TOML } from '../../support/sources/toml-installed.ts';

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

const TALKS = `[[talks]]
title = "On moss"
start = 2026-10-27T17:00:00+01:00
speakers = ["Ada Lovelace"]

[[talks]]
title = "On ferns"
date = 2026-10-28
time = 17:30:00
`;

async function problemOf(text: string): Promise<string> {
  const { problems } = await readSource(readRows, text);
  return problems.map(({ line, code, what }) => `${String(line)} ${code}: ${what}`).join('\n');
}

describe('a TOML list of talks', { skip: NO_TOML }, () => {
  it('is read with native TOML dates and times', async () => {
    const { talks, problems } = await readSource(readRows, TALKS);
    assert.deepEqual(problems, []);
    assert.deepEqual(
      talks.map(({ title, start, speakers }) => ({ title, start, speakers: speakers.map(({ name }) => name) })),
      [
        { title: 'On moss', start: '2026-10-27T16:00:00Z', speakers: ['Ada Lovelace'] },
        { title: 'On ferns', start: '2026-10-28T17:30:00Z', speakers: [] },
      ],
    );
  });

  it('is recognised below comments, with CRLF line ends and below a key', () => {
    for (const text of [TALKS, `# Talks\n\n${TALKS}`, TALKS.replaceAll('\n', '\r\n'), `term = "Lent"\n\n${TALKS}`]) {
      assert.equal(looksLikeToml(text), true, text);
      assert.equal(formatOf(text, {})?.name, 'rows', text);
    }
    for (const text of ['[["a", 1]]', '[{"a": 1}]', '- title: a = b\n', 'title,start\n', '<a b="c">', 'a == b', ''])
      assert.equal(looksLikeToml(text), false, text);
  });

  it('is refused with the line of a syntax error, or with its fields if it has no talks', async () => {
    assert.match(await problemOf('[[talks]]\ntitle = "a"\nstart = tomorrow\n'), /^3 bad-toml: Invalid TOML here \(/);
    assert.match(await problemOf('[params]\ncolour = "red"\n'), /^0 no-list: It is TOML of no known format/);
    assert.match(await problemOf('[[birds]]\nwing = 1\n'), /It is TOML of no known format: .* with "wing"/);
  });

  it('is refused if it is too large or nested too deeply', async () => {
    assert.match(await problemOf(`a = "${'x'.repeat(2 * 1024 * 1024)}"`), /^0 too-large: /);
    assert.match(await problemOf(`a = ${'['.repeat(1000)}${']'.repeat(1000)}`), /^1 bad-toml: .*nested/);
    // Dotted headers nest without brackets.
    assert.match(await problemOf(`[x]\na = 1\n[${'a.'.repeat(100_000)}b]\nc = 1`), /^0 too-deep: /);
  });

  it('is parsed, or refused with a hint, for arbitrary text', async () => {
    const piece = fc.constantFrom(
      '[[t]]',
      '[a.b]',
      'k',
      ' = ',
      '"',
      "'''",
      '{',
      '}',
      '[',
      ']',
      '\n',
      '#',
      '2026-01-01',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(piece, fc.string()), { maxLength: 20 }), async (pieces) => {
        const document = await parseToml(pieces.join(''));
        assert.ok(document.ok || document.failure.hint !== '');
      }),
      { numRuns: RUNS.usual },
    );
  });
});

const ENTRY = { title: 'On moss', start: '2026-10-27T17:00:00Z' };

/** Each talk as `line title`. */
async function shownOf(text: string): Promise<string[]> {
  const { talks, problems } = await readSource(readRows, text);
  assert.deepEqual(problems, []);
  return talks.map(({ line, title }) => `${line} ${title}`);
}

describe('a list of talks within an object', () => {
  it('is found among other members and lists', async () => {
    const documents = [
      { name: 'Plants', tags: ['a', 'b'], talks: [ENTRY] },
      { rooms: [{ name: 'Hall' }], talks: [ENTRY] },
      { conference: { name: 'Plants', days: 2, talks: [ENTRY] } },
    ];
    for (const document of documents) {
      const text = JSON.stringify(document);
      assert.equal(sourceFormatOf(text)?.name, 'rows', text);
      assert.deepEqual(await shownOf(text), ['1 On moss']);
    }
  });

  it('is read from YAML with line numbers', async () => {
    const text =
      'name: Plants\nrooms:\n  - name: Hall\ntalks:\n  - title: On moss\n    start: 2026-10-27 17:00\n' +
      '  - title: On ferns\n    start: 2026-10-28 17:00\n';
    assert.equal(sourceFormatOf(text)?.name, 'rows');
    assert.deepEqual(await shownOf(text), ['5 On moss', '7 On ferns']);
  });

  it('is read together with every other list of talks in the object', async () => {
    const autumn = [{ ...ENTRY, title: 'On ferns' }];
    const { talks, notes } = await readSource(
      readRows,
      JSON.stringify({ spring: [ENTRY], rooms: [{ name: 'Hall' }], autumn }),
    );
    assert.deepEqual(
      talks.map(({ title }) => title),
      ['On moss', 'On ferns'],
    );
    assert.ok(notes.includes('2 × lists of talks, read together'), notes.join('\n'));
  });
});

describe('talks nested in days', () => {
  const yaml =
    '- date: 2027-07-12\n  title: First day\n  room: Hall\n  talks:\n    - title: On moss\n      time: 9:00\n' +
    '    - title: On ferns\n      time: 10:00\n      room: Attic\n- date: 2027-07-13\n  talks:\n' +
    '    - title: On peat\n      time: 9:00\n';

  it('inherit the date and the room of their day', async () => {
    assert.equal(sourceFormatOf(yaml)?.name, 'rows');
    const { talks } = await readSource(readRows, yaml, { zone: 'UTC' });
    assert.deepEqual(
      talks.map(({ line, start, title, room }) => [line, start, title, room]),
      [
        [5, '2027-07-12T09:00:00Z', 'On moss', 'Hall'],
        [7, '2027-07-12T10:00:00Z', 'On ferns', 'Attic'],
        [12, '2027-07-13T09:00:00Z', 'On peat', ''],
      ],
    );
  });

  it('are not read from lists inside a talk, such as tickets', async () => {
    const tickets = [{ name: 'Early', start: '2026-01-01T00:00:00Z' }];
    assert.deepEqual(await shownOf(JSON.stringify([{ ...ENTRY, tickets }])), ['1 On moss']);
    assert.deepEqual(await shownOf(JSON.stringify([{ ...ENTRY, talks: [{ title: 'First part' }] }])), ['1 On moss']);
  });
});

describe('a map of talks', () => {
  it('is read as a list whose keys identify the talks', async () => {
    const yaml = 'moss-27:\n  title: On moss\n  date: 2027-03-01\n\nferns-27:\n  title: On ferns\n  date: 2027-03-08\n';
    assert.equal(sourceFormatOf(yaml)?.name, 'rows');
    const entries = { 'moss-27': ENTRY, 'ferns-27': { ...ENTRY, title: 'On ferns' } };
    for (const [text, lines] of [
      [yaml, [1, 5]],
      [JSON.stringify(entries), [1, 2]],
      [JSON.stringify({ talks: entries }), [1, 2]],
    ] as const) {
      const { talks } = await readSource(readRows, text);
      assert.deepEqual(
        talks.map(({ line, key, title }) => [line, key, title]),
        [
          [lines[0], 'moss-27', 'On moss'],
          [lines[1], 'ferns-27', 'On ferns'],
        ],
      );
    }
  });
});

describe('speakers that are objects', () => {
  it('are read with name, affiliation, web address and email', async () => {
    const speakers = [
      { name: 'Ada Lovelace', affiliation: 'Anning Hall (Oxford); Reading', url: 'https://ada.example/' },
      { first_name: 'Bo', last_name: 'Ray', institution: 'Botany', email: 'bo@example.org' },
      'Cy Day',
    ];
    const expected = [
      {
        name: 'Ada Lovelace',
        bio: 'Anning Hall (Oxford); Reading',
        webAddress: 'https://ada.example/',
      },
      { name: 'Bo Ray', bio: 'Botany', email: 'bo@example.org' },
      { name: 'Cy Day' },
    ];
    const { talks } = await readSource(readRows, JSON.stringify([{ ...ENTRY, speakers, tags: [{ label: 'Moss' }] }]));
    assert.deepEqual(
      talks.map(({ speakers: found, topics }) => [found, topics]),
      [[expected, [{ label: 'Moss' }]]],
    );
  });

  it('are read from YAML', async () => {
    const text =
      '- title: On moss\n  start: 2026-10-27 17:00\n  speakers:\n    - name: Ada Lovelace\n      affiliation: Oxford\n';
    const { talks } = await readSource(readRows, text);
    assert.deepEqual(
      talks[0]?.speakers.map(({ name, bio }) => [name, bio]),
      [['Ada Lovelace', 'Oxford']],
    );
  });
});

describe('quoted YAML strings with unindented lines', () => {
  it('are read up to their closing quotation mark', async () => {
    const text =
      `- title: "On moss\nand more"\n  start: 2026-10-27 17:00\n  abstract: 'It''s\n\nlong, "so"\n  it is'\n` +
      '- title: On ferns\n  start: 2026-10-28 17:00\n';
    const { talks, problems } = await readSource(readRows, text);
    assert.deepEqual(problems, []);
    assert.deepEqual(
      talks.map(({ line, title, description }) => [line, title, description]),
      [
        [1, 'On moss and more', 'It\'s\nlong, "so" it is'],
        [8, 'On ferns', ''],
      ],
    );
  });

  it('are refused if a closing quotation mark may be missing', async () => {
    const text = '- title: "On moss\n  start: 2026-10-27\n- title: "On ferns"\n  start: 2026-10-28\n';
    const { talks, problems } = await readSource(readRows, text);
    assert.deepEqual(talks, []);
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['bad-yaml'],
    );
  });
});
