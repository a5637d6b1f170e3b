import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { shownProse } from '#pages/prose/prose-html.ts';
import { REPEATED } from '../support/hostile/prose-text.ts';
import { Work } from '../support/process/work.ts';

const LENGTH = 3_000;
/** Before the piece that is repeated, so that it is read in each of the formats. */
const BEGINNINGS = ['', '**a** b\n\n', 'h2. a\n\n', '<p>a</p>'];

/** Straight pieces of code for a character, some twenty times what an abstract takes: were it the square of the length, it would be more than a thousand. */
const MAX_STEPS = 600;

const MILLION = 1_000_000;
/** TeX that opens and does not close, is closed, or might be something else. */
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

describe('the work for a text', () => {
  const counting = Work.count();
  after(async () => (await counting).close());

  it('is bounded by its length, whatever is repeated in it', async () => {
    const work = await counting;
    const tooMuch: string[] = [];
    for (const text of TEXTS) {
      const steps = await work.of(() => void shownProse(text, 3));

      if (steps > MAX_STEPS * LENGTH) tooMuch.push(`${JSON.stringify(text.slice(0, 60))}: ${String(steps / LENGTH)}`);
    }
    assert.deepEqual(tooMuch, []);
  });

  it('is bounded for a million characters, too', async () => {
    const work = await counting;
    const tooMuch: string[] = [];
    for (const piece of LONG) {
      const text = piece.repeat(Math.ceil(MILLION / piece.length));
      const steps = await work.of(() => void shownProse(text, 3));
      if (steps > MAX_STEPS * MILLION) tooMuch.push(`${piece}: ${String(steps / MILLION)}`);
    }
    assert.deepEqual(tooMuch, []);
  });

  it('makes nothing that is many times as long', () => {
    for (const text of TEXTS) {
      const { html } = shownProse(text, 3);
      assert.ok(html.length < 60 * LENGTH, `${JSON.stringify(text.slice(0, 60))} → ${String(html.length)}`);
    }
  });

  it('is little for a text that is longer than any abstract: it is shown as it is', () => {
    const { html } = shownProse('**a** b\n\n'.repeat(10_000), 3);
    assert.match(html, /^<p dir="auto">\*\*a\*\* b<\/p>/);
  });
});
