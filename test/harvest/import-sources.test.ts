import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { describe, it, test } from 'node:test';
import type { TestContext } from 'node:test';
import fc from 'fast-check';
import type { CatalogueRecord } from '#catalogue/record.js';
import type { TalkRecord } from '#catalogue/talk.js';
import type { GonePolicy } from '#harvest/gone-talks.js';
import { Identity } from '#harvest/identity.js';
import { importCatalogue } from '#harvest/import-catalogue.js';
import type { ImportReport, ImportRequest } from '#harvest/import-catalogue.js';
import type { SourceOptions } from '#harvest/source-reading.js';
import { streamInput } from '#sources/file-input.js';
import type { Input } from '#sources/file-input.js';
import { openStore } from '#store/open.js';
import type { Store } from '#store/store.js';
import { databaseOf } from '../support/fresh-database.js';
import { recordsOf } from '../support/import-into.js';
import { READ_OPTIONS } from '../support/read-source.js';

const NOW = new Date('2026-11-20T12:00:00Z');

const OPTIONS: SourceOptions = {
  source: 'optics',
  read: READ_OPTIONS,
  additions: { department: null, topics: [] },
  gone: 'keep',
  skipBad: false,
};

async function storeOf(t: TestContext): Promise<Store> {
  const store = await openStore((await databaseOf(t)).address, { mode: 'write' });
  t.after(() => store.close());
  return store;
}

function input(text: string, name = 'calendar.ics'): Input {
  return streamInput(name, chunk(Buffer.from(text)));
}

async function* chunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes);
}

interface Run extends Partial<Omit<ImportRequest, 'sources'>> {
  readonly sources?: Partial<SourceOptions>;
}

function run(store: Store, text: string, { sources, ...request }: Run = {}): Promise<ImportReport> {
  return importCatalogue(store, {
    inputs: [input(text)],
    replace: false,
    now: NOW,
    ...request,
    sources: { ...OPTIONS, ...sources },
  });
}

function calendar(...events: readonly string[]): string {
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n');
}

function event(uid: string, day: string, ...lines: readonly string[]): string {
  return ['BEGIN:VEVENT', `UID:${uid}`, `SUMMARY:On ${uid}`, `DTSTART:${day}T170000Z`, ...lines, 'END:VEVENT'].join(
    '\r\n',
  );
}

async function talksIn(store: Store): Promise<TalkRecord[]> {
  return (await recordsOf(store)).filter((record) => record.type === 'talk');
}

/** `title day status`. */
async function shown(store: Store): Promise<string[]> {
  return (await talksIn(store)).map(({ title, start, status }) => `${title} ${start.slice(0, 10)} ${status}`).sort();
}

function counts(report: ImportReport): unknown {
  assert.ok(report.ok, JSON.stringify(report));
  return report.counts.talk;
}

