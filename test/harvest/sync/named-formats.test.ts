import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { sourceFormatNamed } from '#sources/source-formats.ts';
import type { ConfiguredSource } from '#harvest/sync/sources-file.ts';
import { aCalendar, anEvent } from '../../support/sources/a-calendar.ts';
import { slugOf, talk } from '../../support/catalogue/wire-records.ts';
import { outcomes } from './sync-scene.ts';
import { webScene } from './web-scene.ts';

const LINE = JSON.stringify(talk(slugOf(7), '2099-12-05T17:00:00Z', { title: 'By a stranger' }));
const HEAD = 'title,start,end';
const ROW = 'By a stranger,2099-12-05T17:00:00Z,2099-12-05T18:00:00Z';
const SLUGS = `slug,${HEAD}\n${slugOf(7)},${ROW}\n`;
const LIST = JSON.stringify([
  { slug: slugOf(7), title: 'By a stranger', start: '2099-12-05T17:00:00Z', end: '2099-12-05T18:00:00Z' },
]);

/** Syncs an address that returns this text. Returns the outcome, the problems and the talks. */
async function synced(
  t: TestContext,
  body: string,
  settings: Partial<ConfiguredSource> = {},
): Promise<{ outcome: string; problems: string[]; talks: readonly string[] }> {
  const { run, at, state, talks } = await webScene(t, { '/optics': (response) => response.end(body) });
  const [outcome = ''] = outcomes(await run({ of: [at('/optics', settings)] }));
  const problems = (await state('optics'))?.problems.map(({ code, what, hint }) => `${code}: ${what} ${hint}`) ?? [];
  return { outcome, problems, talks: await talks() };
}

describe('sync of an address that identifies talks of the whole catalogue', () => {
  const UNNAMED_TABLE =
    'unnamed-table: This table has slugs, which identify talks of the catalogue. If it should have them, name its format with format: csv, rows or spreadsheet.';
  for (const [what, body, format, problem] of [
    [
      'a catalogue',
      `${LINE}\n`,
      'catalogue',
      'unnamed-catalogue: This is a Lectern catalogue, which may change any record. If it should be one, add format: catalogue.',
    ],
    ['a table with a column of slugs', SLUGS, 'csv', UNNAMED_TABLE],
    ['a list with slugs', LIST, 'rows', UNNAMED_TABLE],
  ] as const) {
    it(`refuses ${what} unless the sources file names the format`, async (t) => {
      assert.deepEqual(await synced(t, body), { outcome: 'optics failed', problems: [problem], talks: [] });
      assert.deepEqual(await synced(t, body, { format: sourceFormatNamed(format) }), {
        outcome: 'optics read',
        problems: [],
        talks: ['By a stranger 2099-12-05 published'],
      });
    });
  }

  it('refuses a calendar that is a catalogue one morning, and keeps its talks', async (t) => {
    let body = aCalendar(anEvent('moss'));
    const { run, pass, at, talks } = await webScene(t, { '/optics': (response) => response.end(body) });
    await run({ of: [at('/optics')] });
    body = LINE;
    pass(60);
    const [report] = await run({ of: [at('/optics')] });
    assert.deepEqual(report?.outcome === 'failed' && report.problems.map(({ code }) => code), ['unnamed-catalogue']);
    assert.deepEqual(await talks(), ['On moss 2099-12-01 published']);
  });

  it('calls JSON that is no catalogue an unknown format', async (t) => {
    const { problems } = await synced(t, '{"message":"Slow down"}\n{"message":"Slow down"}\n');
    assert.match(problems.join('\n'), /^unknown-format: /);
  });

  it('reads slugs in a column that the sources file maps, and tables without slugs', async (t) => {
    const mapped = await synced(t, SLUGS, { mapping: new Map([['slug', 'slug']]) });
    assert.deepEqual(mapped.talks, ['By a stranger 2099-12-05 published']);
    const { outcome } = await synced(t, `${HEAD}\n${ROW}\n`);
    assert.equal(outcome, 'optics read');
  });

  it('detects both formats in files, which the operator puts there', async (t) => {
    const { put, run, source, talks } = await webScene(t, {});
    await put('catalogue', LINE);
    await put('table', SLUGS.replaceAll(slugOf(7), slugOf(8)));
    assert.deepEqual(outcomes(await run({ of: [source('catalogue'), source('table')] })), [
      'catalogue read',
      'table read',
    ]);
    assert.equal((await talks()).length, 2);
  });
});
