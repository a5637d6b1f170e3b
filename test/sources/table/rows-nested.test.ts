import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sourceFormatOf } from '#sources/source-formats.ts';
import { readRows } from '#sources/table/rows.ts';
import { readSource } from '../../support/sources/read-source.ts';

const ENTRY = { title: 'On moss', start: '2026-10-27T17:00:00Z' };

/** `line title` */
async function shownOf(text: string): Promise<string[]> {
  const { talks, problems } = await readSource(readRows, text);
  assert.deepEqual(problems, []);
  return talks.map(({ line, title }) => `${line} ${title}`);
}

describe('a list of talks within an object', () => {
  it('is read beside other members and lists', async () => {
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

  it('is read in YAML, and knows its lines', async () => {
    const text =
      'name: Plants\nrooms:\n  - name: Hall\ntalks:\n  - title: On moss\n    start: 2026-10-27 17:00\n' +
      '  - title: On ferns\n    start: 2026-10-28 17:00\n';
    assert.equal(sourceFormatOf(text)?.name, 'rows');
    assert.deepEqual(await shownOf(text), ['5 On moss', '7 On ferns']);
  });

  it('is refused where two may be it', async () => {
    const { problems } = await readSource(readRows, JSON.stringify({ spring: [ENTRY], autumn: [ENTRY] }));
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['no-list'],
    );
  });
});

describe('speakers that are objects', () => {
  it('bring their names, affiliations, pages and addresses', async () => {
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

  it('are read in YAML', async () => {
    const text =
      '- title: On moss\n  start: 2026-10-27 17:00\n  speakers:\n    - name: Ada Lovelace\n      affiliation: Oxford\n';
    const { talks } = await readSource(readRows, text);
    assert.deepEqual(
      talks[0]?.speakers.map(({ name, bio }) => [name, bio]),
      [['Ada Lovelace', 'Oxford']],
    );
  });
});

describe('quoted lines of YAML that are not indented', () => {
  it('are read as they are meant', async () => {
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

  it('are refused where the quotation mark may be missing', async () => {
    const text = '- title: "On moss\n  start: 2026-10-27\n- title: "On ferns"\n  start: 2026-10-28\n';
    const { talks, problems } = await readSource(readRows, text);
    assert.deepEqual(talks, []);
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['bad-yaml'],
    );
  });
});
