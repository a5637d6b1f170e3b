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
import { statusInWords, statusOfWord } from '#sources/talk-status.ts';
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

/** The text without the status, and the status in words if it says more than “cancelled”. */
const STATUSES: readonly (readonly [text: string, rest: string, words?: string])[] = [
  ['CANCELLED', ''],
  ['Cancelled!', ''],
  ['** CANCELLED **', ''],
  ['CANCELLED: On moss', 'On moss'],
  ['Canceled: On moss', 'On moss'],
  ['[CANCELLED] On moss', 'On moss'],
  ['(Cancelled) On moss', 'On moss'],
  ['*CANCELLED* On moss', 'On moss'],
  ['CANCELLED - On moss', 'On moss'],
  ['CANCELLED -- On moss', 'On moss'],
  ['CANCELLED – On moss', 'On moss'],
  ['CANCELLED—On moss', 'On moss'],
  ['CANCELLED | On moss', 'On moss'],
  ['CANCELLED!! On moss', 'On moss'],
  ['CANCELLED On moss', 'On moss'],
  ['CANCELLED Seminar: On moss', 'Seminar: On moss'],
  ['Talk cancelled: On moss', 'On moss'],
  ['Seminar cancelled', 'Seminar'],
  ['Colloquium is cancelled', 'Colloquium'],
  ['On moss (cancelled)', 'On moss'],
  ['On moss [CANCELLED]', 'On moss'],
  ['On moss - cancelled', 'On moss'],
  ['On moss – CANCELLED!', 'On moss'],
  ['On moss: cancelled', 'On moss'],
  ['On moss CANCELLED', 'On moss'],
  ['CANCELLED: On moss (cancelled)', 'On moss'],
  ['[Cancelled due to illness] On moss', 'On moss', 'Cancelled due to illness'],
  ['POSTPONED', '', 'Postponed'],
  ['POSTPONED – On moss', 'On moss', 'Postponed'],
  ['Postponed: On moss', 'On moss', 'Postponed'],
  ['POSTPONED TO 12 MAY: On moss', 'On moss', 'Postponed TO 12 MAY'],
  ['On moss (postponed to 12 May)', 'On moss', 'Postponed to 12 May'],
  ['On moss - postponed until further notice', 'On moss', 'Postponed until further notice'],
  ['Abgesagt: Über Moose', 'Über Moose'],
  ['ENTFÄLLT: Über Moose', 'Über Moose'],
  ['Über Moose – fällt aus', 'Über Moose'],
  ['Vortrag entfällt', 'Vortrag'],
  ['Verschoben auf 12.5.: Über Moose', 'Über Moose', 'Verschoben auf 12.5.'],
  ['Verschoben auf den 12. Mai: Über Moose', 'Über Moose', 'Verschoben auf den 12. Mai'],
  ['Ausgefallen: Über Moose', 'Über Moose'],
  ['Über Moose (muss leider entfallen)', 'Über Moose'],
  ['CANCELLED--On moss', 'On moss'],
  ['Canceled (snow): On moss', 'On moss', 'Canceled (snow)'],
  ['On moss – cancelled (snow)', 'On moss', 'Cancelled (snow)'],
  ['❌ CANCELLED ❌ On moss', 'On moss'],
  ['⚠️Postponed⚠️ On moss', 'On moss', 'Postponed'],
  ['On moss 🚫 cancelled', 'On moss'],
  ['<b>CANCELLED</b> On moss', 'On moss'],
  ['<strong style="color: red">Canceled:</strong> On <i>moss</i>', 'On <i>moss</i>'],
  ['ANNULÉ - Sur les mousses', 'Sur les mousses'],
  ['Sur les mousses (annulée)', 'Sur les mousses'],
  ['Reportée : Sur les mousses', 'Sur les mousses', 'Reportée'],
  ['Cancelado: Sobre el musgo', 'Sobre el musgo'],
  ['SUSPENDIDO Sobre el musgo', 'Sobre el musgo'],
  ['Sobre el musgo [aplazada]', 'Sobre el musgo', 'Aplazada'],
  ['ANNULE - Sur les mousses', 'Sur les mousses'],
  ['ANNULLATO: Muschi', 'Muschi'],
  ['Muschi (rinviata)', 'Muschi', 'Rinviata'],
  ['CANCEL·LAT: Molses', 'Molses'],
  ['GEANNULEERD: Mossen', 'Mossen'],
  ['Mossen – gaat niet door', 'Mossen'],
  ['AFLYST: Mos', 'Mos'],
  ['AVLYST: Mose', 'Mose'],
  ['INSTÄLLT: Mossa', 'Mossa'],
  ['AFLÝST: Mosi', 'Mosi'],
  ['PERUTTU: Sammalet', 'Sammalet'],
  ['TÜHISTATUD: Samblad', 'Samblad'],
  ['ATCELTS: Sūnas', 'Sūnas'],
  ['ATŠAUKTA: Samanos', 'Samanos'],
  ['ELMARAD: Mohák', 'Mohák'],
  ['ODWOŁANE: Mchy', 'Mchy'],
  ['ZRUŠENÉ – Machy', 'Machy'],
  ['ZRUSENO: Mechy', 'Mechy'],
  ['OTKAZANO: Mahovine', 'Mahovine'],
  ['ODPOVEDANO: Mahovi', 'Mahovi'],
  ['ANULATĂ: Mușchi', 'Mușchi'],
  ['ΑΚΥΡΩΣΗ: Βρύα', 'Βρύα'],
  ['Βρύα (ακυρώθηκε)', 'Βρύα'],
  ['ОТМЕНЕНО: Мхи', 'Мхи'],
  ['Скасовано: Мохи', 'Мохи'],
  ['İPTAL: Yosunlar', 'Yosunlar'],
  ['中止: 苔', '苔'],
  ['【中止】苔について', '苔について'],
  ['休講：苔', '苔'],
  ['苔藓（已取消）', '苔藓'],
  ['[취소] 이끼', '이끼'],
  ['【延期】苔について', '苔について', '延期'],
];

