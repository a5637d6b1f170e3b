import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cardOf, type Card } from '#pages/card/card.ts';
import { cardSvg } from '#pages/card/card-svg.ts';
import type { Typeface } from '#pages/card/typeface.ts';
import { makeBrand, NO_BRAND } from '#pages/frame/brand.ts';
import { hostileFeedTalk } from '../support/hostile/hostile-feed.ts';
import { elementsWithin, markupOf, textOf } from '../support/render/markup.ts';
import { RUNS } from '../support/property-runs.ts';
import { publication } from '../support/catalogue/publication.ts';
import { bareTalk, richTalk } from '../support/catalogue/talk-details.ts';
import { view } from '../support/render/view.ts';

const brand = makeBrand({ ...NO_BRAND, name: 'Example University', colour: '#203040' });

/** In multiples of the font size. */
function widthOf(text: string): number {
  return Array.from(text).length / 2;
}

/** A typeface half as wide as high that has only Latin and Hebrew. */
const face: Typeface = {
  isRightToLeft: (text) => /^\P{L}*\p{Script=Hebrew}/u.test(text),
  set: (text) => {
    const shown = text.replace(/[^\p{Script=Latin}\p{Script=Hebrew}\p{ASCII}…·]/gu, '');
    return { text: shown, width: widthOf(shown), glyphs: [{ x: 0, y: 0, unit: 1, outline: () => 'M0,0L1,1Z' }] };
  },
};

const CARD: Card = {
  title: 'On moss',
  flag: '',
  when: 'Tuesday 6 October 2015, 11:00',
  who: 'Ada Núñez',
  where: 'Glass House',
  series: 'Plants',
  brand: 'Example University',
  colour: '#203040',
  eastAsia: 'sc',
};

