import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hiddenBy } from '#sources/hidden.ts';
import type { VisibilityMarks } from '#sources/hidden.ts';
import { readFeed } from '#sources/feed/feed.ts';
import { readIcalendar } from '#sources/icalendar/icalendar.ts';
import { readOxtalks } from '#sources/oxtalks/oxtalks.ts';
import type { SourceReader } from '#sources/source-format.ts';
import { readScheduleJson } from '#sources/schedule/schedule-json.ts';
import { readSessionize } from '#sources/sessionize.ts';
import { readCsv } from '#sources/table/csv.ts';
import { readRows } from '#sources/table/rows.ts';
import { calendar, on } from '../support/sources/import-calendars.ts';
import { list, oxtalk } from '../support/sources/oxtalks-api.ts';
import { readSource } from '../support/sources/read-source.ts';

const PRIVATE = 'marked private or confidential: left out (import with --explain left-out shows them)';
const DRAFTS = 'drafts: left out (import with --explain left-out shows them)';

/** The titles of the talks, and the notes about entries left out. */
async function shown(read: SourceReader, text: string): Promise<readonly [titles: string[], notes: string[]]> {
  const { talks, problems, notes } = await readSource(read, text);
  assert.deepEqual(problems, []);
  return [talks.map(({ title }) => title), notes.filter((note) => note.includes('left-out'))];
}

const NOT_ACCEPTED = 'not accepted: left out (import with --explain left-out shows them)';

const HEADERS = [
  'Subject,Start Date,Start Time,End Date,End Time,Private,Sensitivity',
  'Betreff,Datum,Uhrzeit,Enddatum,Endzeit,Privat,Vertraulichkeit',
  'Titre,Date,Heure,Date de fin,Heure de fin,Privé,Critère de diffusion',
  'Título,Fecha,Hora,Fecha de fin,Hora de fin,Privado,Confidencialidad',
];

