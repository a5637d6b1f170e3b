import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatOf } from '#harvest/reading/input-format.ts';
import { readRows } from '#sources/table/rows.ts';
import { readSource } from '../../support/sources/read-source.ts';

const ENTRY = {
  caption: 'On moss',
  when: { begins: '2026-12-01T17:00:00Z' },
  a: 1,
  b: 2,
  c: 3,
  d: 4,
  e: 5,
  f: 6,
  g: 7,
};

async function problemOf(document: unknown, mapping: Readonly<Record<string, string>> = {}): Promise<string> {
  const options = { mapping: new Map(Object.entries(mapping)) };
  const { problems } = await readSource(readRows, JSON.stringify(document), options);
  return problems.map(({ what, hint }) => `${what} ${hint}`).join(' / ');
}

describe('JSON in an unknown format', () => {
  it('is read as a list unless each line is a record', () => {
    const named = (head: string): string | undefined => formatOf(head, {})?.name;
    assert.equal(named(JSON.stringify([ENTRY])), 'rows');
    assert.equal(named(JSON.stringify({ page: 1, entries: [ENTRY] })), 'rows');
    assert.equal(named(JSON.stringify({ page: 1, entries: [ENTRY] }, null, 2)), 'rows');
    assert.equal(named('{"error":"too many requests"}'), 'rows');
    assert.equal(named('{"type":"talc","title":"On moss"}\n{"type":"talk"}\n'), 'catalogue');
    assert.equal(named('{"slug":"moss","title":"On moss"}\n'), 'catalogue');
  });

  it('is told from YAML, Markdown and prose', () => {
    const named = (head: string): string | undefined => formatOf(head, {})?.name;
    assert.equal(named('- code: moss\n  dates:\n    - 2026-02-20\n- code: ferns\n'), 'rows');
    assert.equal(named('# Programme\nschedule:\n'), 'rows');
    assert.equal(named('From: Ada\nSubject: Moss\n\nDear all, there is a talk.\n'), undefined);
    assert.equal(named('---\ntitle: Moss\n---\nIt grows.\n'), 'markdown');
    assert.equal(named('# Moss\n\nIt grows: slowly.\n'), undefined);
  });

  it('is reported with the name of its list and the first fields', async () => {
    assert.equal(
      await problemOf({ page: 1, entries: [ENTRY, { ...ENTRY, h: 8, i: 9 }] }),
      'It is JSON of no known format: the list "entries" of 2 objects with "caption", "when.begins", "a", "b", "c", "d", ' +
        '"e", "f", "g", "h" and 1 more. None of these is recognised as the title of a talk. ' +
        "Name the fields: --map 'title=…' --map 'start=…'.",
    );
    assert.equal(
      await problemOf([ENTRY], { title: 'caption', start: 'begins' }),
      'The file has no "begins" for start. It has "caption", "when.begins", "a", "b", "c", "d", "e", "f", "g".',
    );
    assert.match(await problemOf({ a: [ENTRY], b: { c: [ENTRY] } }), /several lists of objects: "a", "b\.c"/);
    assert.match(await problemOf({ a: ['x'] }), /no list of objects\. It has "a"/);
  });

  it('is read with --map, which also determines the list', async () => {
    const document = { speakers: [{ name: 'Ada' }], entries: [ENTRY] };
    const { talks, problems } = await readSource(readRows, JSON.stringify(document), {
      mapping: new Map([
        ['title', 'caption'],
        ['start', 'when.begins'],
      ]),
    });
    assert.deepEqual(problems, []);
    assert.deepEqual(
      talks.map(({ title, start }) => [title, start]),
      [['On moss', '2026-12-01T17:00:00Z']],
    );
  });
});
