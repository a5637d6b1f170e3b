import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EastAsia } from '#pages/card/card.ts';
import type { SetText, Weight } from '#pages/card/typeface.ts';
import type { Typesetter } from '#server/cards/typesetter.ts';
import { NO_CARDS } from '../../support/render/cards-installed.ts';
import { Lazy } from '../../support/lazy.ts';

/** Loaded on first use, because its packages may not be installed. */
const typesetter = new Lazy<Typesetter>(async () => new (await import('#server/cards/typesetter.ts')).Typesetter());

interface How {
  readonly weight?: Weight;
  readonly eastAsia?: EastAsia;
}

/** Sets a text in its own direction. */
async function set(text: string, { weight = 400, eastAsia = 'sc' }: How = {}): Promise<SetText> {
  const face = await (await typesetter.get()).typeface([text], eastAsia);
  return face.set(text, weight, face.isRightToLeft(text));
}

/** The outlines of the glyphs, from left to right. */
async function outlines(text: string, how: How = {}): Promise<string[]> {
  return (await set(text, how)).glyphs.map(({ outline }) => outline());
}

const WRITTEN = [
  ...[
    'Møller, Łódź, Čapek',
    'Ἄνδρα μοι',
    'Дневники погоды',
    'Nguyễn',
    'الذكاء الاصطناعي',
    'תולדות השפה',
    'हिन्दी साहित्य',
  ],
  ...['বাংলা সাহিত্য', 'தமிழ் இலக்கியம்', 'ประวัติศาสตร์ไทย', 'ქართული ენა', 'Հայոց լեզու', '江戸の看板、「くずし字」'],
  ...['量子计算导论', '臺灣文學史', '한국어의 역사'],
];

describe('the fonts of a card', { skip: NO_CARDS }, () => {
  it('cover the scripts of titles in both weights', async () => {
    for (const text of WRITTEN)
      for (const weight of [400, 700] as const) {
        const { text: shown, glyphs, width } = await set(text, { weight });
        assert.equal(shown, text);
        assert.ok(glyphs.some(({ outline }) => outline() !== '') && width > 0);
      }
  });

  it('have the advance widths of their regular and bold designs', async () => {
    const widths = async (weight: Weight): Promise<number[]> =>
      Promise.all(['i', 'm', 'W', ' '].map(async (text) => Math.round((await set(text, { weight })).width * 1000)));
    assert.deepEqual(await widths(400), [258, 935, 930, 260]);
    assert.deepEqual(await widths(700), [299, 975, 967, 260]);
  });

  it('omit missing characters, dropping marks rather than their base letters', async () => {
    assert.equal((await set('a𒀀b🐙c')).text, 'abc');
    assert.equal((await set('a\u20e3')).text, 'a');
    assert.deepEqual(await set(''), { text: '', width: 0, glyphs: [] });
  });

  it('join Arabic letters and draw Hebrew from right to left', async () => {
    const [alone = ''] = await outlines('س');
    const [last, first] = await outlines('سس');
    assert.ok(last !== undefined && first !== undefined && last !== alone && first !== alone && last !== first);
    assert.deepEqual(await outlines('אב'), [...(await outlines('ב')), ...(await outlines('א'))]);
  });

  it('draw the Devanagari vowel sign i before its consonant', async () => {
    const [ka = ''] = await outlines('क');
    assert.equal((await outlines('कि')).indexOf(ka), 1);
  });

  it('order mixed left-to-right and right-to-left text as the bidirectional algorithm does', async () => {
    const x = (await outlines('a'))[0];
    const [one, two] = [...(await outlines('1')), ...(await outlines('2'))];
    const [alef, bet] = [...(await outlines('א')), ...(await outlines('ב'))];
    const drawn = async (text: string): Promise<string[]> => (await outlines(text)).filter((outline) => outline !== '');
    assert.deepEqual(await drawn('a א ב 12 a'), [x, one, two, bet, alef, x]);
    assert.deepEqual(await drawn('א a 12 ב'), [bet, x, one, two, alef]);
    const [open, close] = [...(await outlines('(')), ...(await outlines(')'))];
    assert.deepEqual(await drawn('(א)'), [open, alef, close]);
  });

  it('draw characters shared by Chinese and Japanese in the form of the given region', async () => {
    assert.notDeepEqual(await outlines('直', { eastAsia: 'jp' }), await outlines('直', { eastAsia: 'sc' }));
  });
});
