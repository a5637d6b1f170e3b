import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { readTypeface } from '#server/cards/picture.js';
import { readWoff } from '#server/cards/font.js';

const LATIN = fileURLToPath(import.meta.resolve('@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff'));

describe('a font', () => {
  const font = readWoff(readFileSync(LATIN), 'x');

  it('knows how wide its characters are, and which it has not', () => {
    // As the font's own designers have it, in thousandths.
    assert.deepEqual(
      ['i', 'm', 'W', ' '].map((character) => Math.round((font.advance(character.codePointAt(0) ?? 0) ?? 0) * 1000)),
      [258, 935, 930, 260],
    );
    assert.equal(font.advance(0x65e5), undefined);
  });

  it('is no font when it is something else', () => {
    assert.throws(() => readWoff(Buffer.from('wOF2'.padEnd(64, '\0')), 'x'), /not in WOFF/);
  });
});

describe('the fonts of a card', () => {
  const face = readTypeface();

  it('have Latin, Greek and Cyrillic with all their accents, and say which is in which', () => {
    for (const text of ['Møller, Łódź, Čapek', 'Ἄνδρα μοι', 'Дневники погоды', 'Nguyễn'])
      for (const weight of [400, 700] as const)
        assert.equal(
          face
            .runs(text, weight)
            .map((run) => run.text)
            .join(''),
          text,
        );
    assert.deepEqual(
      face.runs('aβ', 700).map(({ text, family }) => [text, family]),
      [
        ['a', 'noto-sans-latin-700-normal'],
        ['β', 'noto-sans-greek-700-normal'],
      ],
    );
  });

  it('leave out what they have not, and marks rather than their letters', () => {
    const shown = (text: string): string =>
      face
        .runs(text, 400)
        .map((run) => run.text)
        .join('');
    assert.equal(shown('a日本b🐙cका'), 'abc');
    assert.equal(shown('a\u20e3'), 'a');
    assert.deepEqual(face.runs('', 400), []);
  });

  it('are wider together than apart only by what is between', () => {
    const width = (text: string): number => face.runs(text, 400).reduce((sum, run) => sum + run.width, 0);
    assert.ok(Math.abs(width('moss and ferns') - width('moss') - width(' and ') - width('ferns')) < 1e-9);
  });
});
