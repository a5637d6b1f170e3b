import assert from 'node:assert/strict';
import { test } from 'node:test';
import { applyChanges } from '#search/index/apply-changes.ts';
import type { Question } from '#search/query/question.ts';
import { TalkIndex } from '#search/index/talk-index.ts';
import { readText } from '#search/query/text-query.ts';
import type { TextQuery } from '#search/query/text-query.ts';
import type { Matches, TermMatches } from '#store/store.ts';
import { aTalk } from '../support/catalogue/catalogue-records.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';
import { MemoryCatalogue } from './memory-catalogue.ts';
import { tellMatches } from './tell-text.ts';
import { ALL_TALKS } from '../support/catalogue/whole-question.ts';

const TALKS = 20_000;

async function indexOf(talks: number): Promise<TalkIndex> {
  const catalogue = new MemoryCatalogue();
  catalogue.replace(Array.from({ length: talks }, (_talk, index) => aTalk(slugOf(index + 1))));
  return new TalkIndex(await applyChanges(undefined, catalogue.everything()));
}

function textOf(typed: string): TextQuery {
  const text = readText(typed);
  assert.ok(typeof text === 'object');
  return text;
}

function question(text: TextQuery): Question {
  return { ...ALL_TALKS, text };
}

/** A term that occurs in the text of these talks only as the beginning of a word. */
function standsIn(numbers: Uint32Array): TermMatches {
  const none: Matches = { whole: new Uint32Array(0), begun: new Uint32Array(0) };
  const names = { place: none, person: none, topic: none, series: none };
  return { title: none, text: { whole: none.whole, begun: numbers }, names };
}

const ALL = Uint32Array.from({ length: TALKS }, (_number, index) => index + 1);

test('an index fails for an unknown text and answers once its terms are loaded', async () => {
  const index = await indexOf(30);
  const text = textOf('moss peat');
  const asked = question(text);
  for (const ask of [() => index.answer(asked), () => index.facets(asked)]) {
    assert.throws(ask, { message: 'The terms of this text are not loaded' });
  }
  tellMatches(index, text, [standsIn(Uint32Array.of(3, 7, 9)), standsIn(Uint32Array.of(7, 9, 11))]);
  assert.deepEqual(index.answer(asked), { total: 2, talks: Uint32Array.of(7, 9) });
  // Another text shares one of the words.
  const other = textOf('peat fern');
  assert.deepEqual(index.texts.unknown(other), [{ words: ['fern'], isBeginning: true }]);
  tellMatches(index, other, [standsIn(Uint32Array.of(11, 1000))]);
  assert.deepEqual(index.answer(question(other)), { total: 1, talks: Uint32Array.of(11) });
});

test('terms unused for long are evicted, but a question that holds them can still be answered', async () => {
  const index = await indexOf(TALKS);
  const first = textOf('first');
  assert.equal(index.texts.unknown(first).length, 1);
  tellMatches(index, first, [standsIn(ALL)]);
  // Each takes about 23 KB of a limit of 17 MB.
  const words = Array.from({ length: 1000 }, (_word, at) => `word${at}`);
  for (let from = 0; from < words.length; from += 32) {
    const text = textOf(words.slice(from, from + 32).join(' '));
    const unknown = index.texts.unknown(text);
    tellMatches(
      index,
      text,
      unknown.map(() => standsIn(ALL)),
    );
    assert.equal(index.answer(question(text)).total, TALKS);
  }
  assert.equal(index.texts.unknown(textOf('first')).length, 1);
  assert.equal(index.texts.unknown(textOf('word999')).length, 0);
  assert.equal(index.answer(question(first)).total, TALKS);
});

test('frequent words are found and ranked like rare ones', async () => {
  const index = await indexOf(40);
  const numbers = (from: number, to: number): Uint32Array =>
    Uint32Array.from({ length: to - from }, (_number, at) => from + at);
  // By talk number: moss in 1 to 39, peat in 20 to 40, fern in 25 and 38 to 40.
  const text = textOf('moss peat fern');
  const title: TermMatches = { ...standsIn(numbers(20, 41)), title: standsIn(Uint32Array.of(39)).text };
  tellMatches(index, text, [standsIn(numbers(1, 40)), title, standsIn(Uint32Array.of(25, 38, 39, 40))]);
  assert.deepEqual(index.answer(question(text)), { total: 3, talks: Uint32Array.of(25, 38, 39) });
  const ranked = index.answer({ ...question(text), order: 'relevance' });
  assert.deepEqual(ranked, { total: 3, talks: Uint32Array.of(39, 25, 38) });
});

test('loading a term for one question also serves another that waits for it', async () => {
  const index = await indexOf(30);
  const [text, same] = [textOf('moss'), textOf('moss')];
  assert.deepEqual(index.texts.unknown(same), index.texts.unknown(text));
  tellMatches(index, text, [standsIn(Uint32Array.of(3))]);
  assert.deepEqual(index.texts.unknown(same), []);
  assert.deepEqual(index.answer(question(same)), { total: 1, talks: Uint32Array.of(3) });
});
