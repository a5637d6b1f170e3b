import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { statusInWords, statusOfWord } from '#sources/talk-status.ts';
import { readCsv } from '#sources/table/csv.ts';
import { readSource } from '../support/sources/read-source.ts';

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
