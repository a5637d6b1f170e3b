import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCatalogue } from '#sources/source-formats.ts';

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