describe('a private entry or draft', () => {
  for (const [index, [yes, no, word]] of (
    [
      ['True', 'False', 'Private'],
      ['Wahr', 'Falsch', 'Vertraulich'],
      ['Vrai', 'Faux', 'Confidentiel'],
      ['Verdadero', 'Falso', 'Confidencial'],
    ] as const
  ).entries()) {
    it(`is left out of a CSV calendar when marked ${yes} or ${word}`, async () => {
      const row = (title: string, ...marks: readonly string[]): string =>
        [title, '2026-12-01', '17:00', '2026-12-01', '18:00', ...marks].join(',');
      const rows = [row('On moss', no, 'Normal'), row('Dentist', yes, 'Normal'), row('Salaries', no, word)];
      assert.deepEqual(await shown(readCsv, [HEADERS[index], ...rows].join('\n')), [['On moss'], [`2 × ${PRIVATE}`]]);
    });
  }

  it('is left out of a Google Calendar CSV file, with or without a time', async () => {
    const head = 'Subject,Start Date,Start Time,All Day Event,Private';
    const rows = ['On moss,12/31/2026,05:00 PM,False,FALSE', 'Dentist,12/30/2026,05:00 PM,False,TRUE', 'Leave,,,,TRUE'];
    assert.deepEqual(await shown(readCsv, [head, ...rows].join('\n')), [['On moss'], [`2 × ${PRIVATE}`]]);
  });

  it('is left out of JSON and YAML lists', async () => {
    const at = { start: '2026-12-01T17:00:00Z' };
    const entries = [
      { title: 'On moss', ...at, visibility: 'default', draft: false, published: true, status: 'confirmed' },
      { title: 'Dentist', ...at, visibility: 'private' },
      { title: 'On ferns', ...at, status: 'draft' },
      { title: 'On reeds', ...at, draft: true },
      { title: 'On sedges', ...at, published: false },
    ];
    const expected = [['On moss'], [`1 × ${PRIVATE}`, `3 × ${DRAFTS}`]];
    assert.deepEqual(await shown(readRows, JSON.stringify(entries)), expected);
    const yaml = entries.map((entry) => `- ${JSON.stringify(entry)}`).join('\n');
    assert.deepEqual(await shown(readRows, yaml), expected);
  });

  it('is left out of iCalendar: single events, recurring events and single occurrences', async () => {
    const text = calendar(
      on('moss', '20261201', 'CLASS:PUBLIC', 'TRANSP:TRANSPARENT'),
      on('dentist', '20261202', 'CLASS:PRIVATE'),
      on('broken', '20261202', 'CLASS:CONFIDENTIAL', 'DTEND:20251202T170000Z'),
      on('leave', '20261203', 'CLASS:CONFIDENTIAL', 'RRULE:FREQ=DAILY;COUNT=3'),
      on('ferns', '20261210', 'RRULE:FREQ=DAILY;COUNT=3'),
      on('ferns', '20261211', 'RECURRENCE-ID:20261211T170000Z', 'CLASS:PRIVATE'),
    );
    assert.deepEqual(await shown(readIcalendar, text), [['On moss', 'On ferns', 'On ferns'], [`6 × ${PRIVATE}`]]);
  });

  it('is left out of feeds and OxTalks API responses', async () => {
    const item = (title: string, more: string): string =>
      `<item><title>${title}</title><guid>${title}</guid><x:dtstart>20261201T170000Z</x:dtstart>${more}</item>`;
    const items = [item('On moss', ''), item('Dentist', '<x:class>PRIVATE</x:class>')];
    const feed = `<rss version="2.0" xmlns:x="urn:ietf:params:xml:ns:xcal"><channel>${items.join('')}</channel></rss>`;
    assert.deepEqual(await shown(readFeed, feed), [['On moss'], [`1 × ${PRIVATE}`]]);
    const talks = list([oxtalk(1, { title_display: 'On moss' }), oxtalk(2, { status: 'draft' })]);
    assert.deepEqual(await shown(readOxtalks, JSON.stringify(talks)), [['On moss'], [`1 × ${DRAFTS}`]]);
  });

  const START = '2026-12-01T17:00:00Z';
  const NOT_ACCEPTED_BY: readonly (readonly [format: string, SourceReader, (state: string) => unknown, string[]])[] = [
    [
      'a list',
      readRows,
      (state) => [{ title: 'On moss', start: START, state }],
      ['rejected', 'Pending', 'withdrawn', 'submitted', 'declined', 'waitlisted', 'waiting list', 'on hold', 'deleted'],
    ],
    [
      'a list in other languages',
      readRows,
      (status) => [{ title: 'On moss', start: START, status }],
      ['abgelehnt', 'Zurückgezogen', 'Warteliste', 'refusé', 'en attente', "liste d'attente", 'rechazada', 'pendiente'],
    ],
    [
      'pretalx',
      readScheduleJson,
      (state) => ({
        results: [{ code: 'MOSS01', title: 'On moss', state, slot: { room: 'A', start: START, end: START } }],
      }),
      ['submitted', 'rejected', 'withdrawn', 'deleted'],
    ],
    [
      'Sessionize',
      readSessionize,
      (status) => ({ sessions: [{ id: '1', title: 'On moss', startsAt: START, status, speakers: [], roomId: null }] }),
      ['Nominated', 'Declined', 'Accept_Queue', 'Decline_Queue', 'Waitlisted'],
    ],
  ];
  for (const [format, read, write, words] of NOT_ACCEPTED_BY) {
    for (const word of words) {
      it(`is left out of ${format} when it is ${word}`, async () => {
        assert.deepEqual(await shown(read, JSON.stringify(write(word))), [[], [`1 × ${NOT_ACCEPTED}`]]);
      });
    }
    it(`is published from ${format} when it is accepted`, async () => {
      assert.deepEqual(await shown(read, JSON.stringify(write('accepted'))), [['On moss'], []]);
    });
  }

  const SEEN: readonly VisibilityMarks[] = [
    {},
    { visibility: '', status: '', isPrivate: '', isDraft: '', isPublished: '' },
    { visibility: 'public' },
    { visibility: 'default' },
    { visibility: 'normal' },
    { isPrivate: 'no' },
    { isPublished: '2026-11-01' },
    { status: 'tentative' },
    { status: 'accepted' },
    { status: 'to be confirmed' },
    { status: 'cancelled' },
    { visibility: 'Private lives of the poets' },
  ];
  for (const marks of SEEN) {
    it(`is not assumed from ${JSON.stringify(marks)}`, () => {
      assert.equal(hiddenBy(marks), undefined);
    });
  }
});