const PHRASES = [
  'Cancelled stamps of the 19th century',
  'CANCELLED STAMPS OF THE 19TH CENTURY',
  'Cancelled-check imaging',
  'How the Enlightenment was cancelled',
  'Why flights get canceled or postponed',
  'CANCELLED by Twitter',
  'Noise-cancelled microphones: a survey',
  'On cancelled: syntax of a participle',
  'Uncancelled: a history',
  'Reporte: el musgo en Galicia',
  'The suspended bridge',
  'Cancelled (and uncancelled) debts',
  'Ausgefallene Moose: Farben und Formen',
  'Moss--cancelled-out noise in the wood',
  'Verschobene Grenzen: Europa nach 1945',
  'Annulets - heraldry for beginners',
  '中止する技術',
  'Отмена крепостного права',
  '',
];

const WORDS: readonly (readonly [word: string, status: string | undefined])[] = [
  ['', 'published'],
  ['Cancelled by the speaker', 'cancelled'],
  ['CANCELED', 'cancelled'],
  ['annulé', 'cancelled'],
  ['Zrušeno', 'cancelled'],
  ['отменено', 'cancelled'],
  ['Suspendida', 'cancelled'],
  ['Tentative', 'preparation'],
  ['TBC', 'preparation'],
  ['to be confirmed', 'preparation'],
  ['Reporté au 3 mai', 'preparation'],
  ['vorläufig', 'preparation'],
  ['Accepted', 'published'],
  ['confirmé', 'published'],
  ['Bestätigt', 'published'],
  ['event_scheduled', 'published'],
  ['lichen', undefined],
  ['Cancellation policy', undefined],
];

describe('a word in a field for the status', () => {
  for (const [word, status] of WORDS) {
    it(`${JSON.stringify(word)} means ${status ?? 'nothing known'}`, () => {
      assert.equal(statusOfWord(word), status);
    });
  }

  it('is named when it is unknown, the first five of a table', async () => {
    const rows = ['odd', 'odd', 'b', 'c', 'd', 'e', 'f', 'g'].map(
      (word, day) => `On moss ${day},2026-12-0${day + 1},${word}`,
    );
    const { notes } = await readSource(readCsv, ['title,date,status', ...rows].join('\n'));
    const unknown = notes.filter((note) => note.includes('unknown'));
    const rest = 'is unknown: published (--map status== ignores the column)';
    assert.deepEqual(unknown, [
      ...['b', 'c', 'd', 'e'].map((word) => `1 × status "${word}" ${rest}`),
      `2 × another status ${rest}`,
      `2 × status "odd" ${rest}`,
    ]);
  });
});

describe('a status in words', () => {
  for (const [text, rest, words] of STATUSES) {
    it(`is found in ${JSON.stringify(text)}`, () => {
      const found = statusInWords(text);
      assert.deepEqual([found?.rest, found?.saysMore === true ? found.words : undefined], [rest, words]);
      assert.equal(statusInWords(rest), undefined, 'the rest still contains a status');
    });
  }

  for (const text of PHRASES) {
    it(`is not found in ${JSON.stringify(text)}`, () => {
      assert.equal(statusInWords(text), undefined);
    });
  }

  it('is not looked for in texts of 500 characters', () => {
    assert.equal(statusInWords(`CANCELLED: ${'moss '.repeat(100)}`), undefined);
  });
});
