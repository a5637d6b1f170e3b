import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { cardOf, type Card } from '#pages/card.js';
import { cardSvg, wrapped, type Typeface } from '#pages/card-svg.js';
import { makeBrand, NO_BRAND } from '#pages/brand.js';
import { hostileFeedTalk } from '../support/hostile-feed.js';
import { elementsWithin, markupOf, textOf, type Markup } from '../support/markup.js';
import { publication } from '../support/publication.js';
import { bareTalk, richTalk } from '../support/talk-details.js';
import { view } from '../support/view.js';

const brand = makeBrand({ ...NO_BRAND, name: 'Example University', colour: '#203040' });

/** In font sizes. */
function widthOf(text: string): number {
  return Array.from(text).length / 2;
}

/** Half as wide as high, and without anything but Latin. */
const face: Typeface = {
  runs: (text) => {
    const shown = text.replace(/[^\p{Script=Latin}\p{ASCII}…·]/gu, '');
    return shown === '' ? [] : [{ text: shown, family: 'test', width: widthOf(shown) }];
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
};

function texts(card: Card): string[] {
  const svg = markupOf(Buffer.from(cardSvg(card, face)));
  return [...elementsWithin(svg)].filter(({ name }) => name === 'text').map(textOf);
}

describe('a talk’s card', () => {
  it('says what, when, who, where, and whose it is', () => {
    assert.deepEqual(cardOf(richTalk, publication, brand), {
      title: 'Moss "in the dark": β < γ?',
      flag: 'Cancelled',
      when: `${view.dates.day(richTalk.talk.start)}, 11:00`,
      who: 'Ada Núñez',
      where: 'Glass House, Seminar room, 1 Garden Lane',
      series: 'Plants & people',
      brand: 'Example University',
      colour: '#203040',
    });
    assert.deepEqual(texts(CARD), ['Plants', 'On moss', CARD.when, CARD.who, CARD.where, CARD.brand]);
  });

  it('says no more than there is', () => {
    const card = cardOf(bareTalk, publication, makeBrand(NO_BRAND));
    assert.deepEqual(texts(card), ['Untold', `${view.dates.day(bareTalk.talk.start)}, 09:05`, 'Lectern']);
  });

  it('says loudly that a talk is cancelled', () => {
    assert.deepEqual(texts({ ...CARD, flag: 'Cancelled' }).slice(0, 2), ['CANCELLED', 'Plants']);
  });

  it('has a long title in smaller letters, and cuts one that is longer still', () => {
    const sizes = (title: string): number[] => {
      const svg = markupOf(Buffer.from(cardSvg({ ...CARD, title, series: '' }, face)));
      return [...elementsWithin(svg)]
        .map(({ attributes }) => Number(attributes['font-size'] ?? 0))
        .filter((size) => size > 40);
    };
    assert.deepEqual(sizes('Moss'), [72]);
    assert.deepEqual(sizes('Moss and ferns '.repeat(8).trim()), [60, 60, 60, 60]);
    assert.deepEqual(sizes('Moss and ferns '.repeat(30).trim()), [42, 42, 42, 42, 42]);
    assert.ok(texts({ ...CARD, title: 'Moss and ferns '.repeat(30).trim() }).some((text) => text.endsWith('…')));
  });

  it('leaves out a title of which the fonts have too little, and shows the rest', () => {
    assert.deepEqual(texts({ ...CARD, title: '江戸の看板', series: '' }), [
      CARD.when,
      CARD.who,
      CARD.where,
      CARD.brand,
    ]);
    assert.deepEqual(texts({ ...CARD, title: '江戸の看板' }), ['Plants', CARD.when, CARD.who, CARD.where, CARD.brand]);
    assert.equal(texts({ ...CARD, title: '🐙 Eight arms 🌊' })[1]?.trim(), 'Eight arms');
  });

  it('is well-formed and within its edges, whatever the text is', () => {
    fc.assert(
      fc.property(hostileFeedTalk, (details) => {
        const svg = markupOf(Buffer.from(cardSvg(cardOf(details, publication, brand), face)));
        const elements = [...elementsWithin(svg)];
        assert.deepEqual(
          [...new Set(elements.map(({ name }) => name))].filter((name) => !['svg', 'rect', 'text'].includes(name)),
          [],
        );
        for (const element of elements.filter(({ name }) => name === 'text'))
          assert.ok(right(element) <= 1200 - 72, textOf(element));
      }),
      { numRuns: 300 },
    );
  });
});

/** Where a line ends. */
function right(element: Markup): number {
  const { attributes } = element;
  return Number(attributes.x) + widthOf(textOf(element)) * Number(attributes['font-size']);
}

describe('lines of text', () => {
  const width = (text: string): number => text.length;

  it('are broken between words, and within a word only where it is wider than a line', () => {
    assert.deepEqual(wrapped('on moss and ferns', 8, width, 9), { texts: ['on moss', 'and', 'ferns'], isWhole: true });
    assert.deepEqual(wrapped('a bryophyta b', 5, width, 9), { texts: ['a bry', 'ophyt', 'a b'], isWhole: true });
    assert.deepEqual(wrapped('', 5, width, 9), { texts: [], isWhole: true });
  });

  it('that are too many end in an ellipsis that has room', () => {
    assert.deepEqual(wrapped('on moss and ferns', 8, width, 2), { texts: ['on moss', 'and…'], isWhole: false });
    assert.deepEqual(wrapped('on mosses', 7, width, 1), { texts: ['on…'], isWhole: false });
  });

  it('are never too wide nor too many, and lose nothing but spaces where they are whole', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', ' ', 'W'), maxLength: 60 }),
        fc.integer({ min: 2, max: 12 }),
        fc.integer({ min: 1, max: 5 }),
        (text, room, most) => {
          const { texts, isWhole } = wrapped(text, room, width, most);
          assert.ok(texts.length <= most && texts.every((line) => line.length <= room), JSON.stringify(texts));
          if (isWhole) assert.equal(texts.join('').replaceAll(' ', ''), text.replaceAll(' ', ''));
        },
      ),
    );
  });
});