describe('an import of a source', () => {
  it('finds the same talks again, changed where they changed', async (t) => {
    const store = await storeOf(t);
    await run(store, calendar(event('moss', '20261201'), event('fern', '20261202')));
    const slugs = (await talksIn(store)).map(({ slug }) => slug).sort();
    const again = await run(store, calendar(event('fern', '20261202'), event('moss', '20261201')));
    assert.deepEqual(counts(again), { added: 0, changed: 0, unchanged: 2, removed: 0 });
    assert.equal((await store.state()).version, 1);
    await run(store, calendar(event('fern', '20261202', 'STATUS:CANCELLED'), event('moss', '20261203')));
    assert.deepEqual(await shown(store), ['On fern 2026-12-02 cancelled', 'On moss 2026-12-03 published']);
    assert.deepEqual((await talksIn(store)).map(({ slug }) => slug).sort(), slugs);
  });

  it('takes the same UID of another source for another talk', async (t) => {
    const store = await storeOf(t);
    await run(store, calendar(event('moss', '20261201')));
    await run(store, calendar(event('moss', '20261201')), { sources: { source: 'botany' } });
    assert.deepEqual(await shown(store), ['On moss 2026-12-01 published', 'On moss 2026-12-01 published']);
  });

  it('is reported of in plain values, which keep nothing of what was read in memory', async (t) => {
    const report = await run(await storeOf(t), calendar(event('moss', '20261201')));
    const [file = assert.fail('it was not read')] = report.files;
    const computed = Object.entries(Object.getOwnPropertyDescriptors(file)).filter(([, found]) => 'get' in found);
    assert.deepEqual(computed, []);
  });

  it('has its name from the file when nobody says it', async (t) => {
    const store = await storeOf(t);
    const inputs = [input(calendar(event('moss', '20261201')), '/srv/Optics seminar.ics')];
    const report = await run(store, '', { inputs, sources: { source: undefined } });
    assert.deepEqual(
      report.files.map(({ source, talks, format }) => [source, talks, format.name]),
      [['Optics seminar', 1, 'icalendar']],
    );
    const fetched = {
      ...input(calendar(event('moss', '20261201'))),
      address: 'https://example.org/optics/talks.ics?token=1',
    };
    const second = await run(store, '', { inputs: [fetched], sources: { source: undefined } });
    assert.deepEqual(
      second.files.map(({ source }) => source),
      ['example.org/optics/talks.ics'],
    );
  });

  it('takes people with one address for one person, and topics with one label for one topic', async (t) => {
    const store = await storeOf(t);
    const by = (cn: string, mail: string): string => `ORGANIZER;CN="${cn}":mailto:${mail}`;
    await run(
      store,
      calendar(
        event('a', '20261201', by('Doe, Jane', 'jane@example.org'), 'CATEGORIES:Botany'),
        event('b', '20261202', by('Jane Doe', 'JANE@example.org'), 'CATEGORIES:botany'),
      ),
    );
    const records = await recordsOf(store);
    const named = records
      .map((record) => ('name' in record ? record.name : 'label' in record ? record.label : ''))
      .filter(Boolean);
    assert.deepEqual(named, ['Doe, Jane', 'Botany']);
  });

  it('adds the department and the topics that it is told to, which must be there', async (t) => {
    const store = await storeOf(t);
    await run(store, calendar(event('moss', '20261201')));
    const additions = { department: 'place:1', topics: ['https://example.org/optics'] };
    const refused = await run(store, calendar(event('moss', '20261201'), event('fern', '20261202')), {
      sources: { additions },
    });
    assert.deepEqual(!refused.ok && refused.problems.map(({ file, code }) => [file, code]), [
      ['--department', 'missing-reference'],
      ['--topic', 'missing-reference'],
    ]);
    const place = { type: 'place', id: 'place:1', kind: 'organisation', name: 'Optics' };
    const topic = { type: 'topic', uri: 'https://example.org/optics', label: 'Optics' };
    const lines = [place, topic].map((record) => JSON.stringify(record)).join('\n');
    await run(store, '', { inputs: [input(lines, 'records.ndjson')] });
    await run(store, calendar(event('moss', '20261201')), { sources: { additions } });
    const [talk] = await talksIn(store);
    assert.deepEqual([talk?.organisingDepartment, talk?.topics], ['place:1', ['https://example.org/optics']]);
  });

  const POLICIES: readonly (readonly [GonePolicy, string[], string[]])[] = [
    ['keep', ['On fern 2026-12-02 published', 'On past 2026-01-02 published'], ['kept', 'over']],
    ['cancel', ['On fern 2026-12-02 cancelled', 'On past 2026-01-02 published'], ['cancelled', 'over']],
    ['remove', [], ['removed', 'removed']],
  ];
  for (const [gone, left, fates] of POLICIES) {
    it(`with --gone ${gone} does that with what has vanished, and says so once it is done`, async (t) => {
      const store = await storeOf(t);
      await run(store, calendar(event('moss', '20261201'), event('fern', '20261202'), event('past', '20260102')));
      const report = await run(store, calendar(event('moss', '20261201')), { sources: { gone } });
      assert.deepEqual(await shown(store), [...left, 'On moss 2026-12-01 published'].sort());
      const summary = report.sources.flatMap((source) => source.gone).sort((a, b) => a.title.localeCompare(b.title));
      assert.deepEqual(
        summary.map(({ fate }) => fate),
        fates,
      );
      const again = await run(store, calendar(event('moss', '20261201')), { sources: { gone } });
      assert.ok(again.ok);
      const toldAgain = again.sources.flatMap((source) => source.gone).map(({ title }) => title);
      assert.deepEqual(toldAgain, gone === 'remove' ? [] : ['On fern'], 'what is over is told once');
      assert.deepEqual(
        Object.values(again.counts)
          .flatMap(({ added, changed, removed }) => [added, changed, removed])
          .filter((n) => n > 0),
        [],
      );
    });
  }

  it('acts on what was kept before once it is told to', async (t) => {
    const store = await storeOf(t);
    await run(store, calendar(event('moss', '20261201'), event('fern', '20261202')));
    await run(store, calendar(event('moss', '20261201')));
    await run(store, calendar(event('moss', '20261201')), { sources: { gone: 'remove' } });
    assert.deepEqual(await shown(store), ['On moss 2026-12-01 published']);
  });

  it('leaves talks of others alone, and brings back what comes back', async (t) => {
    const store = await storeOf(t);
    await run(store, calendar(event('reed', '20261203')), { sources: { source: 'botany' } });
    await run(store, calendar(event('moss', '20261201'), event('fern', '20261202')));
    await run(store, calendar(event('moss', '20261201')), { sources: { gone: 'remove' } });
    await run(store, calendar(event('moss', '20261201'), event('fern', '20261204')), { sources: { gone: 'remove' } });
    assert.deepEqual(await shown(store), [
      'On fern 2026-12-04 published',
      'On moss 2026-12-01 published',
      'On reed 2026-12-03 published',
    ]);
  });

  it('is refused when the source is suddenly empty and would take everything with it', async (t) => {
    const store = await storeOf(t);
    await run(store, calendar(event('moss', '20261201')));
    const report = await run(store, calendar(), { sources: { gone: 'remove' } });
    assert.deepEqual(!report.ok && report.problems.map(({ code, file }) => [code, file]), [
      ['empty-source', 'calendar.ics'],
    ]);
    assert.deepEqual(await shown(store), ['On moss 2026-12-01 published']);
    assert.equal((await run(store, calendar())).ok, true);
  });

  it('is taken as it is when the last of its talks is over, and there is nothing to cancel', async (t) => {
    const store = await storeOf(t);
    await run(store, calendar(event('moss', '20011201')));
    const report = await run(store, calendar(), { sources: { gone: 'cancel' } });
    assert.deepEqual(report.ok && report.sources[0]?.gone.map(({ fate }) => fate), ['over']);
    assert.deepEqual(await shown(store), ['On moss 2001-12-01 published']);
    const later = await run(store, calendar(), { sources: { gone: 'remove' } });
    assert.deepEqual(later.ok && later.sources[0]?.gone, [], 'it is history');
  });

  it('changes nothing when an entry is bad; leaves it out when told to, and then lets nothing vanish', async (t) => {
    const store = await storeOf(t);
    await run(store, calendar(event('moss', '20261201'), event('fern', '20261202')));
    const bad = calendar(event('moss', '20261203'), event('reed', '20260230'));
    const refused = await run(store, bad, { sources: { gone: 'remove' } });
    assert.deepEqual(!refused.ok && refused.problems.map(({ file, line, code }) => [file, line, code]), [
      ['calendar.ics', 11, 'bad-value'],
    ]);
    assert.deepEqual(await shown(store), ['On fern 2026-12-02 published', 'On moss 2026-12-01 published']);
    const skipped = await run(store, bad, { sources: { gone: 'remove', skipBad: true } });
    assert.equal(skipped.ok, true);
    assert.deepEqual(
      skipped.skipped.map(({ line, code }) => [line, code]),
      [[11, 'bad-value']],
    );
    assert.deepEqual(await shown(store), ['On fern 2026-12-02 published', 'On moss 2026-12-03 published']);
  });

  it('is refused when the file is cut short, whatever it is told to leave out', async (t) => {
    const store = await storeOf(t);
    const report = await run(store, calendar(event('moss', '20261201')).slice(0, -20), { sources: { skipBad: true } });
    assert.deepEqual(!report.ok && report.problems.map(({ code }) => code), ['cut-short']);
  });

  it('is refused when nobody knows what it is written in', async (t) => {
    const report = await run(await storeOf(t), '%PDF-1.7\n%\u00e2\u00e3');
    assert.equal(!report.ok && report.problems[0]?.code, 'unknown-format');
    const page = await run(await storeOf(t), '<html><body>Sign in</body></html>');
    assert.equal(!page.ok && page.problems[0]?.code, 'no-json-ld');
  });

  it('goes together with catalogue files, and tells the way of one talk', async (t) => {
    const store = await storeOf(t);
    const place = '{"type":"place","id":"place:1","kind":"organisation","name":"Optics"}\n';
    const report = await run(store, '', {
      inputs: [input(place, 'places.ndjson'), input(calendar(event('moss', '20261201', 'LOCATION:Room 1')))],
      sources: { explain: 'moss', additions: { department: 'place:1', topics: [] } },
    });
    assert.equal(report.ok, true);
    const [talk] = await talksIn(store);
    assert.deepEqual([talk?.organisingDepartment, talk?.locationDetails, talk?.uid], ['place:1', 'Room 1', 'moss']);
    assert.deepEqual(
      report.explained.map(({ talk: { key, line }, record }) => [key, line, record?.slug]),
      [['moss', 3, talk?.slug]],
    );
  });

  it('keeps what somebody has made of the collection of its talks', async (t) => {
    const store = await storeOf(t);
    await run(store, calendar(event('moss', '20261201')));
    const slug = new Identity('optics').brought(0);
    const { value } = await store.collection(slug);
    assert.deepEqual([value?.title, value?.public, value?.talks.length], ['Talks from optics', false, 1]);
    const line = JSON.stringify({ type: 'collection', slug, title: 'Optics', public: true, talks: value?.talks });
    await run(store, '', { inputs: [input(line, 'edited.ndjson')] });
    await run(store, calendar(event('moss', '20261201'), event('fern', '20261202')));
    const after = (await store.collection(slug)).value;
    assert.deepEqual([after?.title, after?.public, after?.talks.length], ['Optics', true, 2]);
  });
});

