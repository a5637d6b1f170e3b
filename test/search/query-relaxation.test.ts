import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { applyChanges } from '#search/replica/apply-changes.ts';
import { relaxedQueries } from '#search/answers/query-relaxation.ts';
import { TalkIndex } from '#search/index/talk-index.ts';
import { TermsNotLoaded } from '#search/index/text-lists.ts';
import { aTalk } from '../support/catalogue/catalogue-records.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';
import { MemoryCatalogue } from './memory-catalogue.ts';
import { tellText } from './tell-text.ts';

const catalogue = new MemoryCatalogue();
catalogue.replace([
  aTalk(slugOf(1), { title: 'quantum gravity' }),
  aTalk(slugOf(2), { title: 'die quantenmechanik der strasse' }),
]);
let index: TalkIndex;
before(async () => {
  index = new TalkIndex(await applyChanges(undefined, catalogue.everything()));
});

/** The lesser texts, each as `kind: part → text`; the index is told of what it does not know. */
function lesserOf(typed: string): string[] {
  for (;;) {
    try {
      return relaxedQueries(typed, index.texts).map(({ kind, part, text }) => `${kind}: ${part} → ${text}`);
    } catch (error) {
      if (!(error instanceof TermsNotLoaded)) throw error;
      tellText(index, catalogue, error.text);
    }
  }
}

test('a word that stands nowhere is made as short as it must be to stand somewhere', () => {
  assert.deepEqual(lesserOf('Quantom'), ['beginning: quant → quant']);
  assert.deepEqual(lesserOf('quantenmechnik'), ['beginning: quantenmech → quantenmech']);
  assert.deepEqual(lesserOf('STRÄSZE'), ['beginning: stras → stras']);
});

test('a word keeps three letters and half of them, and loses four at most', () => {
  assert.deepEqual(lesserOf('quaxy'), ['beginning: qua → qua']);
  assert.deepEqual(lesserOf('quxy'), []);
  assert.deepEqual(lesserOf('gravxyzxyz'), []);
  assert.deepEqual(lesserOf('quantumisation'), []);
});

test('each of some words is left out, and one between quotation marks with all that stands there', () => {
  assert.deepEqual(lesserOf('quantum „loop theory” gravity'), [
    'without: quantum → "loop theory" gravity',
    'without: loop theory → quantum gravity',
    'without: gravity → quantum "loop theory"',
  ]);
  assert.deepEqual(lesserOf('gravity Quantom'), [
    'beginning: quant → gravity quant',
    'without: gravity → Quantom',
    'without: Quantom → gravity',
  ]);
});

test('nothing is tried in the place of one word that stands somewhere, of a phrase, and of very many words', () => {
  assert.deepEqual(lesserOf('gravity'), []);
  assert.deepEqual(lesserOf('"Quantom"'), []);
  assert.deepEqual(lesserOf('e-mail'), []);
  assert.deepEqual(lesserOf('a b c d e f g'), []);
});
