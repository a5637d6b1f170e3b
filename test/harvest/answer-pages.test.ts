import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ImportReport } from '#harvest/import-catalogue.ts';
import type { Store } from '#store/store.ts';
import { importFiles, shownTalks } from '../support/sources/import-calendars.ts';
import { storeOf } from '../support/db/open-stores.ts';

/** How a format writes an event and a page of events. */
interface Pages {
  readonly event: (id: number) => unknown;
  readonly page: (events: readonly unknown[], number: number, count: number) => unknown;
}

const START = '2026-12-01T17:00:00Z';

const FORMATS: Readonly<Record<string, Pages>> = {
  eventbrite: {
    event: (id) => ({
      id: String(id),
      resource_uri: `https://www.eventbriteapi.com/v3/events/${id}/`,
      name: { text: `On ${id}` },
      start: { utc: START },
      end: { utc: START },
    }),
    page: (events, page_number, page_count) => ({
      pagination: { page_number, page_count, has_more_items: page_number < page_count },
      events,
    }),
  },
  localist: {
    event: (id) => ({
      event: {
        id,
        title: `On ${id}`,
        localist_url: `https://events.example.edu/event/${id}`,
        event_instances: [{ event_instance: { id, start: START, end: null } }],
      },
    }),
    page: (events, current, total) => ({ events, page: { current, size: 2, total } }),
  },
  tribe: {
    event: (id) => ({ id, title: `On ${id}`, utc_start_date: '2026-12-01 17:00:00', timezone: 'UTC' }),
    page: (events, number, total_pages) => {
      const address = 'https://example.edu/wp-json/tribe/events/v1/events/';
      const next = number < total_pages ? { next_rest_url: `${address}?page=${number + 1}` } : {};
      return { events, rest_url: address, total: 9, total_pages, ...next };
    },
  },
};

const PRETALX: Readonly<Record<string, Pages>> = Object.fromEntries(
  (['page', 'offset'] as const).map((by) => [
    `pretalx by ${by}`,
    {
      event: (id) => ({
        code: `C${id}`,
        submission_type: 'Talk',
        title: `On ${id}`,
        slot: { start: START, end: START, room: 'Hall' },
      }),
      page: (results, number, count) => {
        const address = (to: number): string | null => {
          if (to < 1 || to > count) return null;
          const query = by === 'page' ? { page: `${to}` } : { limit: '2', offset: `${(to - 1) * 2}` };
          const entries = Object.entries(query).filter(([name]) => to > 1 || name === 'limit');
          return `https://p.example/api/events/x/submissions/?${new URLSearchParams(entries)}`;
        };
        return { count: count * 2, next: address(number + 1), previous: address(number - 1), results };
      },
    } satisfies Pages,
  ]),
);

for (const [format, { event, page }] of Object.entries({ ...FORMATS, ...PRETALX })) {
  /** Imports with --gone remove. @param pages the event ids of each page; undefined for a missing page */
  async function importPages(
    store: Store,
    ...pages: readonly (readonly number[] | undefined)[]
  ): Promise<ImportReport> {
    const files = pages.flatMap((ids, at) =>
      ids === undefined
        ? []
        : [[`${at + 1}.json`, JSON.stringify(page(ids.map(event), at + 1, pages.length))] as const],
    );
    return importFiles(store, Object.fromEntries(files), {
      sources: { source: 'harbour', gone: 'remove' },
    });
  }

  const notesOf = (report: ImportReport): string[] =>
    report.ok ? report.files.flatMap(({ notes }) => notes.map(({ what, count }) => `${count} × ${what}`)) : ['refused'];

  describe(`the pages of a response (${format})`, () => {
    it('are one source, and gone talks are removed if all pages are given', async (t) => {
      const store = await storeOf(t);
      await importPages(store, [1, 2], [3, 4], [5, 6]);
      const report = await importPages(store, [1, 7], [4, 8], [6, 9]);
      assert.ok(!notesOf(report).some((note) => note.includes('vanished')));
      assert.deepEqual(
        await shownTalks(store),
        [1, 4, 6, 7, 8, 9].map((id) => `On ${id} 2026-12-01 published`),
      );
    });

    it('remove no talks while pages are missing, and a note counts the missing pages', async (t) => {
      const store = await storeOf(t);
      await importPages(store, [1, 2], [3, 4], [5, 6]);
      const report = await importPages(store, [1, 2], undefined, undefined);
      assert.ok(notesOf(report).includes('2 × pages of the response missing: no talk counts as gone'));
      await importPages(store, undefined, [3, 4], undefined);
      await importPages(store, undefined, [3, 4], [5]);
      await importPages(store, [1, 2], undefined, [5]);
      assert.equal((await shownTalks(store)).length, 6);
    });
  });
}
