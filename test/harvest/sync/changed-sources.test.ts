import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { LocatedProblem } from '#catalogue/problem.ts';
import { sourceFormatNamed } from '#sources/source-formats.ts';
import { NEVER_RUN } from '#store/source-states.ts';
import { aCalendar, anEvent } from '../../support/sources/a-calendar.ts';
import { outcomes, syncScene } from './sync-scene.ts';
import type { SyncScene } from './sync-scene.ts';

const RSS = `<?xml version="1.0"?><rss version="2.0" xmlns:ev="http://purl.org/rss/1.0/modules/event/"><channel><title>Optics</title>
<item><title>On moss</title><guid>moss</guid><link>https://optics.example.org/moss</link>
<ev:startdate>2099-12-01T17:00:00Z</ev:startdate></item></channel></rss>`;
const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:ev="http://purl.org/rss/1.0/modules/event/"><title>Optics</title>
<entry><title>On moss</title><id>moss</id><link href="https://optics.example.org/moss"/>
<ev:startdate>2099-12-01T17:00:00Z</ev:startdate></entry></feed>`;
const CALENDAR = aCalendar(anEvent('moss'));
const TABLE = 'Title,Date,Time\nOn moss,2099-12-01,17:00\n';

const PAGE = (rest: string): string =>
  `<!doctype html><html><head><title>Sign in &amp;\n continue</title></head><body>${rest}</body></html>`;
const EVENT = `{"@context":"https://schema.org","@type":"Event","@id":"https://optics.example.org/moss","name":"On moss","startDate":"2099-12-01T17:00:00Z"}`;
const JSON_LD = `<script type="application/ld+json">${EVENT}</script>`;
const MICRODATA = `<div itemscope itemtype="https://schema.org/Event" itemid="https://optics.example.org/moss">
<span itemprop="name">On moss</span><time itemprop="startDate" datetime="2099-12-01T17:00:00Z"></time></div>`;
const JCAL = `["vcalendar",[],[["vevent",[["uid",{},"text","moss"],["summary",{},"text","On moss"],["dtstart",{},"date-time","2099-12-01T17:00:00Z"]],[]]]]`;
const NO_EVENTS = '<script type="application/ld+json">{"@type":"ItemList","itemListElement":[]}</script>';

describe('sync of a source whose content becomes something else', () => {
  for (const [now, becomes] of [
    [PAGE('Who are you?'), 'a web page without talks (“Sign in & continue”)'],
    [PAGE(NO_EVENTS), 'a web page without talks (“Sign in & continue”)'],
    ['', 'empty'],
    ['\n', 'empty'],
    ['Too many requests. Slow down, and try again.', 'text without talks'],
    ['{"status":429,"error":"Too many requests"}', 'JSON of another kind without talks'],
    ['[]', 'JSON of another kind without talks'],
    ['<Error><Code>SlowDown</Code></Error>', 'XML of another kind without talks'],
    ['{"type":"catalogue"}', 'a Lectern catalogue without talks'],
  ] as const) {
    it(`reports that it was iCalendar and is ${becomes}, but keeps its talks: ${JSON.stringify(now.slice(-40))}`, async (t) => {
      const { put, run, pass, talks, state } = await syncScene(t);
      await put('optics', CALENDAR);
      await run();
      await put('optics', now);
      pass(60);
      assert.deepEqual(outcomes(await run()), ['optics failed']);
      const { problems = [], failures, changes, talks: count } = (await state('optics')) ?? {};
      assert.deepEqual(problems, [
        {
          code: 'changed-source',
          where: '',
          what: `Was iCalendar, is now ${becomes}.`,
          hint: 'Open it in a private browser window. If the change is intended, set the format (format).',
          file: 'optics',
          line: 0,
        },
      ]);
      assert.deepEqual([failures, changes, count], [1, {}, 1]);
      assert.deepEqual(await talks(), ['On moss 2099-12-01 published']);
      await put('optics', CALENDAR);
      pass(60);
      assert.deepEqual(outcomes(await run()), ['optics same']);
      assert.deepEqual([(await state('optics'))?.failures, (await state('optics'))?.kind], [0, 'iCalendar']);
    });
  }

  it('reports the previous format', async (t) => {
    const { put, run, pass, state, source } = await syncScene(t);
    const was = { feed: RSS, table: TABLE };
    const of = Object.keys(was).map((name) => source(name, { gone: 'keep' }));
    for (const [name, text] of Object.entries(was)) await put(name, text);
    assert.deepEqual(outcomes(await run({ of })), ['feed read', 'table read']);
    for (const name of Object.keys(was)) await put(name, PAGE(NO_EVENTS));
    pass(60);
    await run({ of });
    const said = await Promise.all(Object.keys(was).map(async (name) => (await state(name))?.problems[0]?.what));
    assert.deepEqual(said, [
      'Was RSS, is now a web page without talks (“Sign in & continue”).',
      'Was a table, is now a web page without talks (“Sign in & continue”).',
    ]);
  });

  it('reports the previous format even if the source sets a format', async (t) => {
    const { put, run, pass, state, source } = await syncScene(t);
    const of = [source('optics', { format: sourceFormatNamed('csv') })];
    await put('optics', TABLE);
    await run({ of });
    await put('optics', PAGE('Who are you?'));
    pass(60);
    assert.deepEqual(outcomes(await run({ of })), ['optics failed']);
    assert.deepEqual(
      (await state('optics'))?.problems.map(({ what }) => what),
      ['Was a table, is now a web page without talks (“Sign in & continue”).'],
    );
  });

  it('does not hold what a login page lacks: no confirmation would apply it', async (t) => {
    const { put, run, pass, state } = await syncScene(t);
    await put('optics', CALENDAR);
    await run();
    await put('optics', PAGE('Who are you?'));
    pass(60);
    await run();
    assert.equal((await state('optics'))?.held, null);
  });

  it('accepts an empty calendar instead of a table once the settings have changed', async (t) => {
    const { put, run, pass, source } = await syncScene(t);
    await put('optics', TABLE);
    await run();
    await put('optics', aCalendar());
    pass(60);
    const kept = source('optics', { gone: 'keep', format: sourceFormatNamed('icalendar') });
    assert.deepEqual(outcomes(await run({ of: [kept] })), ['optics read']);
  });
});

/** Two talks in other words than those of the calendar. */
const OTHER_TABLE = 'Title,Date,Time\nOn fern,2099-12-01,17:00\nOn ivy,2099-12-02,17:00\n';
const BEFORE = ['On moss 2099-12-01 published'];
const AFTER = ['On fern 2099-12-01 published', 'On ivy 2099-12-02 published', 'On moss 2099-12-01 cancelled'];

const refusal = (was: string, now: string, source = 'optics', flags = '--accept-format'): LocatedProblem => ({
  code: 'changed-format',
  where: '',
  what: `Its format was ${was} and is now ${now}. Nothing from this reading is applied.`,
  hint:
    `Check the source. If the change is intended, run lectern sync ${source} ${flags}, ` +
    `or set format: ${now} in the sources file.`,
  file: source,
  line: 0,
});

describe('sync of a source with talks in another format than before', () => {
  /** A calendar that has become a table. */
  async function changedScene(t: TestContext): Promise<SyncScene> {
    const scene = await syncScene(t);
    await scene.put('optics', CALENDAR);
    assert.deepEqual(outcomes(await scene.run()), ['optics read']);
    await scene.put('optics', OTHER_TABLE);
    scene.pass(60);
    return scene;
  }

  it('fails, keeps its talks and says what to type, until the operator accepts the format', async (t) => {
    const { run, pass, talks, state, put } = await changedScene(t);
    assert.deepEqual(outcomes(await run()), ['optics failed']);
    assert.deepEqual(await talks(), BEFORE);
    const { failures, problems, held, changes, format } = (await state('optics')) ?? NEVER_RUN;
    assert.deepEqual(
      { failures, problems, held, changes, format: format?.name },
      { failures: 1, problems: [refusal('icalendar', 'csv')], held: null, changes: {}, format: 'icalendar' },
    );
    pass(60);
    assert.deepEqual(outcomes(await run()), ['optics failed'], 'it stays so');
    const which = new Set(['optics']);
    assert.deepEqual(outcomes(await run({ which, accepted: ['format'], dryRun: true })), ['optics read']);
    assert.deepEqual(outcomes(await run({ which, accepted: ['loss'] })), ['optics failed']);
    assert.deepEqual(outcomes(await run({ which, accepted: ['format'] })), ['optics read']);
    assert.deepEqual(await talks(), AFTER);
    assert.deepEqual((await state('optics'))?.format?.name, 'csv');
    await put('optics', `${OTHER_TABLE}On yew,2099-12-03,17:00\n`);
    pass(60);
    assert.deepEqual(outcomes(await run()), ['optics read'], 'the table is the format now');
    await put('optics', CALENDAR);
    pass(60);
    await run();
    assert.deepEqual((await state('optics'))?.problems, [refusal('csv', 'icalendar')]);
  });

  it('is read if the sources file names the format, and fails again without it', async (t) => {
    const { run, pass, put, talks, source, state } = await changedScene(t);
    const named = source('optics', { format: sourceFormatNamed('csv') });
    assert.deepEqual(outcomes(await run({ of: [named] })), ['optics read']);
    assert.deepEqual(await talks(), AFTER);
    await put('optics', CALENDAR);
    pass(60);
    await run();
    assert.deepEqual((await state('optics'))?.problems, [refusal('csv', 'icalendar')]);
  });

  it('fails whatever other settings change, and is read if it has moved', async (t) => {
    const { run, source, folder, talks } = await changedScene(t);
    const other = source('optics', { gone: 'keep', topics: [], statusWords: 'ignore' });
    assert.deepEqual(outcomes(await run({ of: [other] })), ['optics failed']);
    assert.deepEqual(outcomes(await run({ zone: 'Europe/Paris' })), ['optics failed']);
    const file = join(folder, 'moved.csv');
    await writeFile(file, OTHER_TABLE);
    assert.deepEqual(outcomes(await run({ of: [source('optics', { file })] })), ['optics read']);
    assert.deepEqual(await talks(), AFTER);
  });

  it('is read if it is not known in which format it was read before', async (t) => {
    const { run, store, state, talks } = await changedScene(t);
    await store.sources.replace('optics', { ...((await state('optics')) ?? NEVER_RUN), format: null });
    assert.deepEqual(outcomes(await run()), ['optics read']);
    assert.deepEqual(await talks(), AFTER);
    assert.equal((await state('optics'))?.format?.name, 'csv');
  });

  it('names both confirmations if too many talks are missing too', async (t) => {
    const { put, run, pass, state, talks } = await syncScene(t);
    await put('optics', aCalendar(...Array.from({ length: 8 }, (_, number) => anEvent(`talk${String(number)}`))));
    await run();
    await put('optics', OTHER_TABLE);
    pass(60);
    const which = new Set(['optics']);
    await run({ which, accepted: ['loss'] });
    const both = '--accept-format --accept-loss';
    assert.deepEqual((await state('optics'))?.problems, [refusal('icalendar', 'csv', 'optics', both)]);
    await run({ which, accepted: ['format'] });
    assert.deepEqual((await state('optics'))?.held, { missing: 8, of: 8 });
    assert.deepEqual(
      (await state('optics'))?.problems.map(({ hint }) => hint),
      [`Check the source. If they should go, run lectern sync optics ${both}.`],
    );
    assert.deepEqual(outcomes(await run({ which, accepted: ['format', 'loss'] })), ['optics read']);
    assert.equal((await talks()).length, 10);
  });

  it('is a change from one calendar format to another', async (t) => {
    const { put, run, pass, state } = await syncScene(t);
    await put('optics', CALENDAR);
    await run();
    await put('optics', JCAL);
    pass(60);
    await run();
    assert.deepEqual((await state('optics'))?.problems, [refusal('icalendar', 'jcal')]);
  });

  for (const [what, was, now] of [
    ['RSS and then Atom', RSS, ATOM],
    ['commas and then tabs', TABLE, TABLE.replaceAll(',', '\t')],
    ['plain and then compressed', CALENDAR, gzipSync(CALENDAR)],
    ['UTF-8 and then UTF-16', TABLE, Buffer.from(`\uFEFF${TABLE}`, 'utf16le')],
    ['a page with Microdata and then with JSON-LD', PAGE(MICRODATA), PAGE(JSON_LD)],
    ['a page and then the JSON-LD alone', PAGE(JSON_LD), EVENT],
  ] as const) {
    it(`is no change if the same reader reads both: ${what}`, async (t) => {
      const { put, run, pass, talks, state, source } = await syncScene(t);
      const of = [source('optics', { gone: 'keep' })];
      await put('optics', was);
      assert.deepEqual(outcomes(await run({ of })), ['optics read']);
      assert.deepEqual(await talks(), BEFORE);
      await put('optics', now);
      pass(60);
      assert.deepEqual(outcomes(await run({ of })), ['optics read']);
      assert.equal((await state('optics'))?.failures, 0);
    });
  }
});
