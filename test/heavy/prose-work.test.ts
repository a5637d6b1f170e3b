import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { shownProse } from '#pages/prose/prose.ts';
import { REPEATED } from '../support/hostile/prose-text.ts';
import { Work } from '../support/process/work.ts';

const LENGTH = 3_000;
/** Text before the repeated piece, so that it is read in each of the formats. */
const BEGINNINGS = ['', '**a** b\n\n', 'h2. a\n\n', '<p>a</p>'];

/** Basic blocks per character, about twenty times what an abstract needs. Quadratic work would exceed a thousand. */
const MAX_STEPS = 600;
/** The same for one text with each of the beginnings, counted at once because counting is slow. Quadratic work in any one of them would exceed it, too. */
const MAX_TOGETHER = 1_000;

/** Longer than any abstract. */
const LONGER = 200_000;
/** TeX that is unclosed, closed or ambiguous. */
const LONG = [
  '\\emph{',
  '{\\it ',
  '\\emph{a}',
  '{\\',
  '\\"o ',
  "l\\'a",
  'C:\\a',
  '\\mathbb{R}',
  '``a',
  'a~B',
  '$\\alpha$ ',
];

function filled(before: string, piece: string): string {
  return (before + piece.repeat(Math.ceil(LENGTH / piece.length))).slice(0, LENGTH);
}

describe('the rendering of a text', () => {
  let work: Work;
  const rendered: { readonly piece: string; readonly steps: number; readonly html: readonly string[] }[] = [];
  before(async () => {
    work = await Work.count();
    for (const piece of new Set(REPEATED)) {
      let html: readonly string[] = [];
      const texts = BEGINNINGS.map((before) => filled(before, piece));
      const steps = await work.of(() => void (html = texts.map((text) => shownProse(text, 3).html)));
      rendered.push({ piece, steps, html });
    }
  });
  after(() => {
    work.close();
  });

  it('takes a bounded number of steps per character for any repeated piece', () => {
    const tooMuch = rendered.filter(({ steps }) => steps > MAX_TOGETHER * LENGTH);
    assert.deepEqual(
      tooMuch.map(({ piece, steps }) => `${JSON.stringify(piece)}: ${String(steps / LENGTH)}`),
      [],
    );
  });

  it('takes a bounded number of steps per character for two hundred thousand characters', async () => {
    const tooMuch: string[] = [];
    for (const piece of LONG) {
      const text = piece.repeat(Math.ceil(LONGER / piece.length));
      const steps = await work.of(() => void shownProse(text, 3));
      if (steps > MAX_STEPS * LONGER) tooMuch.push(`${piece}: ${String(steps / LONGER)}`);
    }
    assert.deepEqual(tooMuch, []);
  });

  it('produces HTML of less than 60 times the length', () => {
    for (const { piece, html } of rendered)
      for (const each of html)
        assert.ok(each.length < 60 * LENGTH, `${JSON.stringify(piece)} → ${String(each.length)}`);
  });

  it('ignores markup in a text that is longer than any abstract', () => {
    const { html } = shownProse('**a** b\n\n'.repeat(10_000), 3);
    assert.match(html, /^<p dir="auto">\*\*a\*\* b<\/p>/);
  });
});
