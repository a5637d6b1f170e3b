import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readIcalendar } from '#sources/icalendar/icalendar.ts';
import { isNoTalk } from '#sources/no-talk.ts';
import { readCsv } from '#sources/table/csv.ts';
import { calendar, event } from '../support/sources/import-calendars.ts';
import { readSource } from '../support/sources/read-source.ts';

const NO_TALKS = (
  'Busy|BUSY|Out of office|Out of Office - Jo|Out of office – Jo Ray|OOO|Annual leave|Abwesend|Occupé|' +
  'Fuera de la oficina|NO SEMINAR|No seminar!|No class|No talk this week|no talks today|' +
  'No Colloquium (Thanksgiving)|No seminar – Easter break|No lecture: bank holiday|No seminar on 12th March|' +
  '** NO SEMINAR **|Kein Seminar|Kein Vortrag (Feiertag)|Pas de séminaire cette semaine|No hay seminario'
).split('|');

const TALKS = (
  '|Busy beavers|Busy: a history of the modern office|Out of office: work after the pandemic|' +
  'Out of office – work after the pandemic|No class: labour in the 21st century|No talk is an island|' +
  'No lecture theatre left behind|Nobody is busy|Seminar|Kein Vortrag wie jeder andere'
).split('|');

describe('an entry that is no talk', () => {
  for (const title of NO_TALKS) {
    it(`is ${JSON.stringify(title)}`, () => {
      assert.equal(isNoTalk({ title, speakers: [] }), true);
    });
  }
  for (const title of TALKS) {
    it(`is not ${JSON.stringify(title)}`, () => {
      assert.equal(isNoTalk({ title, speakers: [] }), false);
    });
  }

  it('has no speaker, or says it in the place of one', () => {
    assert.equal(isNoTalk({ title: 'No class', speakers: [{ name: 'Ada Lovelace' }] }), false);
    assert.equal(isNoTalk({ title: '', speakers: [{ name: 'NO SEMINAR' }] }), true);
    assert.equal(isNoTalk({ title: 'On moss', speakers: [{ name: 'No seminar' }] }), false);
  });

  const note = 'no talks (“Busy”, “No seminar”): left out (import with --explain left-out shows them)';
  it('is left out of every format and counted', async () => {
    const read = await readSource(
      readIcalendar,
      calendar(event('a', '20261201', 'Busy'), event('b', '20261202', 'On moss'), event('c', '20261203', 'No seminar')),
    );
    assert.deepEqual(
      [read.talks.map(({ title }) => title), read.notes.filter((one) => one.endsWith(note))],
      [['On moss'], [`2 × ${note}`]],
    );
    const rows = ['date,title,speaker', '2026-12-01,NO SEMINAR,', '2026-12-08,On moss,Ada Lovelace'];
    const table = await readSource(readCsv, rows.join('\n'));
    assert.deepEqual(
      [table.talks.map(({ title }) => title), table.notes.filter((one) => one.endsWith(note))],
      [['On moss'], [`1 × ${note}`]],
    );
  });
});
