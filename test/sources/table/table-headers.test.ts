import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sourceFormatOf } from '#sources/source-formats.ts';
import { readCsv } from '#sources/table/csv.ts';
import { readRows } from '#sources/table/rows.ts';
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
