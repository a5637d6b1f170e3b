import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { applyChanges } from '#search/index/apply-changes.ts';
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

/** The relaxed queries, each as `kind: part → text`. Loads unknown terms into the index. */
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

test('an unknown word is shortened to its longest beginning that occurs', () => {
  assert.deepEqual(lesserOf('Quantom'), ['beginning: quant → quant']);
  assert.deepEqual(lesserOf('quantenmechnik'), ['beginning: quantenmech → quantenmech']);
  assert.deepEqual(lesserOf('STRÄSZE'), ['beginning: stras → stras']);
});

test('a shortened word keeps three letters and half its length and loses at most four letters', () => {
  assert.deepEqual(lesserOf('quaxy'), ['beginning: qua → qua']);
  assert.deepEqual(lesserOf('quxy'), []);
  assert.deepEqual(lesserOf('gravxyzxyz'), []);
  assert.deepEqual(lesserOf('quantumisation'), []);
});

test('each word or quoted phrase is left out in turn', () => {
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

test('a single known word, a phrase and a query of many words are not relaxed', () => {
  assert.deepEqual(lesserOf('gravity'), []);
  assert.deepEqual(lesserOf('"Quantom"'), []);
  assert.deepEqual(lesserOf('e-mail'), []);
  assert.deepEqual(lesserOf('a b c d e f g'), []);
});