// Worked out with Python's uuid.uuid5.
test('names of a source lead to the same identifiers for ever', () => {
  const identity = new Identity('optics');
  assert.deepEqual(
    [
      identity.talk({ key: 'moss', slug: null }),
      identity.talk({ key: 'moss', slug: 'c0ffee00-0000-4000-8000-000000000001' }),
      identity.person({ name: 'Jane Doe' }),
      identity.person({ name: 'jane  DOE' }),
      identity.place({ name: 'Room 1' }),
      identity.place({ name: 'Room 1', id: 'oxpoints:123' }),
      identity.topic({ label: 'Botany & more' }),
      identity.topic({ label: 'Botany', uri: 'https://example.org/botany' }),
    ],
    [
      'd5dbf911-5ae3-5e9e-915e-e4112bf729a6',
      'c0ffee00-0000-4000-8000-000000000001',
      '98488aa7-7e2c-59d2-ac3b-cc56ace6c43b',
      '98488aa7-7e2c-59d2-ac3b-cc56ace6c43b',
      'source:5148453974345165978',
      'oxpoints:123',
      'https://topics.invalid/21316be1-8fe1-59f8-bd53-b223413baf34/botany%20more',
      'https://example.org/botany',
    ],
  );
});

/** A talk at the source, by its UID. */
type State = ReadonlyMap<
  string,
  { readonly day: number; readonly cancelled: boolean; readonly by: string; readonly repeats: boolean }
