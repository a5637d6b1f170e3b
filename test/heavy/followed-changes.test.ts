import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ADA, anyEdit, BOTANY, MOSS, pageAt, PLANTS, recordsOf, SEARCH } from '../http/changed-talks.ts';
import { listAt, textAt } from '../support/json-value.ts';
import { testServer, type AskableServer } from '../support/http/server.ts';

/** Another site's copy of a search, by slug. It follows links, and applies the changes on each page. */
class Mirror {
  readonly talks = new Map<string, unknown>();
  #path: string;

  readonly server: AskableServer;
  readonly search: string;

  constructor(server: AskableServer, search: string) {
    this.server = server;
    this.search = search;
    this.#path = `${search}&updated_since=beginning`;
  }

  /** @returns whether this was the last page for now */
  async step(count: number): Promise<boolean> {
    const { talks, removed, total, next, later } = await pageAt(this.server, withCount(this.#path, count));
    assert.equal(Math.min(Number(total), count), talks.length + removed.length);
    assert.ok(next === null || next === later);
    for (const one of talks) this.talks.set(textAt(one, 'slug'), one);
    for (const slug of removed) this.talks.delete(slug);
    this.#path = later;
    return next === null;
  }

  /** Follows to the last page, and asserts that the copy then equals the search results. */
  async check(count: number): Promise<void> {
    while (!(await this.step(count)));
    const found = listAt(await this.server.read(`${this.search}&count=1000`), '_embedded', 'talks');
    const bySlug = [...this.talks.values()].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1));
    assert.deepEqual(bySlug, found);
  }
}

function sortKey(one: unknown): string {
  return `${textAt(one, 'start')} ${textAt(one, 'slug')}`;
}

function withCount(path: string, count: number): string {
  return `${path.replace(/&count=\d+/, '')}&count=${String(count)}`;
}

const SEARCHES = [
  SEARCH,
  `${SEARCH}&organising_department=${BOTANY}`,
  `${SEARCH}&organising_department=${BOTANY}&subdepartments=false`,
  `${SEARCH}&to=2026-02-02&speaker=${ADA}`,
  `${SEARCH}&q=mosses`,
  `${SEARCH}&q=ada&cancelled=omit`,
  `/api/events/search?from=today&topic=${MOSS}&series=${PLANTS}`,
];

const server = testServer([]);

describe('a mirror that follows the changes of a search', () => {
  it('ends up equal to the search results for any edits, page sizes and pauses', async () => {
    const steps = fc.array(
      fc.record({
        edit: anyEdit,
        isMeanwhile: fc.boolean(),
        pages: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 4 }),
      }),
      { minLength: 1, maxLength: 5 },
    );
    const property = fc.asyncProperty(steps, fc.integer({ min: 1, max: 9 }), async (all, count) => {
      const mirrors = SEARCHES.map((search) => new Mirror(server, search));
      for (const step of all) {
        const importing = server.import(recordsOf(step.edit), { replace: step.edit.replace });
        if (!step.isMeanwhile) await importing;
        for (const size of step.pages) for (const mirror of mirrors) await mirror.step(size);
        await importing;
      }
      for (const mirror of mirrors) await mirror.check(count);
    });
    await fc.assert(property, { numRuns: 12 });
  });
});
