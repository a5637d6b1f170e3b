import type { SourcePage } from '#catalogue/source-page.ts';
import { openStore } from '#store/open.ts';
import { NEVER_RUN, type SourceState } from '#store/source-states.ts';

/** States of sources as syncs store them, for `/status/sources/{name}`. */

const READ: SourceState = {
  ...NEVER_RUN,
  lastAttempt: '2026-11-20T12:05:00Z',
  lastSuccess: '2026-11-20T12:05:00Z',
  nextRun: '2026-11-20T12:20:00Z',
  talks: 1234,
  page: {
    zone: 'Europe/London',
    read: '2026-11-19T09:00:00Z',
    news: [
      { what: 'moved', title: 'On <moss>', start: '2027-06-01T16:00:00Z' },
      // A day, as changes remember it.
      { what: 'gone', title: '', start: '2027-06-01T00:00:01Z' },
    ],
    moreNews: 3,
    problems: [{ line: 14, where: 'Date', text: 'There is no 31 June.' }],
    moreProblems: 1,
    notes: ['2 × without a time zone: read in Europe/London'],
    failure: [],
  },
};

const NOTHING_READ: SourcePage = {
  zone: 'UTC',
  read: null,
  news: [],
  moreNews: 0,
  problems: [],
  moreProblems: 0,
  notes: [],
  failure: [],
};

const SOURCE_STATES: Readonly<Record<string, SourceState>> = {
  'Optics & light/2': READ,
  failing: {
    ...READ,
    failures: 2,
    page: { ...NOTHING_READ, failure: [{ line: 0, where: '', text: 'Was a table, is now a web page.' }] },
  },
  long: {
    ...READ,
    page: {
      ...NOTHING_READ,
      news: [{ what: 'added', title: `Donau${'dampf'.repeat(30)}schiff`, start: '2027-06-01T16:00:00Z' }],
      problems: [{ line: 0, where: 'Talks!C14', text: `"https://quay.example/${'x'.repeat(200)}" is no date.` }],
    },
  },
  hidden: { ...READ, page: null },
};

/** @param database address of a database with a catalogue */
export async function noteSources(database: string): Promise<void> {
  const store = await openStore(database, { mode: 'write' });
  const now = new Date('2026-11-20T12:00:00Z');
  for (const [name, state] of Object.entries(SOURCE_STATES)) {
    await store.sources.claim(name, { token: name, by: 'a test', until: now }, now);
    await store.sources.settle(name, name, state);
  }
  await store.close();
}
