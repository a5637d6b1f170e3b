import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sourceFormatOf } from '#sources/source-formats.ts';
import { readRows } from '#sources/table/rows.ts';
import { readSource } from '../../support/sources/read-source.ts';

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
