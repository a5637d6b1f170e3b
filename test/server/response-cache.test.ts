import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ResponseCache, type CachedResponse } from '#server/http/response-cache.ts';

function answer(text: string, until = Infinity): CachedResponse {
  return {
    status: 200,
    headers: { full: [], shared: 0 },
    etag: '"x"',
    lastModified: undefined,
    body: Buffer.from(text),
    ofCatalogue: true,
    route: '/',
    until,
  };
}

const NOW = 1_000_000;

test('a response is cached the second time it is offered', () => {
  const kept = new ResponseCache(1_000_000);
  const one = answer('one');
  kept.keeper('a', kept.epoch)?.keep(one);
  assert.equal(kept.get('a', NOW), undefined);
  kept.keeper('a', kept.epoch)?.keep(one);
  assert.deepEqual(kept.get('a', NOW), one);
});

test('a response of the previous catalogue is not cached', () => {
  const kept = new ResponseCache(1_000_000);
  const { epoch } = kept;
  kept.keeper('a', epoch)?.keep(answer('old'));
  kept.clear();
  kept.keeper('a', epoch)?.keep(answer('old'));
  kept.keeper('a', epoch)?.keep(answer('old'));
  assert.equal(kept.get('a', NOW), undefined);
});

test('a response that depends on the date expires with it', () => {
  const kept = new ResponseCache(1_000_000);
  for (let time = 0; time < 2; time += 1) kept.keeper('a', kept.epoch)?.keep(answer('today', NOW));
  assert.equal(kept.get('a', NOW - 1)?.body.toString(), 'today');
  assert.equal(kept.get('a', NOW), undefined);
});

test('cached responses stay within the byte limit, and the least recently used is dropped first', () => {
  const kept = new ResponseCache(100_000);
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'])
    for (let time = 0; time < 2; time += 1) {
      kept.keeper(name, kept.epoch)?.keep(answer(name.repeat(10_000)));
      kept.get('a', NOW);
    }
  assert.notEqual(kept.get('a', NOW), undefined);
  assert.equal(kept.get('b', NOW), undefined);
  assert.notEqual(kept.get('l', NOW), undefined);
});

test('a response larger than its share of the cache is not cached', () => {
  const kept = new ResponseCache(100_000);
  for (let time = 0; time < 2; time += 1) kept.keeper('a', kept.epoch)?.keep(answer('a'.repeat(50_000)));
  assert.equal(kept.get('a', NOW), undefined);
});
