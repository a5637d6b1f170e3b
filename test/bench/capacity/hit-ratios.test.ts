import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ResponseCache } from '#server/http/response-cache.ts';
import { cacheShares, keptHits, ratesOf } from '../../../bench/capacity/hit-ratios.ts';
import { HttpCache } from '../../../bench/capacity/simulation/cache.ts';
import { Events } from '../../../bench/capacity/simulation/events.ts';
import { Kept } from '../../../bench/capacity/simulation/kept.ts';
import { Draw, zipf } from '../../../bench/capacity/zipf.ts';

const QUESTIONS = 20_000;
const ASKED = 400_000;
const SIZE = 10_000;
const OVERHEAD = 1024;
const ANSWERS = 500;

/** Asks until what is kept has settled, then counts. */
function share(ask: (question: number) => boolean): number {
  const draw = new Draw(QUESTIONS, 0.9, 1);
  for (let i = 0; i < ASKED / 4; i += 1) ask(draw.next());
  let hits = 0;
  for (let i = 0; i < ASKED; i += 1) if (ask(draw.next())) hits += 1;
  return hits / ASKED;
}

function simulatedShare(): number {
  const kept = new Kept(ANSWERS * SIZE);
  return share((question) => {
    if (kept.has(question)) return true;
    kept.offer(question, SIZE, kept.epoch);
    return false;
  });
}

function close(actual: number, expected: number, tolerance: number): void {
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected} ± ${tolerance}`);
}

describe('the model of answers that are kept whole', () => {
  it('simulates what the service does', () => {
    const kept = new ResponseCache(ANSWERS * SIZE);
    const body = Buffer.alloc(SIZE - OVERHEAD - 2 * 8);
    const answer = {
      status: 200,
      headers: { full: [], shared: 0 },
      etag: '"a"',
      body,
      until: Infinity,
      ofCatalogue: true,
    };
    const real = share((question) => {
      const key = String(question).padStart(8, '0');
      if (kept.get(key, 0) !== undefined) return true;
      kept.offer(key, answer, kept.epoch);
      return false;
    });
    close(simulatedShare(), real, 0.01);
  });

  it('has a formula that says what the simulation shows', () => {
    const rates = ratesOf(zipf(QUESTIONS, 0.9), 1000);
    close(keptHits(rates, { answers: ANSWERS, emptiedEvery: Infinity }), simulatedShare(), 0.02);
  });

  it('finds everything where there is room for everything, and less the more often it is emptied', () => {
    const rates = ratesOf(zipf(100, 0.9), 1000);
    const every = [Infinity, 60, 1, 0.01].map((emptiedEvery) => keptHits(rates, { answers: 1000, emptiedEvery }));
    close(every[0] ?? 0, 1, 0.001);
    assert.deepEqual(
      [...every].sort((a, b) => b - a),
      every,
    );
    close(every[3] ?? 1, 0, 0.1);
  });
});

describe('the model of a cache in front', () => {
  it('has a formula that says what the simulation shows', () => {
    const events = new Events();
    const options = { fresh: 60, stale: 100 };
    const cache = new HttpCache(events, options, (_question, _isKnown, done) => {
      done();
    });
    const draw = new Draw(QUESTIONS, 0.9, 2);
    const askFor = (seconds: number): void => {
      for (let i = 0; i < seconds * 100; i += 1)
        events.after(i / 100, () => {
          cache.ask(draw.next(), () => undefined);
        });
      events.run(events.now + seconds);
    };
    askFor(1000);
    const before = { ...cache.counts };
    askFor(2000);
    const { asked, waited } = cacheShares(ratesOf(zipf(QUESTIONS, 0.9), 100), options);
    close((cache.counts.asked - before.asked) / 200_000, asked, 0.01);
    close((cache.counts.waited - before.waited) / 200_000, waited, 0.01);
  });

  it('asks the origin once for all who ask it the same at the same time', () => {
    const events = new Events();
    let asked = 0;
    let answered = 0;
    const cache = new HttpCache(events, { fresh: 60, stale: 0 }, (_question, _isKnown, done) => {
      asked += 1;
      events.after(1, done);
    });
    for (let i = 0; i < 5; i += 1) cache.ask(7, () => (answered += 1));
    events.run(2);
    assert.deepEqual([asked, answered], [1, 5]);
    assert.deepEqual(cache.counts, { fresh: 0, stale: 0, joined: 4, waited: 1, asked: 1 });
  });
});
