import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readFeed } from '#sources/feed/feed.ts';
import { readIcalendar } from '#sources/icalendar/icalendar.ts';
import { readOxtalks } from '#sources/oxtalks/oxtalks.ts';
import { readScheduleXml } from '#sources/schedule/schedule-xml.ts';
import { readSchemaOrg } from '#sources/schema-org/schema-org.ts';
import type { SourceReader } from '#sources/source-format.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import { readCsv } from '#sources/table/csv.ts';
import { readRows } from '#sources/table/rows.ts';
import { readTalksCam } from '#sources/talks-cam.ts';
import { calendar, event } from '../support/sources/import-calendars.ts';
import { list, oxtalk } from '../support/sources/oxtalks-api.ts';
import { readSource } from '../support/sources/read-source.ts';

const START = '2026-12-01T17:00:00Z';

/** Writes a document with one talk in each format. Talks without an identifier get a key from their title. */
const FORMATS: Readonly<Record<string, readonly [SourceReader, (title: string) => string]>> = {
  iCalendar: [readIcalendar, (title) => calendar(event('moss', '20261201', title, 'STATUS:CONFIRMED'))],
  'iCalendar without UID': [readIcalendar, (title) => calendar(event('', '20261201', title))],
  CSV: [readCsv, (title) => `title,start\n"${title}",${START}\n`],
  JSON: [readRows, (title) => JSON.stringify([{ title, start: START }])],
  RSS: [
    readFeed,
    (title) =>
      `<rss version="2.0" xmlns:x="urn:ietf:params:xml:ns:xcal"><channel><item><title>${title}</title><guid>1</guid><x:dtstart>20261201T170000Z</x:dtstart></item></channel></rss>`,
  ],
  'schedule.xml without id': [
    readScheduleXml,
    (title) =>
      `<schedule><day date="2026-12-01"><room name="A"><event><title>${title}</title><date>${START}</date></event></room></day></schedule>`,
  ],
  OxTalks: [
    readOxtalks,
    (title) => JSON.stringify(list([oxtalk(1, { title_display: title, start: START, end: START })])),
  ],
  'talks.cam': [
    readTalksCam,
    (title) =>
      `<list><talk><id>1</id><title>${title}</title><start_time>Tue, 01 Dec 2026 17:00:00 +0000</start_time></talk></list>`,
  ],
  'schema.org': [
    readSchemaOrg,
    (name) =>
      JSON.stringify({ '@context': 'https://schema.org', '@type': 'Event', '@id': 'x:1', name, startDate: START }),
  ],
};

const NOTE = '1 × cancelled or postponed in words: cancelled, without the words in title or name (--status-words)';

async function only(
  read: SourceReader,
  text: string,
): Promise<{ readonly talk: SourceTalk; readonly notes: readonly string[] }> {
  const { talks, problems, notes } = await readSource(read, text);
  assert.deepEqual(problems, []);
  const [talk] = talks;
  assert.ok(talk !== undefined && talks.length === 1);
  return { talk, notes };
}

describe('a talk whose text says that it is cancelled or postponed', () => {
  for (const [format, [read, write]] of Object.entries(FORMATS)) {
    it(`is cancelled in ${format} and has the title and key of the talk without those words`, async () => {
      const plain = await only(read, write('On moss'));
      const off = await only(read, write('CANCELLED: On moss'));
      const later = await only(read, write('On moss (postponed to 12 May)'));
      const { key, title } = plain.talk;
      assert.deepEqual(
        [off, later].map(({ talk }) => [talk.key, talk.title, talk.status, talk.specialMessage]),
        [
          [key, title, 'cancelled', ''],
          [key, title, 'cancelled', 'Postponed to 12 May'],
        ],
      );
      assert.deepEqual(
        [plain, off].map(({ notes }) => notes.includes(NOTE)),
        [false, true],
      );
      const { talks } = await readSource(read, write('CANCELLED: On moss'), { statusWords: 'ignore' });
      assert.deepEqual(
        talks.map((talk) => [talk.title, talk.status]),
        [['CANCELLED: On moss', 'published']],
      );
    });
  }

  const SPEAKERS: readonly (readonly [cell: string, names: string[], status: string])[] = [
    ['CANCELLED', [], 'cancelled'],
    ['POSTPONED', [], 'cancelled'],
    ['Ada Lovelace (cancelled)', ['Ada Lovelace'], 'cancelled'],
    ['Ada Lovelace - CANCELLED', ['Ada Lovelace'], 'cancelled'],
    ['CANCELLED: Ada Lovelace', ['Ada Lovelace'], 'cancelled'],
    ['Ada Lovelace; CANCELLED', ['Ada Lovelace'], 'cancelled'],
    ['Ada Lovelace', ['Ada Lovelace'], 'published'],
  ];
  for (const [cell, names, status] of SPEAKERS) {
    it(`is ${status} if its speaker is ${cell}`, async () => {
      const { talk } = await only(readCsv, `title,speaker,start\nOn moss,${cell},${START}\n`);
      assert.deepEqual([talk.speakers, talk.status], [names.map((name) => ({ name })), status]);
    });
  }

  it('stays published if only one of several speakers has cancelled', async () => {
    const { talk } = await only(
      readRows,
      JSON.stringify([{ title: 'On moss', start: START, speakers: ['Ada', 'Bo – cancelled'] }]),
    );
    assert.equal(talk.status, 'published');
  });

  it('puts the status before its notice and loses a title that is only a status', async () => {
    const { talk } = await only(readCsv, `title,start,notice\nPOSTPONED,${START},Bring a lens\n`);
    assert.deepEqual([talk.title, talk.status, talk.specialMessage], ['', 'cancelled', 'Postponed. Bring a lens']);
  });
});