>;

test('any edits at a source, imported step by step, end as importing the last of it once', async (t) => {
  const entry = fc.record({
    day: fc.integer({ min: 1, max: 28 }),
    cancelled: fc.boolean(),
    by: fc.constantFrom('Jane Doe', 'Ann Other'),
    repeats: fc.boolean(),
  });
  const state: fc.Arbitrary<State> = fc
    .array(fc.tuple(fc.constantFrom('moss', 'fern', 'reed', 'bog', 'peat'), entry), { minLength: 1, maxLength: 6 })
    .map((entries) => new Map(entries));
  await fc.assert(
    fc.asyncProperty(fc.array(state, { minLength: 1, maxLength: 4 }), async (states) => {
      const [stepwise, once] = [await storeOf(t), await storeOf(t)];
      for (const each of states) {
        const report = await run(stepwise, calendarOf(each), { sources: { gone: 'remove' } });
        assert.equal(report.ok, true);
      }
      await run(once, calendarOf(states.at(-1) ?? new Map()));
      assert.deepEqual(await told(stepwise), await told(once));
    }),
    { numRuns: 12, seed: 6 },
  );
});

function calendarOf(state: State): string {
  return calendar(
    ...[...state].map(([uid, { day, cancelled, by, repeats }]) =>
      event(
        uid,
        `202612${String(day).padStart(2, '0')}`,
        `STATUS:${cancelled ? 'CANCELLED' : 'CONFIRMED'}`,
        `ORGANIZER;CN=${by}:mailto:someone@example.org`,
        ...(repeats ? ['RRULE:FREQ=WEEKLY;COUNT=3'] : []),
      ),
    ),
  );
}

/** Talks with all that they name, and collections: but not when they were first seen, nor what is left of those that went. */
async function told(store: Store): Promise<CatalogueRecord[]> {
  const records = await recordsOf(store);
  const named = new Set(records.flatMap((record) => (record.type === 'talk' ? record.organisers : [])));
  return records
    .filter((record) => record.type !== 'removed_talk' && (record.type !== 'person' || named.has(record.slug)))
    .map((record) => (record.type === 'talk' ? { ...record, updated: null, history: null } : record));
}
