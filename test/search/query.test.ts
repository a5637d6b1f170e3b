import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readQuery } from '#search/query/request.ts';

function read(query: string): unknown[] {
  return readQuery(query, 100).map(({ name, value }) => [name, value]);
}

test('pairs are read in order and decoded', () => {
  assert.deepEqual(read('from=2026-01-19&topic=http%3A%2F%2Fid.example%2F1&q=%C3%A9'), [
    ['from', '2026-01-19'],
    ['topic', 'http://id.example/1'],
    ['q', 'é'],
  ]);
});

test('unencoded colons, slashes, equals signs and question marks stand for themselves', () => {
  assert.deepEqual(read('venue=place:1&topic=http://id.example/?a=b'), [
    ['venue', 'place:1'],
    ['topic', 'http://id.example/?a=b'],
  ]);
});

test('a plus is a space, and %2B is a plus', () => {
  assert.deepEqual(read('a+b=c+d%2B'), [['a b', 'c d+']]);
});

test('empty pairs are ignored', () => {
  assert.deepEqual(read('&from=today&&'), [['from', 'today']]);
  assert.deepEqual(read(''), []);
});

test('missing names and values are read as empty strings', () => {
  assert.deepEqual(read('from&=today&to='), [
    ['from', ''],
    ['', 'today'],
    ['to', ''],
  ]);
});

test('a value with broken percent-encoding or invalid UTF-8 is undefined', () => {
  for (const text of ['%', '%4', '%GG', '%E9', '%C3', '%C3%28', '%ED%A0%80', '%F8%80%80%80%80', '%C0%AF', '\ud800']) {
    assert.deepEqual(read(`from=${text}`), [['from', undefined]], text);
  }
});

test('a name that cannot be decoded is kept as sent', () => {
  assert.deepEqual(read('%ZZ=1'), [['%ZZ', '1']]);
});

test('reading stops at the maximum number of pairs', () => {
  assert.deepEqual(readQuery('a=1&b=2&c=3', 2), [
    { name: 'a', value: '1' },
    { name: 'b', value: '2' },
  ]);
});

test('a name that begins with amp; is the name after it', () => {
  assert.deepEqual(read('from=today&amp;venue=place:1&amp;amp;to=plus7&amp%3Bq=a&amp=b'), [
    ['from', 'today'],
    ['venue', 'place:1'],
    ['to', 'plus7'],
    ['q', 'a'],
    ['amp', 'b'],
  ]);
});