interface Line {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

function linesOf(card: Card): Line[] {
  const svg = markupOf(Buffer.from(cardSvg(card, face)));
  const groups = [...elementsWithin(svg)].filter(({ name }) => name === 'g');
  return groups.map((group) => {
    const [x = 0, y = 0, size = 0] = (group.attributes.transform?.match(/[\d.]+/g) ?? []).map(Number);
    const title = [...elementsWithin(group)].find(({ name }) => name === 'title');
    return { text: title === undefined ? '' : textOf(title), x, y, size };
  });
}

function texts(card: Card): string[] {
  return linesOf(card).map(({ text }) => text);
}

describe('a talk’s card', () => {
  it('shows title, time, speakers, venue, series and brand', () => {
    assert.deepEqual(cardOf(richTalk, publication, brand, 'en'), {
      title: 'Moss "in the dark": β < γ?',
      flag: 'Cancelled',
      when: `${view.dates.day(richTalk.talk.start)}, 11:00`,
      who: 'Ada Núñez',
      where: 'Glass House, Seminar room, 1 Garden Lane',
      series: 'Plants & people',
      brand: 'Example University',
      colour: '#203040',
      eastAsia: 'sc',
    });
    assert.deepEqual(texts(CARD), ['Plants', 'On moss', CARD.when, CARD.who, CARD.where, CARD.brand]);
  });

  it('omits fields that the talk does not have', () => {
    const card = cardOf(bareTalk, publication, makeBrand(NO_BRAND), 'en');
    assert.deepEqual(texts(card), ['Untold', `${view.dates.day(bareTalk.talk.start)}, 09:05`, 'Lectern']);
  });

  it('translates the date and the flag but not the title', () => {
    const { when, flag, title } = cardOf(richTalk, publication, brand, 'fr');
    assert.deepEqual([flag, title], ['Annulée', 'Moss "in the dark": β < γ?']);
    assert.match(when, /^[a-z]+ \d+ [a-zé]+ 2015, 11:00$/);
  });

  it('picks Japanese, Korean, Traditional or Simplified Chinese glyphs by script and time zone', () => {
    const eastAsiaOf = (title: string, timeZone: string): string =>
      cardOf({ ...bareTalk, talk: { ...bareTalk.talk, title } }, { ...publication, timeZone }, brand, 'en').eastAsia;
    assert.deepEqual(
      [
        ...[eastAsiaOf('江戸の看板', 'Europe/London'), eastAsiaOf('한국 歷史', 'Europe/London')],
        ...[
          eastAsiaOf('江戸時代', 'Asia/Tokyo'),
          eastAsiaOf('量子', 'Europe/London'),
          eastAsiaOf('量子', 'Asia/Taipei'),
        ],
      ],
      ['jp', 'kr', 'jp', 'sc', 'tc'],
    );
  });

  it('is right-aligned if its title is written from right to left', () => {
    const lines = linesOf({ ...CARD, title: 'שפה', flag: 'Cancelled' });
    assert.deepEqual(
      lines.map(({ text, x, size }) => [text, x + widthOf(text) * size]),
      ['CANCELLED', 'Plants', 'שפה', CARD.when, CARD.who, CARD.where, CARD.brand].map((text, at) => [
        text,
        [1200 - 96, 1200 - 96 - 34 * widthOf('CANCELLED') - 48 - 24 + 24][at] ?? 1200 - 72,
      ]),
    );
  });

  it('shows the flag of a cancelled talk in capitals', () => {
    assert.deepEqual(texts({ ...CARD, flag: 'Cancelled' }).slice(0, 2), ['CANCELLED', 'Plants']);
  });

  it('shows a long title in smaller type and truncates an even longer one', () => {
    const sizes = (title: string): number[] =>
      linesOf({ ...CARD, title, series: '' })
        .map(({ size }) => size)
        .filter((size) => size > 40);
    assert.deepEqual(sizes('Moss'), [72]);
    assert.deepEqual(sizes('Moss and ferns '.repeat(8).trim()), [60, 60, 60, 60]);
    assert.deepEqual(sizes('Moss and ferns '.repeat(30).trim()), [42, 42, 42, 42, 42, 42]);
    assert.ok(texts({ ...CARD, title: 'Moss and ferns '.repeat(30).trim() }).some((text) => text.endsWith('…')));
  });

  it('keeps the lines of a long Latin or Hebrew title apart', () => {
    for (const title of ['Moss and ferns '.repeat(30).trim(), 'על טחב '.repeat(40).trim()]) {
      const lines = linesOf({ ...CARD, flag: 'Cancelled', title }).slice(2, -3);
      assert.ok(lines.length > 4);
      for (const [at, { y, size }] of lines.slice(1).entries()) {
        const before = lines[at];
        assert.ok(before !== undefined && y - 0.75 * size > before.y + 0.2 * before.size, JSON.stringify(lines));
      }
    }
  });

  it('omits a title or characters that the fonts do not have and shows the rest', () => {
    assert.deepEqual(texts({ ...CARD, title: '江戸の看板', series: '' }), [
      CARD.when,
      CARD.who,
      CARD.where,
      CARD.brand,
    ]);
    assert.deepEqual(texts({ ...CARD, title: '江戸の看板' }), ['Plants', CARD.when, CARD.who, CARD.where, CARD.brand]);
    assert.equal(texts({ ...CARD, title: '🐙 Eight arms 🌊' })[1]?.trim(), 'Eight arms');
  });

  it('is well-formed SVG with all text within its margins for arbitrary text', () => {
    fc.assert(
      fc.property(hostileFeedTalk, (details) => {
        const card = cardOf(details, publication, brand, 'en');
        const names = [...elementsWithin(markupOf(Buffer.from(cardSvg(card, face))))].map(({ name }) => name);
        assert.deepEqual(
          [...new Set(names)].filter((name) => !['svg', 'rect', 'g', 'title', 'path'].includes(name)),
          [],
        );
        for (const { text, x, size } of linesOf(card))
          assert.ok(x >= 71.9 && x + widthOf(text) * size <= 1200 - 71.9, text);
      }),
      { numRuns: RUNS.usual },
    );
  });
});
