import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { importCatalogue } from '#harvest/import-catalogue.ts';
import type { ConfiguredSource } from '#harvest/sync/sources-file.ts';
import type { SourceReport } from '#harvest/sync/sync-report.ts';
import { sourceFormatNamed } from '#sources/source-formats.ts';
import type { Store } from '#store/store.ts';
import { importFiles, inputOf } from '../../support/sources/import-calendars.ts';
import { provenanceIn, recordsOf } from '../../support/db/import-into.ts';
import { slugOf, talk } from '../../support/catalogue/wire-records.ts';
import { outcomes, syncScene } from './sync-scene.ts';
import type { SyncScene } from './sync-scene.ts';

const START = '2099-12-01T17:00:00Z';
const PLACE = { type: 'place', id: 'place:1', kind: 'venue', name: 'Moss Hall' };
const PERSON = { type: 'person', slug: slugOf(30), name: 'Ada Moss', bio: 'Grows moss' };
const SERIES = { type: 'series', slug: slugOf(40), title: 'Moss seminar' };
const TOPIC = { type: 'topic', uri: 'https://topics.example.org/moss', label: 'Moss' };
const LIST = { type: 'collection', slug: slugOf(50), title: 'All about moss', talks: [slugOf(1)] };
const TALK = talk(slugOf(1), START, {
  title: 'On moss',
  venue: PLACE.id,
  speakers: [PERSON.slug],
  series: SERIES.slug,
  topics: [TOPIC.uri],
});
const RECORDS = [PLACE, PERSON, SERIES, TOPIC, TALK, LIST];
const OTHER = talk(slugOf(2), START, { title: 'On fern' });

