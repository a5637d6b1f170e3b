import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import type { Language } from '#pages/frame/language.ts';
import { PagesAhead } from '#server/pages-ahead.ts';
import { until } from '../support/until.ts';

type Write = (slug: string, language: Language) => boolean;

/** Pages are written as fast as they can be. @param write whether it writes one; may throw */
function ahead(context: TestContext, talks: readonly string[], write: Write = () => true, lookedEvery = 3_600_000) {
  const asked: string[] = [];
  const pages = new PagesAhead({
    talks: () => talks,
    write: async (slug, language) => {
      asked.push(`${slug} ${language}`);
      return Promise.resolve(write(slug, language));
    },
    pause: 0,
    lookedEvery,
  });
  context.after(() => {
    pages.close();
  });
  return { pages, asked };
}

test('nothing is written while nobody reads pages', async (context) => {
  const { pages, asked } = ahead(context, ['a', 'b']);
  pages.begin();
  pages.begin();
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual(asked, []);
});

test('talks come in their order, in each language that is read, and those that are there are not counted', async (context) => {
  const { pages, asked } = ahead(context, ['a', 'b', 'c'], (slug, language) => !(slug === 'b' && language === 'en'));
  pages.readIn('en');
  pages.readIn('en');
  await until(() => asked.length === 3, 'three pages');
  assert.deepEqual(asked, ['a en', 'b en', 'c en']);
  assert.equal(pages.written, 2);
  pages.readIn('de');
  await until(() => asked.length === 9, 'three pages in both languages');
  assert.deepEqual(asked.slice(3), ['a en', 'a de', 'b en', 'b de', 'c en', 'c de']);
});

test('a change begins with the first talk again, also while pages are written', async (context) => {
  const changed = { at: 'b', times: 1 };
  const { pages, asked } = ahead(context, ['a', 'b', 'c'], (slug) => {
    if (slug === changed.at && changed.times-- > 0) pages.begin();
    return true;
  });
  pages.readIn('fr');
  await until(() => asked.length === 5, 'all pages after the change');
  assert.deepEqual(asked, ['a fr', 'b fr', 'a fr', 'b fr', 'c fr']);
  pages.begin();
  await until(() => asked.length === 8, 'all pages once more');
});

test('a page that cannot be written keeps no other from it', async (context) => {
  const { pages, asked } = ahead(context, ['a', 'b'], (slug) => {
    if (slug === 'a') throw new Error('the store is away');
    return true;
  });
  pages.readIn('es');
  await until(() => asked.length === 2, 'both pages');
  assert.equal(pages.written, 1);
});

test('once closed, nothing more is written', async (context) => {
  const { pages, asked } = ahead(context, ['a', 'b', 'c'], (slug) => {
    if (slug === 'b') pages.close();
    return true;
  });
  pages.readIn('en');
  await until(() => asked.length === 2, 'two pages');
  pages.readIn('de');
  pages.begin();
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.deepEqual(asked, ['a en', 'b en']);
});

test('after a while they are gone through again: others have come near', async (context) => {
  const { pages, asked } = ahead(context, ['a'], () => true, 20);
  pages.readIn('en');
  await until(() => asked.length === 3, 'the page three times');
});
