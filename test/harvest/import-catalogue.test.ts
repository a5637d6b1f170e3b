import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { checkCatalogue } from '#harvest/reading/check-catalogue.ts';
import { importCatalogue } from '#harvest/import-catalogue.ts';
import type { ImportReport, ImportRequest } from '#harvest/import-catalogue.ts';
import { recordLine } from '#representations/catalogue-file-writer.ts';
import { streamInput } from '#sources/file-input.ts';
import type { Input } from '#sources/file-input.ts';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { NOW, recordsOf } from '../support/db/import-into.ts';
import { collection, organisation, person, series, slugOf, talk, topic } from '../support/catalogue/wire-records.ts';
import type { WireRecord } from '../support/catalogue/wire-records.ts';

function file(name: string, ...lines: readonly (string | WireRecord)[]): Input {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  return { ...streamInput(name, chunk(Buffer.from(text))), size: () => Promise.resolve(Buffer.byteLength(text)) };
}

async function* chunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes);
}

async function emptyStore(t: TestContext): Promise<Store> {
  const { address } = await databaseOf(t);
  const store = await openStore(address, { mode: 'write' });
  t.after(() => store.close());
  return store;
}

function run(store: Store, inputs: readonly Input[], request: Partial<ImportRequest> = {}): Promise<ImportReport> {
  return importCatalogue(store, { inputs, replace: false, now: NOW, ...request });
}

/** `file:line field code` of each problem. */
function located(report: {
  readonly problems: readonly { file: string; line: number; where: string; code: string }[];
}): string[] {
  return report.problems.map(({ file, line, where, code }) => `${file}:${line} ${where} ${code}`);
}

const LINES = [
  collection(slugOf(9), { talks: [slugOf(1)], organising_departments: ['place:2'] }),
  talk(slugOf(1), '2015-10-06T10:00:00Z', {
    series: slugOf(3),
    speakers: [slugOf(2)],
    topics: ['http://t.example.org/'],
  }),
  person(slugOf(2), { email_address: 'kept@example.org' }),
  series(slugOf(3), { occurence: 'Tuesdays' }),
  topic('http://t.example.org/'),
  organisation('place:2', { parent: 'place:1' }),
  organisation('place:1'),
  talk(slugOf(6), '2015-10-06T10:00:00Z', {
    uid: 'moss@example.org',
    created: '2015-08-08T08:08:08Z',
    sequence: 2,
    previous_start: '2015-10-05T10:00:00Z',
  }),
  { type: 'removed_talk', slug: slugOf(7), uid: 'fern@example.org', removed: '2016-01-01T00:00:00Z' },
];

test('an export that is imported into an empty store exports as the same bytes', async (t) => {
  const [first, second] = [await emptyStore(t), await emptyStore(t)];
  assert.equal((await run(first, [file('a', ...LINES)])).ok, true);
  const exported = (await recordsOf(first)).map(recordLine).join('');
  const report = await run(second, [file('b', exported)], { replace: true, now: new Date() });
  assert.equal(report.ok, true);
  assert.equal((await recordsOf(second)).map(recordLine).join(''), exported);
  assert.equal(exported.split('\n').length, LINES.length + 1);
  for (const part of [
    `"slug":"${slugOf(6)}","uid":"moss@example.org",`,
    '"created":"2015-08-08T08:08:08Z","sequence":2,"previous_start":"2015-10-05T10:00:00Z"}',
    '"created":"2015-09-01T08:07:06Z","sequence":0}',
    `{"type":"removed_talk","slug":"${slugOf(7)}","uid":"fern@example.org","removed":"2016-01-01T00:00:00Z",`,
  ])
    assert.ok(exported.includes(part), part);
});

test('records of one import may refer to records in its other files', async (t) => {
  const store = await emptyStore(t);
  const report = await run(
    store,
    LINES.map((line, index) => file(`${index}.ndjson`, line)),
  );
  assert.equal(report.ok, true);
  assert.equal((await recordsOf(store)).length, LINES.length);
});

