import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readOxtalks } from '#sources/oxtalks/oxtalks.ts';
import { list, oxtalk, readApi } from '../../support/sources/oxtalks-api.ts';
import type { Json } from '../../support/sources/oxtalks-api.ts';
import { readSource } from '../../support/sources/read-source.ts';
import { slugOf } from '../../support/catalogue/wire-records.ts';

describe('pages of the OxTalks API', () => {
  const next = (href: string): Json => ({ _links: { self: {}, next: { href } } });

  it('are followed to the last one', async () => {
    const read = await readApi('/api/talks/search?from=today', {
      '/api/talks/search?from=today': list([oxtalk(1)], next('https://ox.example/api/talks/search?from=today&page=2')),
      '/api/talks/search?from=today&page=2': list([oxtalk(2)], next('/api/talks/search?kept')),
      '/api/talks/search?kept': list([oxtalk(3)], { _links: { next: null }, total: 3 }),
    });
    assert.deepEqual(read, {
      slugs: [1, 2, 3].map(slugOf),
      descriptions: ['', '', ''],
      asked: ['/api/talks/search?from=today', '/api/talks/search?from=today&page=2', '/api/talks/search?kept'],
      said: ['1 × pages reused from an interrupted import'],
      isIncomplete: false,
    });
  });

  it('without next links are requested by number until the total is reached', async () => {
    const at = '/api/talks/search?from=1900-01-01&count=2';
    const read = await readApi(at, {
      [at]: list([oxtalk(1), oxtalk(2)], { total: 5 }),
      [`${at}&page=2`]: list([oxtalk(3), oxtalk(4)], { total: 5 }),
      [`${at}&page=3`]: list([oxtalk(5)], { total: 5 }),
    });
    assert.deepEqual([read.slugs, read.said, read.asked.length], [[1, 2, 3, 4, 5].map(slugOf), [], 3]);
  });

  it('that shift during the import yield each talk once, and the import counts as incomplete', async () => {
    const at = '/api/talks/search?from=1900-01-01&count=2';
    const read = await readApi(at, {
      [at]: list([oxtalk(1), oxtalk(2)], { total: 5 }),
      [`${at}&page=2`]: list([oxtalk(2), oxtalk(3)], { total: 5 }),
      [`${at}&page=3`]: list([oxtalk(5)], { total: 5 }),
    });
    assert.deepEqual(read.slugs, [1, 2, 3, 5].map(slugOf));
    assert.equal(read.isIncomplete, true);
    assert.deepEqual(read.said, [
      '1 × talks that appeared again, on another page or in another role',
      '1 × talks missing from the total that the source states: no talk is treated as removed',
    ]);
  });

  it('that form a loop, add no new talks or contain no talks are rejected', async () => {
    const circle = await readApi('/a', { '/a': list([oxtalk(1)], next('/b')), '/b': list([oxtalk(2)], next('/a')) });
    assert.deepEqual(circle.said, ['endless-pages: Its pages form a loop: https://ox.example/a was read before.']);
    const pages = Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [`/${String(i)}`, list([oxtalk(1)], next(`/${String(i + 1)}`))]),
    );
    const idle = await readApi('/0', pages);
    assert.match(idle.said.at(-1) ?? '', /^endless-pages: Its pages go on without new talks/);
    assert.equal(idle.asked.length, 4);
    const broken = await readApi('/0', { '/0': list([oxtalk(1)], next('/none')) });
    assert.match(broken.said.join(), /^not-oxtalks: It contains no talks .*\(https:\/\/ox\.example\/none\)\.$/);
  });

  it('start with a search for all talks if the address is that of the API, even if it is not found', async () => {
    const search = '/api/talks/search';
    const root = {
      _links: { search: { href: `${search}{?from,to}`, templated: true }, events_search: { href: '/x' } },
    };
    const all = await readApi('/api', { '/api': root, [`${search}?from=0001-01-01&count=200`]: list([oxtalk(1)]) });
    assert.deepEqual(all.slugs, [slugOf(1)]);
    const none = await readApi('/api/', { [`${search}?from=1900-01-01&count=200`]: list([oxtalk(2)]) });
    assert.deepEqual(none.slugs, [slugOf(2)]);
  });

  it('that a file links to are noted and not read', async () => {
    const read = await readSource(readOxtalks, JSON.stringify(list([oxtalk(1)], next('https://ox.example/2'))));
    assert.equal(read.talks.length, 1);
    assert.deepEqual(read.notes, ['1 × one page of several: only this page was read; import the address to read all']);
  });
});

describe('a description truncated in a list', () => {
  it('is detected in linear time, even with millions of spaces', async () => {
    // Quadratic time would exceed the time limit of a test.
    const description = `On moss${' '.repeat(4_000_000)}.`;
    const { descriptions } = await readApi('/list', { '/list': list([oxtalk(1, { description })]) });
    assert.deepEqual(descriptions, [description]);
  });

  const self = (number: number): Json => ({ _links: { self: { href: `/api/talks/${slugOf(number)}` } } });
  const at = (number: number): string => `/api/talks/${slugOf(number)}`;

  it('is read in full from the address of the talk', async () => {
    const read = await readApi('/list', {
      '/list': list([oxtalk(1, { description: 'On moss ...', ...self(1) }), oxtalk(2, { description: 'Whole.' })]),
      [at(1)]: oxtalk(1, { description: 'On moss and ferns' }),
    });
    assert.deepEqual(read.descriptions, ['On moss and ferns', 'Whole.']);
    assert.deepEqual(read.said, ['1 × descriptions truncated in a list, read in full']);
  });

  it('is no longer looked for after three descriptions that were complete', async () => {
    const numbers = [1, 2, 3, 4, 5, 6];
    const talks = numbers.map((number) => oxtalk(number, { description: `Moss ${String(number)}…`, ...self(number) }));
    const own = talks.map((talk, i) => [at(i + 1), talk] as const);
    const read = await readApi('/list', { '/list': list(talks), ...Object.fromEntries(own) });
    assert.deepEqual(read.asked, ['/list', at(1), at(2), at(3)]);
    assert.deepEqual(read.descriptions[5], 'Moss 6…');
  });
});
