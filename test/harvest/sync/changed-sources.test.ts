import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sourceFormatNamed } from '#sources/source-formats.ts';
import { aCalendar, anEvent } from '../../support/sources/a-calendar.ts';
import { outcomes, syncScene } from './sync-scene.ts';

const RSS = `<?xml version="1.0"?><rss version="2.0" xmlns:ev="http://purl.org/rss/1.0/modules/event/"><channel><title>Optics</title>
<item><title>On moss</title><guid>moss</guid><link>https://optics.example.org/moss</link>
<ev:startdate>2099-12-01T17:00:00Z</ev:startdate></item></channel></rss>`;
const CALENDAR = aCalendar(anEvent('moss'));
const TABLE = 'Title,Date,Time\nOn moss,2099-12-01,17:00\n';

const PAGE = (rest: string): string =>
  `<!doctype html><html><head><title>Sign in &amp;\n continue</title></head><body>${rest}</body></html>`;
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

  it('accepts the new content if it has talks or if the settings changed', async (t) => {
    const { put, run, pass, talks, source } = await syncScene(t);
    await put('optics', CALENDAR);
    await run();
    await put('optics', TABLE.replace('moss', 'fern'));
    pass(60);
    assert.deepEqual(outcomes(await run()), ['optics read']);
    assert.deepEqual(await talks(), ['On fern 2099-12-01 published', 'On moss 2099-12-01 cancelled']);
    await put('optics', aCalendar());
    pass(60);
    const kept = source('optics', { gone: 'keep' });
    assert.deepEqual(outcomes(await run({ of: [kept] })), ['optics read']);
  });
});
