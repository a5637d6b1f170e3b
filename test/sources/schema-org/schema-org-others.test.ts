import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parse } from 'parse5';
import type { DefaultTreeAdapterMap } from 'parse5';
import ts from 'typescript';
import { linkedDataOf, readSchemaOrg } from '#sources/schema-org/schema-org.ts';
import { EVENT_TYPES } from '#sources/schema-org/schema-org-graph.ts';
import { RUNS } from '../../support/property-runs.ts';
import { READ_OPTIONS } from '../../support/sources/read-source.ts';
import { noRealFiles, realFile, realFiles } from '../../support/sources/real-files.ts';
import { expanded } from '../../support/sources/schema-org.ts';

type Node = DefaultTreeAdapterMap['node'];

/** The texts of a page's JSON-LD scripts, found by parse5. */
function scriptsOf(node: Node): string[] {
  const children = 'childNodes' in node ? node.childNodes : [];
  if (!('tagName' in node) || node.tagName !== 'script') return children.flatMap(scriptsOf);
  const type = node.attrs.find(({ name }) => name === 'type')?.value ?? '';
  const text = children.map((child) => ('value' in child ? child.value : '')).join('');
  return /^\s*application\/ld\+json\s*(?:;|$)/i.test(type) ? [text] : [];
}

async function* chunks(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

/** The same, found by our reader. */
async function found(html: string, size = 1000): Promise<(string | undefined)[]> {
  const { scripts } = await linkedDataOf(chunks(html, size), '');
  return scripts.map(({ text }) => text);
}

const PIECES = [
  '<script type="application/ld+json">{"a":1}</script>',
  "<SCRIPT TYPE='application/ld+json;charset=utf-8' id=x>[\n]</SCRIPT >",
  '<script type=application/ld+json>{"b":"<b>&amp;é</b>"}</script\n>',
  '<script>"application/ld+json"</script>',
  '<script type="application/json">{}</script>',
  '<!-- <script type="application/ld+json">1</script> -->',
  '<style>a{}</style>',
  '<textarea><script type="application/ld+json">2</script></textarea>',
  '<title>x</title>',
  '<p title="<script type=application/ld+json>">y</p>',
  '<div><b>z',
  '&lt;script type="application/ld+json"&gt;',
  '\n',
];

describe('the JSON-LD scripts of a page', () => {
  it('are those that parse5 finds, for any chunk size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }),
        fc.integer({ min: 1, max: 90 }),
        async (pieces, size) => {
          const html = `<!DOCTYPE html><body>${pieces.join('')}`;
          assert.deepEqual(await found(html, size), scriptsOf(parse(html)));
        },
      ),
      { numRuns: RUNS.usual },
    );
  });

  it('are those that parse5 finds on real-world pages', { skip: noRealFiles('jsonld') }, async () => {
    const pages = realFiles('jsonld').filter((name) => name.endsWith('.html'));
    assert.ok(pages.length > 0);
    for (const name of pages) {
      const html = readFileSync(realFile('jsonld', name), 'utf8');
      assert.deepEqual(await found(html), scriptsOf(parse(html)), name);
    }
  });
});

describe('the identifiers of events', () => {
  const ADDRESS = 'https://example.org/talks/today.html';

  /** The `@id` of every node with a type in an expanded document. */
  function idsOf(value: unknown): string[] {
    if (Array.isArray(value)) return value.flatMap(idsOf);
    if (typeof value !== 'object' || value === null) return [];
    const own = '@id' in value && '@type' in value && typeof value['@id'] === 'string' ? [value['@id']] : [];
    return [...own, ...Object.values(value).flatMap(idsOf)];
  }

  const reference = fc.constantFrom(
    '#a',
    'b',
    '/c',
    '../d',
    '?e=1',
    'https://e.org/f',
    '//g.org/h',
    'i/j#k',
    'urn:x:l',
  );
  const base = fc.constantFrom(undefined, 'https://base.org/x/y', '/z/', 'w#v');

  it('resolve as in a JSON-LD processor', async () => {
    await fc.assert(
      fc.asyncProperty(reference, base, fc.boolean(), async (id, at, isPrefixed) => {
        const own = at === undefined ? {} : { '@base': at };
        const context = ['https://schema.org', { schema: 'https://schema.org/', ...own }];
        const [type, name, start] = isPrefixed
          ? ['schema:Event', 'schema:name', 'schema:startDate']
          : ['Event', 'name', 'startDate'];
        const json = JSON.stringify({
          '@context': context,
          '@type': type,
          '@id': id,
          [name]: 'x',
          [start]: '2026-10-27',
        });
        const keys: string[] = [];
        const file = { name: 'page', address: ADDRESS, chunks: chunks(json, 1000) };
        for await (const { talks } of readSchemaOrg(file, READ_OPTIONS)) keys.push(...talks.map(({ key }) => key));
        assert.deepEqual(keys, idsOf(await expanded(json, ADDRESS)), json);
      }),
      { numRuns: RUNS.usual },
    );
  });
});

describe('the recognised event types', () => {
  /** The names of a type in schema-dts and of all its subtypes. */
  function typesBelow(name: string, source: ts.SourceFile): string[] {
    const declared = source.statements.find((node) => ts.isTypeAliasDeclaration(node) && node.name.text === name);
    if (declared === undefined || !ts.isTypeAliasDeclaration(declared)) return [];
    const parts = ts.isUnionTypeNode(declared.type) ? declared.type.types : [declared.type];
    const names = parts.map((part) => part.getText(source)).filter((part) => part !== `${name}Leaf`);
    return [name, ...names.flatMap((part) => typesBelow(part, source))];
  }

  it('are those of schema.org and LectureEvent, except DeliveryEvent and user interactions', () => {
    const path = 'node_modules/schema-dts/dist/schema.d.ts';
    const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022);
    const known = typesBelow('Event', source).filter((name) => name !== 'DeliveryEvent' && !name.startsWith('User'));
    assert.deepEqual([...EVENT_TYPES].sort(), [...known, 'LectureEvent'].sort());
  });

  it('are those that the reference lists', () => {
    const text = readFileSync('docs/reference/sources/schema-org.md', 'utf8');
    const [, named = ''] = /The types are ([^.]*)\./.exec(text) ?? [];
    const others = [...EVENT_TYPES].filter((name) => name !== 'Event' && name !== 'EventSeries');
    assert.deepEqual(named.split(/, | and /).sort(), others.sort());
  });
});