test('an import with problems lists them by file and line and changes nothing', async (t) => {
  const store = await emptyStore(t);
  await run(store, [file('before', person(slugOf(8)))]);
  const inputs = () => [
    file(
      'a',
      talk(slugOf(1), '2015-10-06T10:00:00Z', { speakers: [slugOf(5)], series: slugOf(4) }),
      '{',
      person(slugOf(2)),
    ),
    file('b', person(slugOf(2)), organisation('place:1', { parent: 'place:1' }), { ...series(slugOf(4)), title: 5 }),
  ];
  const expected = [
    'a:1 speakers missing-reference',
    'a:2  bad-json',
    'b:1 slug duplicate-record',
    'b:2 parent parent-cycle',
    'b:3 title wrong-type',
  ];
  const report = await run(store, inputs());
  assert.deepEqual(report.ok || located(report), expected);
  assert.deepEqual(located(await checkCatalogue(inputs())), expected);
  assert.deepEqual((await recordsOf(store)).map(recordLine), [
    `{"type":"person","slug":"${slugOf(8)}","name":"Person ${slugOf(8)}","bio":""}\n`,
  ]);
});

test('problemLimit limits the listed problems, and the others are counted', async (t) => {
  const lines = Array.from({ length: 250 }, () => 'bad');
  const report = await run(await emptyStore(t), [file('a', ...lines)], { problemLimit: 7 });
  assert.deepEqual(report.ok || [report.problems.length, report.more, report.problems.at(-1)?.line], [7, 243, 7]);
  const checked = await checkCatalogue([file('a', ...lines)]);
  assert.deepEqual([checked.problems.length, checked.more], [100, 150]);
});

test('a check reports a talk that the files both add and remove', async () => {
  const removed = { type: 'removed_talk', slug: slugOf(1), removed: '2016-01-01T00:00:00Z' };
  const inputs = [file('a', removed), file('b', talk(slugOf(1), '2015-10-06T10:00:00Z'), removed)];
  assert.deepEqual(located(await checkCatalogue(inputs)), ['b:1 slug duplicate-record', 'b:2 slug duplicate-record']);
});

test('a check reports references to records that only the store has', async (t) => {
  const store = await emptyStore(t);
  await run(store, [file('a', series(slugOf(3)))]);
  const later = () => [file('b', talk(slugOf(1), '2015-10-06T10:00:00Z', { series: slugOf(3) }))];
  assert.equal((await run(store, later())).ok, true);
  assert.deepEqual(located(await checkCatalogue(later())), ['b:1 series missing-reference']);
});

test('an empty file cannot replace a catalogue', async (t) => {
  const store = await emptyStore(t);
  assert.equal((await run(store, [file('empty', '')], { replace: true })).ok, true);
  await run(store, [file('a', person(slugOf(2)))]);
  const report = await run(store, [file('empty', '\n')], { replace: true });
  assert.deepEqual(report.ok || located(report), ['empty:0  empty-catalogue']);
  assert.equal((await recordsOf(store)).length, 1);
});

test('progress counts the bytes and records of all files together', async (t) => {
  const seen: unknown[] = [];
  const inputs = [file('a', person(slugOf(1))), file('b', person(slugOf(2)), person(slugOf(3)))];
  const sizes = await Promise.all(inputs.map((input) => input.size()));
  await run(await emptyStore(t), inputs, { onProgress: (progress) => seen.push(progress) });
  const total = (sizes[0] ?? 0) + (sizes[1] ?? 0);
  assert.deepEqual(seen.at(-1), { bytesRead: total, bytesTotal: total, records: 3 });
});

test('an aborted import changes nothing and rejects with the reason of the signal', async (t) => {
  const store = await emptyStore(t);
  await run(store, [file('a', person(slugOf(1)))]);
  const reason = new Error('enough');
  await assert.rejects(run(store, [file('b', person(slugOf(2)))], { signal: AbortSignal.abort(reason) }), reason);
  assert.equal((await recordsOf(store)).length, 1);
});
