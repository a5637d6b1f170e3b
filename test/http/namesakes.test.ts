import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { textOf } from '../support/http/http-answer.ts';
import { linksIn } from '../support/render/page-markup.ts';
import { testServer } from '../support/http/server.ts';
import { organisation, person, series, slugOf, talk } from '../support/catalogue/wire-records.ts';

const [MOSSES, PEAT, NOWHERE, OTHER] = [slugOf(1), slugOf(2), slugOf(3), slugOf(4)];

/** Three people share a name: the first speaks mostly for a department, the second only in a series, the third never. */
const server = testServer([
  organisation('place:1', { name: 'Mosses' }),
  organisation('place:2', { name: 'Ferns' }),
  series(slugOf(9), { title: 'Peat' }),
  ...[MOSSES, PEAT, NOWHERE].map((slug) => person(slug, { name: 'Ada Wold' })),
  person(OTHER, { name: 'Bo Wold' }),
  talk(slugOf(0x10), '2970-02-01T12:00:00Z', { organising_department: 'place:1', speakers: [MOSSES, OTHER] }),
  talk(slugOf(0x11), '2970-02-02T12:00:00Z', { organising_department: 'place:1', speakers: [MOSSES] }),
  talk(slugOf(0x12), '2970-02-03T12:00:00Z', { organising_department: 'place:2', speakers: [MOSSES] }),
  talk(slugOf(0x13), '2970-02-04T12:00:00Z', { series: slugOf(9), speakers: [PEAT] }),
]);

async function linksOn(path: string): Promise<string[]> {
  return linksIn(textOf(await server.ask(path))).map(({ text }) => text);
}

describe('people with the same name', () => {
  it('are listed with the department or series where they speak most', async () => {
    const people = (await linksOn('/browse/people')).filter((text) => text.includes('Wold'));
    assert.deepEqual(people, ['Ada Wold (Mosses)', 'Ada Wold (Peat)', 'Ada Wold', 'Bo Wold']);
  });

  it('show their department or series in the speaker facet and the active filter of a search', async () => {
    const found = (await linksOn('/search?from=2970-01-01')).filter((text) => text.includes('Wold'));
    // The talks link to speakers too; the facet comes last.
    assert.deepEqual(found.slice(-3), ['Ada Wold (Mosses) 3', 'Ada Wold (Peat) 1', 'Bo Wold 1']);
    const asked = await linksOn(`/search?from=2970-01-01&speaker=${PEAT}`);
    assert.ok(asked.includes('Remove: Speaker Ada Wold (Peat) ×'), asked.join());
  });

  it('link to each other on their pages', async () => {
    const links = linksIn(textOf(await server.ask(`/talks/persons/id/${PEAT}`)));
    const others = links.filter(({ href }) => href.startsWith('/talks/persons/') && !href.endsWith(PEAT));
    assert.deepEqual(others, [
      { href: `/talks/persons/id/${MOSSES}`, text: 'Ada Wold (Mosses)' },
      { href: `/talks/persons/id/${NOWHERE}`, text: 'Ada Wold' },
    ]);
    assert.ok(!textOf(await server.ask(`/talks/persons/id/${OTHER}`)).includes('Other people with this name'));
  });

  it('show their department or series as soon as an import adds a second person', async () => {
    await server.import([person(slugOf(5), { name: 'Bo Wold' })]);
    const people = (await linksOn('/browse/people')).filter((text) => text.startsWith('Bo'));
    assert.deepEqual(people, ['Bo Wold (Mosses)', 'Bo Wold']);
  });
});