function file(...records: readonly object[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** The same records, each with another name. */
const RENAMED = RECORDS.map((record) => ({
  ...record,
  ...('name' in record ? { name: 'Stolen' } : 'label' in record ? { label: 'Stolen' } : { title: 'Stolen' }),
}));

interface Scene extends SyncScene {
  readonly of: readonly [ConfiguredSource, ConfiguredSource];
  /** Syncs both sources, and returns the report of `fern`. */
  readonly again: (of?: readonly ConfiguredSource[]) => Promise<SourceReport | undefined>;
  /** Every record but provenance, as JSON. */
  readonly catalogue: () => Promise<string>;
}

/** `moss` has brought its records. `fern`, which comes first in the file, is another catalogue. */
async function importByHand(store: Store, text: string): Promise<void> {
  const report = await importFiles(store, { 'hand.ndjson': text }, { sources: { gone: 'keep' } });
  assert.ok(report.ok, JSON.stringify(report));
}

async function twoSources(t: TestContext, settings: Partial<ConfiguredSource> = {}): Promise<Scene> {
  const scene = await syncScene(t);
  const { put, run, pass, source, store } = scene;
  const format = sourceFormatNamed('catalogue');
  const of = [source('fern', { format, ...settings }), source('moss', { format })] as const;
  await put('moss', file(...RECORDS));
  await put('fern', file(OTHER));
  assert.deepEqual(outcomes(await run({ of })), ['fern read', 'moss read']);
  return {
    ...scene,
    of,
    again: async (sources = of) => {
      pass(60);
      return (await run({ of: sources }))[0];
    },
    catalogue: async () => JSON.stringify(await recordsOf(store)),
  };
}

function problemsOf(report: SourceReport | undefined): string[] {
  assert.ok(report?.outcome === 'read', JSON.stringify(report));
  return report.report.skipped.map(({ code, file: name, line, what }) => `${code} ${name}:${line} ${what}`);
}

describe('a source of the sources file', () => {
  it('owns the records of every kind that it brought first', async (t) => {
    const { store } = await twoSources(t);
    const rows = await provenanceIn(store);
    assert.deepEqual(
      rows.map(({ source, of, slug, relation }) => [source, of, slug, relation].join(' ')),
      [
        `fern talk ${slugOf(2)} owns`,
        `moss collection ${LIST.slug} owns`,
        `moss person ${PERSON.slug} owns`,
        'moss place place:1 owns',
        `moss series ${SERIES.slug} owns`,
        `moss talk ${slugOf(1)} owns`,
        `moss topic ${TOPIC.uri} owns`,
      ],
    );
  });

  it('changes no record that another brought, and reports each', async (t) => {
    const { put, again, catalogue, state } = await twoSources(t);
    const before = await catalogue();
    await put('fern', file(OTHER, ...RENAMED));
    const report = await again();
    const left = (type: string, name: string, line: number): string =>
      `not-own fern:${line} The ${type} "${name}" belongs to the source “moss”, so it was not changed.`;
    assert.deepEqual(problemsOf(report), [
      left('place', 'Moss Hall', 2),
      left('person', 'Ada Moss', 3),
      left('series', 'Moss seminar', 4),
      left('topic', 'Moss', 5),
      left('talk', 'On moss', 6),
      left('collection', 'All about moss', 7),
    ]);
    assert.equal(await catalogue(), before);
    assert.equal(
      (await state('fern'))?.problems[0]?.hint,
      'If this source should change what others brought, use trust: all.',
    );
  });

  it('cancels and removes no talk that another brought', async (t) => {
    const { put, again, catalogue } = await twoSources(t);
    const before = await catalogue();
    await put('fern', file(OTHER, { ...TALK, status: 'cancelled' }));
    assert.equal(problemsOf(await again()).length, 1);
    await put('fern', file(OTHER, { type: 'removed_talk', slug: TALK.slug, removed: '2026-11-20T00:00:00Z' }));
    assert.deepEqual(problemsOf(await again()), [
      'not-own fern:2 The talk "On moss" belongs to the source “moss”, so it was not removed.',
    ]);
    assert.equal(await catalogue(), before);
  });

  it('is not reported for what is equal', async (t) => {
    const { put, again, catalogue } = await twoSources(t);
    const before = await catalogue();
    await put('fern', file(OTHER, ...RECORDS.map((record) => ({ ...record, updated: undefined }))));
    assert.deepEqual(problemsOf(await again()), []);
    assert.equal(await catalogue(), before);
  });

  it('changes everything with trust: all, owns it from then on, and the other one does not take it back', async (t) => {
    const { put, again, catalogue, source, store } = await twoSources(t);
    await put('fern', file(OTHER, ...RENAMED));
    const format = sourceFormatNamed('catalogue');
    const of = [source('fern', { format, trust: 'all' }), source('moss', { format })];
    assert.deepEqual(problemsOf(await again(of)), []);
    const stolen = await catalogue();
    assert.equal(stolen.match(/"Stolen"/g)?.length, RECORDS.length);
    const rows = (await provenanceIn(store)).filter((row) => row.source === 'moss');
    assert.deepEqual([...new Set(rows.map(({ relation }) => relation))], ['shares']);
    await put('moss', file(...RECORDS, talk(slugOf(3), START, { title: 'On reed' })));
    await again(of);
    assert.equal((await catalogue()).match(/"Stolen"/g)?.length, RECORDS.length);
  });

  it('changes its own records, applies gone to them, and takes their removal', async (t) => {
    const { put, run, pass, of, talks } = await twoSources(t);
    await put('moss', file(...RENAMED, talk(slugOf(3), START, { title: 'On reed' })));
    pass(60);
    await run({ of });
    assert.deepEqual(await talks(), [
      'On fern 2099-12-01 published',
      'On reed 2099-12-01 published',
      'Stolen 2099-12-01 published',
    ]);
    await put('moss', file(...RENAMED));
    pass(60);
    await run({ of });
    assert.equal((await talks())[1], 'On reed 2099-12-01 cancelled');
    await put('moss', file(...RENAMED, talk(slugOf(3), START, { title: 'On reed' })));
    pass(60);
    await run({ of });
    assert.equal((await talks())[1], 'On reed 2099-12-01 published');
    await put('moss', file(...RENAMED, { type: 'removed_talk', slug: slugOf(3), removed: '2026-11-20T00:00:00Z' }));
    pass(60);
    await run({ of });
    assert.deepEqual(await talks(), ['On fern 2099-12-01 published', 'Stolen 2099-12-01 published']);
  });

  it('changes records without an owner, such as those of a catalogue that was imported by hand', async (t) => {
    const { put, again, store, catalogue } = await twoSources(t);
    const [first, second] = [{ ...PERSON, slug: slugOf(60) }, talk(slugOf(61), START, { title: 'By hand' })];
    await importByHand(store, file(first, second));
    await put('fern', file(OTHER, { ...first, name: 'Known better' }, { ...second, title: 'Known better' }));
    assert.deepEqual(problemsOf(await again()), []);
    assert.equal((await catalogue()).match(/"Known better"/g)?.length, 2);
  });

  it('loses nothing to a catalogue that is imported by hand, which may change any record', async (t) => {
    const { put, again, of, store, catalogue } = await twoSources(t);
    const rows = await provenanceIn(store);
    await importByHand(store, file(...RENAMED));
    assert.equal((await catalogue()).match(/"Stolen"/g)?.length, RECORDS.length);
    assert.deepEqual(await provenanceIn(store), rows);
    await put('moss', file(...RECORDS, talk(slugOf(3), START, { title: 'On reed' })));
    await again(of);
    assert.ok(!(await catalogue()).includes('"Stolen"'), 'its next reading brings its own words back');
  });

  it('takes no provenance from a catalogue', async (t) => {
    const { put, again, store } = await twoSources(t);
    const rows = await provenanceIn(store);
    await put('fern', file(OTHER, { type: 'provenance', source: 'moss', talk: TALK.slug, relation: 'shares' }));
    const report = await again();
    const notes = report?.outcome === 'read' ? report.report.files[0]?.notes : undefined;
    assert.deepEqual(
      notes?.map(({ what, count }) => [what, count]),
      [['a line of provenance, left out: only an import by hand takes it', 1]],
    );
    assert.deepEqual(await provenanceIn(store), rows);
  });

  it('changes no people, places, series or topics of others with its talks in other formats', async (t) => {
    const { put, run, pass, source, catalogue } = await twoSources(t);
    const before = await catalogue();
    const [venue, speaker] = [
      { '@type': 'Place', name: 'Stolen' },
      { '@type': 'Person', '@id': `https://example.org/${PERSON.slug}`, name: 'Stolen', description: 'Steals' },
    ];
    const event = { '@context': 'https://schema.org', '@type': 'Event', name: 'On oak', startDate: START };
    await put('oak', JSON.stringify([{ ...event, location: venue, performer: speaker }]));
    pass(60);
    const [report] = await run({ of: [source('oak')] });
    assert.match(problemsOf(report).join('\n'), /^not-own oak:\d+ The person "Ada Moss" belongs to the source “moss”/);
    assert.equal(JSON.stringify(JSON.parse(before)).includes('Stolen'), false);
    assert.ok((await catalogue()).includes('"name":"Ada Moss"'));
  });

  it('is protected from a source that is imported by hand, unless that is imported with --take-over', async (t) => {
    const { store, catalogue } = await twoSources(t);
    const table = `id,title,start,end\n${slugOf(1)},Stolen,${START},2099-12-01T18:00:00Z\n`;
    const report = await importFiles(store, { 'oak.csv': table });
    assert.deepEqual(
      report.skipped.map(({ what, hint }) => [what, hint]),
      [
        [
          'The talk "On moss" belongs to the source “moss”, so it was not changed.',
          'If this source should change what others brought, use --take-over.',
        ],
      ],
    );
    assert.ok(!(await catalogue()).includes('"Stolen"'));
    await importFiles(store, { 'oak.csv': table }, { sources: { takeOver: true } });
    assert.ok((await catalogue()).includes('"Stolen"'));
  });

  it('is ignored by an import that replaces the catalogue', async (t) => {
    const { store, catalogue } = await twoSources(t);
    const inputs = [inputOf(file(...RENAMED), 'whole.ndjson')];
    await importCatalogue(store, { inputs, replace: true, now: new Date('2026-11-20T12:00:00Z') });
    assert.equal((await catalogue()).match(/"Stolen"/g)?.length, RECORDS.length);
  });
});
