import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Language } from '#pages/frame/language.ts';
import { makeBrand, NO_BRAND } from '#pages/frame/brand.ts';
import { periodName, timeIn } from '#pages/search/times.ts';
import { withoutEmptyFields } from '#search/query/page-question.ts';
import { dateText } from '#search/query/civil-days.ts';
import type { Term } from '#search/query/terms.ts';
import { testView } from '../support/render/view.ts';

const DAY = 86_400_000;

function day(date: string): number {
  return Date.parse(date) / DAY;
}

/** A Saturday in the eighth week of Michaelmas. */
const TODAY = day('2026-11-28');
const TERMS: readonly Term[] = [
  { name: 'Michaelmas', first: day('2026-10-05'), last: day('2026-12-06') },
  { name: 'Hilary Term', first: day('2027-01-17'), last: day('2027-03-13') },
];

/** `rest | from | to` */
function read(typed: string, language: Language = 'en', terms = TERMS): string {
  const found = timeIn(typed, { language, today: TODAY, terms });
  return found === undefined ? '' : [found.rest, found.from, found.to].join(' | ');
}

describe('words of time in the search box', () => {
  for (const [language, typed, expected] of [
    ['en', 'language next week', 'language | 2026-11-30 | plus6'],
    ['en', 'Today', ' | today | today'],
    ['en', 'tomorrow: physics', 'physics | tomorrow | tomorrow'],
    ['en', 'moss this weekend', 'moss | today | plus1'],
    ['en', 'this week', ' | today | plus1'],
    ['en', 'Week 7', ' | 2026-11-16 | plus6'],
    ['en', 'week 7, Michaelmas', ' | 2026-11-16 | plus6'],
    ['en', '2nd week of Hilary Term moss', 'moss | 2027-01-24 | plus6'],
    ['en', 'Week 12', ''],
    ['en', 'moss this term', 'moss | term | term'],
    ['en', 'next term', ' | 2027-01-17 | plus55'],
    ['en', 'Michaelmas term', ' | term:michaelmas | term'],
    ['en', 'Michaelmas', ''],
    ['en', 'optics on Friday', 'optics | 2026-12-04 | 2026-12-04'],
    ['en', 'saturday optics', 'optics | today | today'],
    ['en', '3rd of December', ' | 2026-12-03 | 2026-12-03'],
    ['en', 'December 3', ' | 2026-12-03 | 2026-12-03'],
    ['en', 'moss 1 May', 'moss | 2027-05-01 | 2027-05-01'],
    ['en', '1 May 2025', ' | 2025-05-01 | 2025-05-01'],
    ['en', '31 June', ''],
    ['de', 'morgen Physik', 'Physik | tomorrow | tomorrow'],
    ['de', 'Sprache nächste Woche', 'Sprache | 2026-11-30 | plus6'],
    ['de', '7. Woche', ' | 2026-11-16 | plus6'],
    ['de', 'KW 49', ' | 2026-11-30 | plus6'],
    ['de', 'Physik Kalenderwoche 2', 'Physik | 2027-01-11 | plus6'],
    ['de', 'am Donnerstag', ' | 2026-12-03 | 2026-12-03'],
    ['de', 'am 3. Dezember', ' | 2026-12-03 | 2026-12-03'],
    ['fr', 'langue la semaine prochaine', 'langue | 2026-11-30 | plus6'],
    ['fr', 'aujourd’hui', ' | today | today'],
    ['fr', 'le 1er août', ' | 2027-08-01 | 2027-08-01'],
    ['es', 'física mañana', 'física | tomorrow | tomorrow'],
    ['es', 'el miércoles', ' | 2026-12-02 | 2026-12-02'],
    ['es', '3 de diciembre', ' | 2026-12-03 | 2026-12-03'],
    ['en', 'morgen Physik', ''],
    ['en', 'the today programme', ''],
    ['en', '"see you tomorrow"', ''],
    ['en', '"see you tomorrow', ''],
    ['en', '"dark matter" tomorrow', '"dark matter" | tomorrow | tomorrow'],
    ['en', 'todays', ''],
    ['en', 'moss , next week !', 'moss | 2026-11-30 | plus6'],
    ['en', '', ''],
  ] as const)
    it(`mean days: ${language} “${typed}”`, () => assert.equal(read(typed, language), expected));

  it('are calendar weeks where no terms are set', () => {
    assert.equal(read('Week 49', 'en', []), ' | 2026-11-30 | plus6');
    assert.equal(read('KW 48', 'de', []), ' | 2026-11-23 | plus6');
    assert.equal(read('Week 2', 'en', []), ' | 2027-01-11 | plus6');
    assert.equal(read('Week 54', 'en', []), '');
    assert.equal(read('this term', 'en', []), '');
  });
});

describe('a period', () => {
  const view = testView({
    now: new Date('2026-11-28T12:00:00Z'),
    brand: makeBrand({ ...NO_BRAND, terms: TERMS }),
  });
  const nameOf = (from: string, to: string, first: string, last: string): string =>
    periodName({ from, to }, { from: day(first), to: day(last) }, view);

  it('is called what readers call it', () => {
    assert.equal(nameOf('2026-11-30', 'plus6', '2026-11-30', '2026-12-06'), 'Next week');
    assert.equal(nameOf('today', 'today', '2026-11-28', '2026-11-28'), 'Today');
    assert.equal(nameOf('term', 'term', '2026-10-05', '2026-12-06'), 'Michaelmas');
    assert.equal(nameOf('2026-11-16', 'plus6', '2026-11-16', '2026-11-22'), 'Week 7, Michaelmas');
    assert.equal(nameOf('2026-12-04', '2026-12-04', '2026-12-04', '2026-12-04'), 'Friday 4 December 2026');
    assert.equal(nameOf('2026-11-16', 'plus5', '2026-11-16', '2026-11-21'), '');
    assert.equal(periodName({ from: 'today', to: undefined }, { from: TODAY, to: undefined }, view), '');
  });

  it('is taken out of a query that is too long for links by the name of both days', () => {
    const taken = `q=moss&from=${dateText(TODAY)}&to=plus6&without=from%26to`;
    assert.equal(withoutEmptyFields(taken), 'q=moss');
  });
});
