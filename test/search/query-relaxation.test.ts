import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { applyChanges } from '#search/index/apply-changes.ts';
import { relaxedQueries } from '#search/answers/query-relaxation.ts';
import { TalkIndex } from '#search/index/talk-index.ts';
import type { TextQuery } from '#search/query/text-query.ts';
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
async function lesserOf(typed: string): Promise<string[]> {
  const load = async (text: TextQuery): Promise<void> => tellText(index, catalogue, text);
  const relaxed = await relaxedQueries(typed, index.texts, load);
  return relaxed.map(({ kind, part, text }) => `${kind}: ${part} → ${text}`);
}

test('an unknown word is shortened to its longest beginning that occurs', async () => {
  assert.deepEqual(await lesserOf('Quantom'), ['beginning: quant → quant']);
  assert.deepEqual(await lesserOf('quantenmechnik'), ['beginning: quantenmech → quantenmech']);
  assert.deepEqual(await lesserOf('STRÄSZE'), ['beginning: stras → stras']);
});

test('a shortened word keeps three letters and half its length and loses at most four letters', async () => {
  assert.deepEqual(await lesserOf('quaxy'), ['beginning: qua → qua']);
  assert.deepEqual(await lesserOf('quxy'), []);
  assert.deepEqual(await lesserOf('gravxyzxyz'), []);
  assert.deepEqual(await lesserOf('quantumisation'), []);
});

test('each word or quoted phrase is left out in turn', async () => {
  assert.deepEqual(await lesserOf('quantum „loop theory” gravity'), [
    'without: quantum → "loop theory" gravity',
    'without: loop theory → quantum gravity',
    'without: gravity → quantum "loop theory"',
  ]);
  assert.deepEqual(await lesserOf('gravity Quantom'), [
    'beginning: quant → gravity quant',
    'without: gravity → Quantom',
    'without: Quantom → gravity',
  ]);
});

test('a single known word, a phrase and a query of many words are not relaxed', async () => {
  assert.deepEqual(await lesserOf('gravity'), []);
  assert.deepEqual(await lesserOf('"Quantom"'), []);
  assert.deepEqual(await lesserOf('e-mail'), []);
  assert.deepEqual(await lesserOf('a b c d e f g'), []);
});
