import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSchemaOrg } from '#sources/schema-org/schema-org.ts';
import { readSource } from '../support/sources/read-source.ts';
import type { ReadSource } from '../support/sources/read-source.ts';

describe('a hostile page', () => {
  const codesOf = async (content: string): Promise<string[]> =>
    (await readSource(readSchemaOrg, content)).problems.map(({ code }) => code);
  const script = (text: string): string => `<script type="application/ld+json">${text}</script>`;

  const PAGES: readonly (readonly [string, () => string, readonly string[]])[] = [
    ['nests 500,000 arrays', () => script('['.repeat(500_000)), ['too-deep']],
    ['nests 40 contexts', () => script('{"@context":{"a":'.repeat(40)), ['too-deep']],
    ['never closes its script', () => `<script type="application/ld+json">${'[1,'.repeat(200_000)}`, ['too-deep']],
    ['has 65 MiB of HTML', () => '<html>'.padEnd(65 * 1024 * 1024), ['too-large']],
    ['has 33 MiB of bare JSON-LD', () => '[1,'.padEnd(33 * 1024 * 1024), ['too-large']],
    ['has a script of 17 MiB', () => script('"'.padEnd(17 * 1024 * 1024)), ['too-large']],
    ['has 10,001 scripts', () => script('').repeat(10_001), ['too-large']],
    ['has 250,002 nodes', () => script(`[${'{},'.repeat(250_001)}{}]`), ['too-large']],
    ['opens two million tags', () => `<html>${'<a '.repeat(2_000_000)}`, ['no-json-ld']],
    ['opens two million comments', () => `<html>${'<!--'.repeat(2_000_000)}`, ['no-json-ld']],
  ];
  for (const [name, content, expected] of PAGES) {
    it(`that ${name} is refused`, async () => {
      assert.deepEqual(await codesOf(content()), expected);
    });
  }

  it('with thousands of contexts is refused or read without them', async () => {
    const terms = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`t${at}`, 'https://schema.org/name']));
    const many = script(JSON.stringify(Array.from({ length: 20_001 }, () => ({ '@context': {} }))));
    const long = script(
      JSON.stringify({ '@context': Array.from({ length: 100 }, () => terms), '@type': 'schema:Event' }),
    );
    assert.deepEqual([await codesOf(many), await codesOf(long)], [['too-large'], ['missing-start']]);
  });

  it('with events that contain each other in cycles is read without repeating them', async () => {
    const size = 2000;
    const ids = Array.from({ length: size }, (_, at) => `https://e.org/${at}`);
    const graph = ids.map((id, at) => ({
      '@type': 'Event',
      '@id': id,
      name: id,
      startDate: '2026-10-27',
      superEvent: { '@id': ids[(at + 1) % size] },
      subEvent: ids.slice(0, 20).map((part) => ({ '@id': part })),
    }));
    const read: ReadSource = await readSource(readSchemaOrg, JSON.stringify({ '@graph': graph }));
    assert.deepEqual(read.problems, []);
    // The others count as what these are part of.
    assert.deepEqual(
      read.talks.map(({ key }) => key),
      ids.slice(2, 20),
    );
  });

  it('with large records that many events share is read within the limits', async () => {
    const events = Array.from({ length: 1000 }, (_, at) => ({
      '@type': 'Event',
      '@id': `https://e.org/${at}`,
      name: 'x',
      startDate: at < 900 ? '2026-10-27' : undefined,
      eventSchedule: { '@id': '#schedule' },
      performer: [{ '@id': '#role' }, { '@id': '#role' }],
      superEvent: { '@id': '#series' },
    }));
    const names = Array.from({ length: 20_000 }, (_, at) => `Person ${at}`);
    const schedule = { '@id': '#schedule', startDate: '2020-01-01', repeatFrequency: 'P1D', startTime: '10:00' };
    const series = { '@id': '#series', name: 'y', description: 'z'.repeat(1_000_000) };
    const graph = [...events, { '@id': '#role', performer: names }, schedule, series];
    const { talks, problems } = await readSource(readSchemaOrg, JSON.stringify({ '@graph': graph }));
    assert.equal(talks.filter(({ clock }) => clock === 'all-day').length, 900);
    assert.ok(talks.every(({ speakers }) => speakers.length === 200));
    assert.ok(talks.length < 250_000, `${talks.length} talks`);
    assert.deepEqual([...new Set(problems.map(({ code }) => code))], ['too-many-occurrences']);
    assert.equal(talks[0]?.series?.description, '');
  });
});
