import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sourceFormatOf } from '#sources/source-formats.ts';
import { readCsv } from '#sources/table/csv.ts';
import { readRows } from '#sources/table/rows.ts';
import { foldedHeader, guessedColumns } from '#sources/table/table-fields.ts';
import { readSource } from '../../support/sources/read-source.ts';

/** Each talk as `start title | speaker, … | location or room`. */
async function shownOf(text: string, read: typeof readCsv = readCsv): Promise<string[]> {
  const { talks, problems } = await readSource(read, text);
  assert.deepEqual(problems, []);
  return talks.map(({ start, title, speakers, location, room }) =>
    [`${start} ${title}`, speakers.map(({ name }) => name).join(', '), location || room].join(' | '),
  );
}

const MOSS = '2026-10-27T17:00:00Z On moss | Ada Lovelace | Hall 1';

describe('table headers', () => {
  const ROW = 'On moss;2026-10-27;17:00;Ada Lovelace;Hall 1';
  for (const header of [
    'What;Day;Hour;Who;Where',
    'Name;Date;Hour;Speaker;Room',
    'Topic;Date;Time;Name;Room',
    'talk-title;Dates;talk-time;Guest speaker;Room',
    'Was;Termin;Uhrzeit;Wer;Wo',
    'Quoi;Jour;Heure;Qui;Où',
    'Qué;Fecha;Hora;Quién;Dónde',
    'Title;Date;Time;Name;Room',
    'Desc;Date;Time;Speaker;Room',
  ]) {
    it(`are recognised: ${header}`, async () => {
      assert.equal(sourceFormatOf(`${header}\n${ROW}\n`)?.name, 'csv');
      assert.deepEqual(await shownOf(`${header}\n${ROW}\n`), [MOSS]);
    });
  }

  for (const start of ['When', 'start-date-time', 'Start date and time', 'Datum und Uhrzeit', 'Fecha y hora']) {
    it(`are recognised for a date with a time: ${start}`, async () => {
      const text = `What;${start};Who;Where\nOn moss;2026-10-27 17:00;Ada Lovelace;Hall 1\n`;
      assert.deepEqual(await shownOf(text), [MOSS]);
    });
  }

  it('are those of start and end if they are called “from” and “to”, and nothing else is the date', async () => {
    const rows = 'title,from,to\nOn moss,2026-10-27 17:00,2026-10-27 18:00\n';
    assert.equal(sourceFormatOf(rows)?.name, 'csv');
    const { talks } = await readSource(readCsv, rows);
    assert.deepEqual(
      talks.map(({ start, end }) => [start, end]),
      [['2026-10-27T17:00:00Z', '2026-10-27T18:00:00Z']],
    );
    assert.deepEqual(
      await shownOf('title,speaker,from,to,date,room\nOn moss,Ada Lovelace,Oxford,all,2026-10-27 17:00,Hall 1\n'),
      [MOSS],
    );
  });

  it('are recognised in YAML and JSON lists', async () => {
    const entry = { 'talk-title': 'On moss', 'start-date-time': '2026-10-27T17:00', speaker: 'Ada Lovelace', room: '' };
    const yaml = `- ${Object.entries(entry)
      .map(([name, value]) => `${name}: '${value}'`)
      .join('\n  ')}\n`;
    for (const text of [yaml, JSON.stringify([entry])]) {
      assert.equal(sourceFormatOf(text)?.name, 'rows');
      assert.deepEqual(await shownOf(text, readRows), ['2026-10-27T17:00:00Z On moss | Ada Lovelace | ']);
    }
  });

  it('assign Desc to the description if the table has a Title or no Speaker', async () => {
    const text = 'Title;Desc;Speaker;Start\nOn moss;Plants;Ada Lovelace;2026-10-27 17:00\n';
    const { talks } = await readSource(readCsv, text);
    assert.deepEqual(
      talks.map(({ title, description }) => [title, description]),
      [['On moss', 'Plants']],
    );
    const { problems } = await readSource(readCsv, 'Desc;Room;Start\nPlants;Hall 1;2026-10-27 17:00\n');
    assert.deepEqual(
      problems.map(({ code, where }) => [code, where]),
      [['no-such-column', 'title']],
    );
  });

  it('assign Name to the title and Topic to the topics if the table has a Speaker', async () => {
    const text = 'Name;Topic;Speaker;Start\nOn moss;Plants;Ada Lovelace;2026-10-27 17:00\n';
    const { talks } = await readSource(readCsv, text);
    assert.deepEqual(
      talks.map(({ title, topics }) => [title, topics]),
      [['On moss', [{ label: 'Plants' }]]],
    );
  });

  for (const header of ['Seminar #', '# Seminar', 'Seminar no.', 'Talk #', 'Talk no.']) {
    it(`do not assign “${header}” to the series or the title`, async () => {
      const { talks, notes } = await readSource(readCsv, `${header},Title,Start\n7,On moss,2026-10-27 17:00\n`);
      assert.deepEqual(
        talks.map(({ title, series }) => [title, series]),
        [['On moss', null]],
      );
      assert.ok(notes.includes(`1 × a column that is left out: "${header}"`));
    });
  }
});

/** Headers beside `date`, `title` and `speaker` or in their place, and the field that each is read as. */
const HEADERS: readonly (readonly [header: string, field: string, beside: readonly string[]])[] = [
  ['affil', 'affiliation', ['date', 'title', 'speaker']],
  ['company', 'affiliation', ['date', 'title', 'speaker']],
  ['seminar_title', 'series', ['date', 'title', 'speaker']],
  ['panelists', 'speakers', ['date', 'title']],
  ['presenter_name', 'speakers', ['date', 'title']],
  ['instructor', 'speakers', ['date', 'title']],
  ['meeting date', 'date', ['title', 'speaker']],
  ['youtube_url', 'recording', ['date', 'title', 'speaker']],
  ['videourl', 'recording', ['date', 'title', 'speaker']],
  ['slideurl', 'slides', ['date', 'title', 'speaker']],
  ['location.room', 'room', ['date', 'title', 'speaker']],
];

describe('a header', () => {
  for (const [header, field, beside] of HEADERS) {
    it(`${header} is read as ${field}`, () => {
      const headers = [...beside, header];
      const found = guessedColumns(headers, { columns: new Set(), fields: new Set() });
      const fields = [...found].filter(([, column]) => column === beside.length).map(([name]) => name);
      assert.deepEqual(fields, [field], foldedHeader(header));
    });
  }

  it('seminar_title is the title where there is no other', () => {
    const found = guessedColumns(['date', 'seminar_title', 'speaker'], { columns: new Set(), fields: new Set() });
    assert.equal(found.get('title'), 1);
  });
});
