import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { XmlElement } from '#sources/xml/xml-element.ts';
import { askPython, withoutPython } from '../../support/process/python.ts';
import { readXml } from '../../support/sources/read-xml.ts';

/** Prints the element tree of each document, or null if expat rejects it. */
const SCRIPT = `
import json, sys
import xml.etree.ElementTree as ET

def tree(e):
    content = [e.text or '']
    for child in e:
        content += [tree(child), child.tail or '']
    return [e.tag, sorted(e.attrib.items()), content]

def read(text):
    try:
        return tree(ET.fromstring(text.encode('utf-8', 'surrogatepass')))
    except ET.ParseError:
        return None

print(json.dumps([read(text) for text in json.load(sys.stdin)]))
`;

type Tree = readonly [string, readonly (readonly [string, string])[], readonly (Tree | string)[]];

/** The same tree of our reader's element. Text between elements is one string, even if it is empty. */
function treeOf({ name, namespace, attributes, content }: XmlElement): Tree {
  const merged: (Tree | string)[] = [''];
  for (const part of content) {
    const last = merged.at(-1);
    if (typeof part !== 'string') merged.push(treeOf(part), '');
    else merged[merged.length - 1] = (typeof last === 'string' ? last : '') + part;
  }
  const sorted = [...attributes].sort(([one], [other]) => (one < other ? -1 : 1));
  return [namespace === '' ? name : `{${namespace}}${name}`, sorted, merged];
}

const PIECES = [
  '<a>', '</a>', '<b>', '</b>', '<b/>', '<b c="1">', '<b c="1" c="2">', '<b c="1"d="2">', "<b c='\"'>", '<b c=1>', '<b c>', '<b xmlns="urn:n">',
  '<n:b xmlns:n="urn:n">', '</n:b>', '<n:b/>',  '<1>', '< b>', '</b >', '<b', '>', 'x', ' ', '\n', '\r\n', '\r', '\t', '&amp;', '&lt;',
  '&#65;', '&#x1D11E;', '&#0;', '&#xFFFE;', '&nbsp;', '&', ';', '<![CDATA[', ']]>', '<!--', '-->', '--', '<?p?>', '<?p x?>', '<?xml version="1.0"?>',
  '\u0001', '\ufffe', '\ufeff', 'é', '𝄞', '"', "'", '=', '<b c="&lt;&#10;x">', '<b c="<">', '<b c="\n\t">',
]; // oxfmt-ignore

/** Mostly well-formed, because a malformed document has no tree to compare. */
const document = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('<b>x</b>', '<b c="1"/>', 'y', '<!-- c -->', '<![CDATA[<&]]>', '&gt;') },
      { weight: 1, arbitrary: fc.constantFrom(...PIECES) },
    ),
    { maxLength: 6 },
  )
  .map((pieces) => `<a>${pieces.join('')}</a>`);

describe('an XML document', { skip: withoutPython('xml.etree.ElementTree') }, () => {
  it('is accepted or rejected as by expat, with the same content', async () => {
    const documents = fc.sample(document, 3000);
    const expected = askPython('xml.etree.ElementTree', SCRIPT, documents);
    const found = await Promise.all(
      documents.map(async (text) => {
        const { items, failure } = await readXml(text, { roots: ['a'], containers: new Set() });
        const [root] = items;
        return failure !== undefined || root === undefined ? null : treeOf(root.element);
      }),
    );
    assert.ok(Array.isArray(expected));
    const differing = documents
      .map((text, at) => [text, JSON.stringify(found[at]), JSON.stringify(expected[at])])
      .filter(([, one, other]) => one !== other);
    assert.deepEqual(differing.slice(0, 10), []);
    assert.ok(found.filter((tree) => tree !== null).length > 500);
  });
});
