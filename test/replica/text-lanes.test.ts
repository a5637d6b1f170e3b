import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TermMatches, TextTerm } from '#store/store.ts';
import { type FindPortion, type LaneParts, QUICK, TextLanes } from '#replica/word-lookup.ts';

const NONE = { whole: new Uint32Array(0), begun: new Uint32Array(0) };
const NOWHERE: TermMatches = {
  title: NONE,
  text: NONE,
  names: { place: NONE, person: NONE, topic: NONE, series: NONE },
};

const HERE = { file: 'copy.db', serial: 1 };

/** Words whose number is their cost: `3a` costs three times the limit of a cheap search. */
function termsOf(typed: string): TextTerm[] {
  return typed.split(' ').map((word) => ({ words: [word], isBeginning: false }));
}

function costOf({ words }: TextTerm): number {
  return Number.parseInt(words[0] ?? '', 10) * QUICK;
}

/** The work of a lane, which the test controls. */
class Work {
  /** The searches that have begun, in order. */
  readonly begun: string[] = [];
  readonly #running: (() => void)[] = [];

  readonly find: FindPortion = (_at, terms) => {
    this.begun.push(terms.map(({ words }) => words[0]).join(' '));
    return new Promise((resolve) => {
      this.#running.push(() => resolve(terms.map(() => NOWHERE)));
    });
  };

  /** Ends the running searches, and those that begin afterwards, until none is left. */
  async finish(): Promise<void> {
    for (let end = this.#running.shift(); end !== undefined; end = this.#running.shift()) {
      end();
      await turn();
    }
  }
}

/** Resolves when all pending work is done. */
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function twoLanes(quick: FindPortion, slow: FindPortion): LaneParts[] {
  return [
    { upTo: QUICK, find: quick },
    { upTo: Infinity, find: slow },
  ];
}

function lanesOf(limits: { longest?: number; mostWaiting?: number } = {}) {
  const [quick, slow] = [new Work(), new Work()];
  const lanes = new TextLanes({ lanes: twoLanes(quick.find, slow.find), longest: 60_000, ...limits });
  const find = async (typed: string): Promise<number> => {
    let found = 0;
    const terms = termsOf(typed);
    for await (const _ of lanes.find(HERE, terms, terms.map(costOf))) found += 1;
    return found;
  };
  return { quick, slow, lanes, find };
}

test('a cheap search is answered while an expensive one is running', async () => {
  const { quick, slow, find } = lanesOf();
  const expensive = find('5a 5b');
  const cheap = find('0a 0b 0c');
  await turn();
  assert.deepEqual([quick.begun, slow.begun], [['0a 0b 0c'], ['5a']]);
  await quick.finish();
  assert.equal(await cheap, 3);
  await slow.finish();
  assert.equal(await expensive, 2);
  assert.deepEqual(slow.begun, ['5a', '5b']);
});

test('expensive searches take turns by cost, even between the words of a running search', async () => {
  const { quick, slow, find } = lanesOf();
  const searches = ['9a 9b', '8a 8b', '2a', '3a 0b 0c'].map(find);
  await turn();
  await slow.finish();
  assert.deepEqual(await Promise.all(searches), [2, 2, 1, 3]);
  assert.deepEqual(slow.begun, ['9a', '3a', '2a', '8a', '0b 0c', '9b', '8b']);
  assert.deepEqual(quick.begun, []);
});

test('cheaper searches do not delay an expensive one indefinitely', async () => {
  const { slow, find } = lanesOf();
  const searches = ['2a', '2b', '2c', '9a', '2d', '2e'].map(find);
  await turn();
  await slow.finish();
  assert.deepEqual(await Promise.all(searches), [1, 1, 1, 1, 1, 1]);
  assert.deepEqual(slow.begun, ['2a', '9a', '2b', '2c', '2d', '2e']);
});

test('the most expensive search is rejected if too many are waiting, and the others are answered', async () => {
  const { slow, find } = lanesOf({ mostWaiting: 3 });
  const searches = ['4a', '7a', '3a', '9a', '2a', '5a'].map(find);
  const outcomes = Promise.allSettled(searches);
  await turn();
  await slow.finish();
  assert.deepEqual(
    (await outcomes).map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  );
  assert.deepEqual(slow.begun, ['4a', '3a', '2a', '5a']);
});

test('a search that times out does not affect the others', async () => {
  const { quick, slow, find } = lanesOf({ longest: 50 });
  const running = find('5a');
  const waiting = find('9a');
  await assert.rejects(waiting, {
    name: 'StoreUnavailable',
    message: 'The text search timed out. Try again.',
  });
  await slow.finish();
  // Both begin immediately, before they can time out.
  const [cheap, other] = [find('0a'), find('6a')];
  await turn();
  await Promise.all([quick.finish(), slow.finish()]);
  assert.deepEqual(await Promise.all([running, cheap, other]), [1, 1, 1]);
  assert.deepEqual(slow.begun, ['5a', '6a']);
});

test('a search that fails does not affect the others', async () => {
  let count = 0;
  const lanes = new TextLanes({
    lanes: twoLanes(
      () => Promise.reject(new Error('of no use here')),
      () => (++count === 1 ? Promise.reject(new Error('broken')) : Promise.resolve([NOWHERE])),
    ),
  });
  const first = lanes.find(HERE, termsOf('5a'), [5 * QUICK]).next();
  const second = lanes.find(HERE, termsOf('5b'), [5 * QUICK]).next();
  await assert.rejects(first, /broken/);
  assert.deepEqual(await second, { done: false, value: NOWHERE });
});

test('waiting and later searches fail when the copy is closed', async () => {
  const { lanes, slow, find } = lanesOf();
  const [running, waiting] = [find('5a'), find('9a')];
  await turn();
  const told = assert.rejects(waiting, { message: 'The copy has been closed.' });
  lanes.close();
  await told;
  await slow.finish();
  assert.equal(await running, 1);
  await assert.rejects(find('0a'), { message: 'The copy has been closed.' });
});
