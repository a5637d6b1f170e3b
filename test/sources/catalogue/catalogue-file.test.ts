import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { fileInput, streamInput } from '#sources/file-input.ts';
import { isCatalogue } from '#sources/source-formats.ts';
import { organisation, slugOf, talk } from '../../support/catalogue/wire-records.ts';
import { complaints, linesOf, readInput, readText } from './read-catalogue.ts';

const TALK = talk(slugOf(1), '2015-10-06T10:00:00Z');

test('a line that is not a record is reported, with the column of a syntax error', async () => {
  assert.deepEqual(
    await complaints(
      '{"type":"talk",}',
      '[1]',
      '"talk"',
      'null',
      '{}',
      '{"type":"event"}',
      '{"type":"__proto__"}',
      '{"type":"talk"',
      'talk',
      '',
    ),
    [
      '1  bad-json: The line is not JSON: column 16 has "}".',
      '2  not-an-object: The line is a list of 1.',
      '3  not-an-object: The line is "talk".',
      '4  not-an-object: The line is null.',
      '5 type unknown-type: It is missing.',
      '6 type unknown-type: "event" is not an allowed value.',
      '7 type unknown-type: "__proto__" is not an allowed value.',
      '8  bad-json: The line is not JSON: column 15 has the end of the line.',
      '9  bad-json: The line is not JSON: column 1 has "talk".',
    ],
  );
});

test('a byte order mark, CRLF, blank lines and a missing final newline are accepted, and blank lines count', async () => {
  const line = JSON.stringify(TALK);
  const { records, problems } = await readText(`\ufeff${line}\r\n\r\n  \n${line}\r\nbad`);
  assert.equal(records.length, 2);
  assert.deepEqual(
    problems.map((problem) => problem.line),
    [5],
  );
});

test('a file is read the same in chunks of any size', async () => {
  const content = [
    '',
    JSON.stringify({ ...TALK, title: 'Ünïcode 🌱' }),
    'bad',
    JSON.stringify(organisation('place:1')),
  ].join('\r\n');
  const whole = await readText(content);
  assert.equal(whole.records.length, 2);
  for (let size = 1; size < 40; size++) assert.deepEqual(await readText(content, size), whole, `chunks of ${size}`);
});

test('a line that is not UTF-8 is reported by its number', async () => {
  const bytes = Buffer.concat([
    Buffer.from(`${JSON.stringify(TALK)}\n{"type":"`),
    Buffer.from([0xff, 0xfe]),
    Buffer.from('"}\n'),
  ]);
  const { records, problems } = await readText(bytes);
  assert.equal(records.length, 1);
  assert.deepEqual(
    problems.map(({ line, code }) => [line, code]),
    [[2, 'bad-utf8']],
  );
});

test('a line of 64 MiB is rejected, and the next one is read', async () => {
  const endless = async function* () {
    for (let megabytes = 0; megabytes < 64; megabytes++) yield await Promise.resolve(Buffer.alloc(1024 * 1024, 'x'));
    yield Buffer.from(`\n${JSON.stringify(TALK)}`);
  };
  const { records, problems } = await readInput(streamInput('given', endless()));
  const found = problems.map(({ line, code }) => [line, code]);
  assert.deepEqual([found, records.length], [[[1, 'line-too-long']], 1]);
});

test('gzip is detected by its first bytes and decompressed, even with several members', async () => {
  const line = Buffer.from(`${JSON.stringify(TALK)}\n`);
  const { records, problems } = await readText(Buffer.concat([gzipSync(line), gzipSync(line)]), 7);
  assert.deepEqual([records.length, problems], [2, []]);
});

test('truncated or damaged gzip is reported after the records that could be read', async () => {
  const talks = Array.from({ length: 5000 }, (_, index) => talk(slugOf(index), '2015-10-06T10:00:00Z'));
  const packed = gzipSync(linesOf(talks));
  const cut = await readText(packed.subarray(0, packed.length / 2));
  assert.ok(cut.records.length > 0);
  assert.deepEqual(
    cut.problems.map(({ code, what }) => [code, what]),
    [['damaged-gzip', 'The gzip file is truncated.']],
  );

  const damaged = Buffer.from(packed);
  damaged.fill(0, 100, 200);
  assert.deepEqual((await readText(damaged)).problems.map(({ code }) => code).at(-1), 'damaged-gzip');
});

test('a missing file, or one that is no regular file, is reported as unreadable', async () => {
  const read = await Promise.all(['/no/such/file', '/dev/null/x'].map((path) => readInput(fileInput(path))));
  assert.deepEqual(
    read.flatMap(({ problems }) => problems).map(({ file, line, code, what }) => [file, line, code, what]),
    [
      ['/no/such/file', 0, 'unreadable-file', 'File not found.'],
      ['/dev/null/x', 0, 'unreadable-file', 'The file cannot be read (ENOTDIR).'],
    ],
  );
});

test('a catalogue is recognised by the type of its first record, anywhere within that record', () => {
  const heads = [
    '',
    '\n\n',
    '{"type":"catalogue"}\n',
    '{"type":"talk","slug":"…"}\n{"type":"nothing"}',
    '  { "slug" : "…", "links": [{"a": "}]"}, "\\"{"], "type" : "person" }',
    `{"description":"${'x'.repeat(60_000)}","type":"talk"}`,
    '{"type":"talk","description":"cut in the midd',
  ];
  for (const head of heads) assert.equal(isCatalogue(head), true, head.slice(0, 60));
});

test('a nested, unknown or non-JSON type does not make a file a catalogue', () => {
  const heads = [
    '{"schedule":{"conference":{"days":[{"type":"talk"}]}}}',
    '[{"type":"talk"}]',
    '{"title":"\\"type\\":\\"talk\\""}',
    '{"type":"lecture"}',
    '{"type":{"talk":1}}',
    '}{"type":"talk"}',
    'type: talk',
  ];
  for (const head of heads) assert.equal(isCatalogue(head), false, head);
});
