import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { shownProse } from '#pages/prose/prose-html.ts';
import { REPEATED } from '../support/hostile/prose-text.ts';
import { Work } from '../support/process/work.ts';

const LENGTH = 3_000;
/** Text before the repeated piece, so that it is read in each of the formats. */
const BEGINNINGS = ['', '**a** b\n\n', 'h2. a\n\n', '<p>a</p>'];

/** Basic blocks per character, about twenty times what an abstract needs. Quadratic work would exceed a thousand. */
const MAX_STEPS = 600;

const MILLION = 1_000_000;
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

const TEXTS = [...new Set(REPEATED)].flatMap((piece) => BEGINNINGS.map((before) => filled(before, piece)));

describe('the rendering of a text', () => {
  const counting = Work.count();
  after(async () => (await counting).close());

  it('takes a bounded number of steps per character for any repeated piece', async () => {
    const work = await counting;
    const tooMuch: string[] = [];
    for (const text of TEXTS) {
      const steps = await work.of(() => void shownProse(text, 3));

      if (steps > MAX_STEPS * LENGTH) tooMuch.push(`${JSON.stringify(text.slice(0, 60))}: ${String(steps / LENGTH)}`);
    }
    assert.deepEqual(tooMuch, []);
  });

  it('takes a bounded number of steps per character for a million characters', async () => {
    const work = await counting;
    const tooMuch: string[] = [];
    for (const piece of LONG) {
      const text = piece.repeat(Math.ceil(MILLION / piece.length));
      const steps = await work.of(() => void shownProse(text, 3));
      if (steps > MAX_STEPS * MILLION) tooMuch.push(`${piece}: ${String(steps / MILLION)}`);
    }
    assert.deepEqual(tooMuch, []);
  });

  it('produces HTML of less than 60 times the length', () => {
    for (const text of TEXTS) {
      const { html } = shownProse(text, 3);
      assert.ok(html.length < 60 * LENGTH, `${JSON.stringify(text.slice(0, 60))} → ${String(html.length)}`);
    }
  });

  it('ignores markup in a text that is longer than any abstract', () => {
    const { html } = shownProse('**a** b\n\n'.repeat(10_000), 3);
    assert.match(html, /^<p dir="auto">\*\*a\*\* b<\/p>/);
  });
});
