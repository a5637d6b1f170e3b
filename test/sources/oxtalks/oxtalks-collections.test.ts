import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FetchFailure } from '#sources/fetch/fetch-failure.ts';
import type { SourceBatch } from '#sources/source-format.ts';
import { isCollectionName } from '#sources/oxtalks/oxtalks-document.ts';
import { readOxtalks } from '#sources/oxtalks/oxtalks.ts';
import { batchesOf, list, oxtalk } from '../../support/sources/oxtalks-api.ts';
import type { Answers, Json } from '../../support/sources/oxtalks-api.ts';
import { READ_OPTIONS } from '../../support/sources/read-source.ts';
import { slugOf } from '../../support/catalogue/wire-records.ts';

const SEARCH = '/api/talks/search?from=today';
const at = (number: number): string => `/api/collections/id/${slugOf(number)}`;
const page = (number: number): string => `/user/lists/id/${slugOf(number)}/`;
/** A collection as OxTalks returns it, with its slug only in a link. */
const collection = (number: number, talks: readonly Json[]): Json => ({
  _links: { talks_page: { href: page(number) } },
  title: `List ${String(number)}`,
  description: `All of ${String(number)}`,
  _embedded: { talks },
});

/** The content of a batch in words: talks by number, collections as `list: talks`. */
function shown(batch: SourceBatch): string[] {
  const number = ({ key }: { readonly key: string }): string => String(Number.parseInt(key.slice(0, 8), 16));
  return [
    ...(batch.talks.length === 0
      ? []
      : [`${batch.isListed === true ? 'listed' : 'found'} ${batch.talks.map(number).join()}`]),
    ...(batch.collections ?? []).map(
      ({ title, talks, isShown }) => `${title}${isShown ? ' (shown)' : ''}: ${talks.map(number).join()}`,
    ),
    ...(batch.goneCollections ?? []).map((slug) => `gone ${slug}`),
    ...(batch.shownCollections === undefined ? [] : [`shown ${batch.shownCollections.join()}`]),
    ...(batch.notes ?? []).map(({ what, count }) => `${String(count)} × ${what}`),
    ...(batch.failure === undefined ? [] : [batch.failure.what]),
  ];
}

async function read(from: string, answers: Answers, collections: readonly string[] = []) {
  const asked: string[] = [];
  const came: string[] = [];
  for await (const batch of batchesOf(from, answers, asked, { collections })) came.push(...shown(batch));
  return { asked, came };
}

describe('an OxTalks collection', () => {
  it('is read from its address with its title, description and talks', async () => {
    const batches: SourceBatch[] = [];
    const answers = { [at(9)]: collection(9, [oxtalk(1), oxtalk(2)]) };
    for await (const batch of batchesOf(at(9), answers)) batches.push(batch);
    const [first] = batches;
    assert.ok(first !== undefined);
    assert.equal(first.isListed, true);
    assert.deepEqual(first.collections, [
      {
        slug: slugOf(9),
        title: 'List 9',
        description: 'All of 9',
        talks: [1, 2].map((number) => ({ key: slugOf(number), slug: slugOf(number) })),
        line: 1,
        isShown: false,
      },
    ]);
  });

  it('is read from a file, with its slug from the link to its page', async () => {
    async function* chunks(): AsyncGenerator<Buffer> {
      yield Buffer.from(JSON.stringify(collection(9, [oxtalk(1)])));
    }
    const came: string[] = [];
    const file = { name: 'list.json', address: '', chunks: chunks() };
    for await (const batch of readOxtalks(file, READ_OPTIONS)) came.push(...shown(batch));
    assert.deepEqual(came, ['listed 1', 'List 9: 1']);
  });

  it('named in the options is read after a search, without repeating its talks', async () => {
    const answers: Answers = {
      [SEARCH]: list([oxtalk(1), oxtalk(2)]),
      [at(8)]: collection(8, [oxtalk(2), oxtalk(3)]),
      [at(9)]: collection(9, []),
      [at(6)]: 403,
      [at(5)]: 'no JSON',
      [at(7)]: 404,
    };
    const names = [slugOf(8), `https://ox.example${page(9)}`, slugOf(8), slugOf(7), slugOf(6), slugOf(5)];
    const { asked, came } = await read(SEARCH, answers, names);
    assert.deepEqual(asked, [SEARCH, at(8), at(9), at(7), at(6), at(5)]);
    assert.deepEqual(came, [
      'found 1,2',
      'listed 3',
      'List 8: 2,3',
      'List 9: ',
      `gone ${slugOf(7)}`,
      '2 × collections that could not be read: they stay as they are',
    ]);
  });

  it('is rejected if it has several pages or is on another host', async () => {
    const goesOn = { ...collection(9, [oxtalk(1)]), _links: { next: { href: `${at(9)}?page=2` } } };
    assert.deepEqual((await read(at(9), { [at(9)]: goesOn })).came, [
      `A collection must be on one page, and this one has several: https://ox.example${at(9)}`,
    ]);
    const elsewhere = new FetchFailure('other-host', 'Its pages go on at another place.', '');
    const answers: Answers = { [SEARCH]: list([oxtalk(1)]), [`http://other.example${at(9)}`]: elsewhere };
    await assert.rejects(read(SEARCH, answers, [`http://other.example${at(9)}`]), elsewhere);
  });

  it('listed on the public pages of OxTalks is read with a whole API', async () => {
    const everything = '/api/talks/search?from=0001-01-01&count=200';
    const root = { _links: { search: { href: '/api/talks/search{?from}' }, events_search: { href: '/x' } } };
    const link = (number: number): string => `<li><a href="${page(number)}">List</a></li>`;
    const next = '<a rel="next" href="/browse/collections?page=2">Next</a>';
    const answers: Answers = {
      '/api': root,
      [everything]: list([oxtalk(1)]),
      '/user/lists/public': `<!doctype html>${link(8)}${link(9)}<a href="/user/lists/id/none/">None</a>${next}`,
      '/browse/collections?page=2': `<!doctype html>${link(7)}`,
      [at(8)]: collection(8, [oxtalk(1)]),
      [at(9)]: collection(9, []),
      [at(7)]: 404,
    };
    const { asked, came } = await read('/api', answers, [slugOf(9)]);
    const pages = ['/user/lists/public', '/browse/collections?page=2'].map((path) => `${path} as text/html`);
    assert.deepEqual(asked.slice(2), [...pages, at(9), at(8), at(7)]);
    assert.deepEqual(came, [
      'found 1',
      'List 9: ',
      'List 8 (shown): 1',
      `gone ${slugOf(7)}`,
      `shown ${[8, 9, 7].map(slugOf).join()}`,
    ]);
    const without = await read('/api', { '/api': root, [everything]: list([oxtalk(1)]), '/user/lists/public': 403 });
    assert.deepEqual(without.came, [
      'found 1',
      '1 × list of public collections, which could not be read: name the ones you want (--collection)',
    ]);
  });

  it('can be named only by its slug, its address or the address of its page', () => {
    const ofSomeDays = `https://ox.example${at(9)}/?from=2026-11-01`;
    const named = [slugOf(9).toUpperCase(), ofSomeDays, `https://ox.example${at(9)}`, `http://ox.example${page(9)}`];
    const others = [
      '',
      'list',
      `ox.example${at(9)}`,
      `https://ox.example/${slugOf(9)}`,
      `${slugOf(9)}0`,
      `${slugOf(9)}/`,
    ];
    assert.deepEqual(
      named.map(isCollectionName),
      named.map(() => true),
    );
    assert.deepEqual(
      others.map(isCollectionName),
      others.map(() => false),
    );
  });
});
