import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  attributeOf,
  childrenOf,
  childText,
  elementText,
  markupIn,
  type XmlElement,
} from '#sources/xml/xml-element.ts';
import type { XmlShape } from '#sources/xml/xml.ts';
import { askPython, withoutPython } from '../../support/process/python.ts';
import { RUNS } from '../../support/property-runs.ts';
import { readXml } from '../../support/sources/read-xml.ts';

const BOOK: XmlShape = { roots: ['book'], containers: new Set(['book', 'part']) };

/** The failure as `line what`, or `''` if the document is read to its end. */
async function failureOf(content: string | Buffer, size?: number): Promise<string> {
  const { failure } = await readXml(content, BOOK, size);
  return failure === undefined ? '' : `${failure.line} ${failure.what}`;
}

/** The texts of the items. */
async function textsOf(content: string | Buffer, size?: number): Promise<string[]> {
  const { items, problems, failure } = await readXml(content, BOOK, size);
  assert.deepEqual([problems, failure], [[], undefined]);
  return items.map(({ element }) => elementText(element));
}

describe('an XML document', () => {
  const TWO_PARTS = `<?xml version="1.0"?>
<book xmlns:o="https://example.org/other">
  <title>On moss</title>
  <part n="1"><page
     o:side="left">a&amp;b &#233;<![CDATA[<&]]></page></part>
  <o:part><page>within an item of another kind</page></o:part>
</book>
`;

  for (const size of [1, 7, 65_536]) {
    it(`is read item by item in chunks of ${size} bytes`, async () => {
      const { items, problems, failure } = await readXml(TWO_PARTS, BOOK, size);
      assert.deepEqual([problems, failure], [[], undefined]);
      assert.deepEqual(
        items.map(({ element, within }) => [
          within.map((container) => `${container.name} ${attributeOf(container, 'n')}`.trim()),
          element.name,
          element.line,
          elementText(element),
        ]),
        [
          [['book'], 'title', 3, 'On moss'],
          [['book', 'part 1'], 'page', 4, 'a&b é<&'],
          [['book', 'part'], 'page', 6, 'within an item of another kind'],
        ],
      );
      assert.deepEqual([...(items[1]?.element.attributes ?? [])], [['o:side', 'left']]);
    });
  }

  it('provides the children of an item by name and namespace, and as HTML', async () => {
    const { items } = await readXml(
      '<book><page xmlns:h="urn:h"><h:p class="&quot;">1 &lt; 2<h:br/></h:p><p> two <b>bold</b></p></page></book>',
      BOOK,
    );
    const page = items[0]?.element;
    assert.ok(page !== undefined);
    assert.deepEqual([childText(page, 'p'), childText(page, 'p', ''), childText(page, 'q')], ['1 < 2', 'two bold', '']);
    assert.equal(childrenOf(page).length, 2);
    assert.equal(markupIn(page), '<p class="&quot;">1 &lt; 2<br></p><p> two <b>bold</b></p>');
  });

  const MALFORMED = [
    ['<book>\n<a>&nbsp;</a></book>', '2 The XML is not well-formed: undefined entity.'],
    ['<book>\n<a>&constructor;</a></book>', '2 The XML is not well-formed: undefined entity.'],
    [
      '<book>\n<a>R&D</a>\n<a>x;</a></book>',
      '2 The XML is not well-formed: the text that begins here contains an unescaped &.',
    ],
    ['<book><a>\n</b></book>', '2 The XML is not well-formed: unexpected close tag.'],
    ['<book><a b="1" b="2"/></book>', '1 The XML is not well-formed: duplicate attribute: "b".'],
    ['<book>\n\n<ev:a/></book>', '3 The XML is not well-formed: unbound namespace prefix: "ev".'],
    ['<book>\u0007</book>', '1 The XML is not well-formed: disallowed character.'],
    ['<book>&#0;</book>', '1 The XML is not well-formed: malformed character entity.'],
    ['<book></book><book/>', '1 The XML is not well-formed: documents may contain only one root.'],
    ['<book><a></a>\n', '2 The XML is truncated.'],
    ['<book><a>text', '1 The XML is truncated.'],
    ['<book><a href="', '1 The XML is truncated.'],
    ['', '1 It contains no XML.'],
    ['<html><body/></html>', '1 The root element is "html", not <book>.'],
  ] as const;
  for (const [document, expected] of MALFORMED) {
    it(`is refused with a line number if it is ${JSON.stringify(document)}`, async () => {
      assert.equal(await failureOf(document), expected);
      assert.equal(await failureOf(document, 1), expected);
    });
  }
});

describe('the encoding of an XML document', () => {
  const declared = (encoding: string): string => `<?xml version="1.0" encoding="${encoding}"?>\n`;

  it('follows the XML declaration', async () => {
    const latin1 = Buffer.from(`${declared('ISO-8859-1')}<book><a>Café \x93x\x94</a></book>`, 'latin1');
    assert.deepEqual(await textsOf(latin1, 1), ['Café “x”']);
    const koi8 = Buffer.from(`${declared('koi8-r')}<book><a>\xcd\xcf\xc8</a></book>`, 'latin1');
    assert.deepEqual(await textsOf(koi8), ['мох']);
    const japanese = Buffer.concat([
      Buffer.from(`${declared('Shift_JIS')}<book><a>`),
      Buffer.from('91db', 'hex'),
      Buffer.from('</a></book>'),
    ]);
    assert.deepEqual(await textsOf(japanese, 1), ['苔']);
  });

  it('follows a byte order mark or UTF-16 content rather than the declaration', async () => {
    const text = `${declared('ISO-8859-1')}<book><a>Café 𝄞</a></book>`;
    assert.deepEqual(await textsOf(Buffer.from(`\ufeff${text}`)), ['Café 𝄞']);
    const little = Buffer.from(`\ufeff${text}`, 'utf16le');
    assert.deepEqual(await textsOf(little), ['Café 𝄞']);
    assert.deepEqual(await textsOf(Buffer.from(little).swap16(), 1), ['Café 𝄞']);
    assert.deepEqual(await textsOf(Buffer.from(text, 'utf16le')), ['Café 𝄞']);
  });

  it('defaults to UTF-8 and rejects invalid bytes', async () => {
    assert.deepEqual(await textsOf('<book><a>Café</a></book>', 1), ['Café']);
    const wrong = Buffer.from('<book>\n<a>\nCafé</a></book>\n', 'latin1');
    const what = '3 This line is not valid "utf-8", the encoding of the file.';
    assert.equal(await failureOf(wrong), what);
    assert.equal(await failureOf(wrong, 1), what);
    assert.equal(await failureOf(Buffer.from(`${declared('UTF-16')}<book><a>x</a></book>`)), '');
  });

  it('is refused if it is unknown', async () => {
    const what = '1 Unknown encoding "x-klingon".';
    assert.equal(await failureOf(`${declared('x-klingon')}<book/>`), what);
    const utf32 = Buffer.from('0000feff0000003c', 'hex');
    assert.equal(await failureOf(utf32), '1 Unknown encoding "utf-32".');
  });
});

describe('a hostile XML document', () => {
  const DTD =
    'It has a document type (<!DOCTYPE …>), which Lectern refuses because it can expand without end or read other files.';

  it('is refused for entity definitions before any entity expands', async () => {
    const laughs = Array.from({ length: 10 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('\n');
    const document = `<?xml version="1.0"?>\n<!DOCTYPE book [<!ENTITY l0 "ha">\n${laughs}]>\n<book><a>&l10;</a></book>`;
    assert.equal(await failureOf(document), `12 ${DTD}`);
  });

  it('is refused for external entities and an external DTD', async () => {
    const document = '<!DOCTYPE book [<!ENTITY x SYSTEM "file:///etc/passwd">]><book><a>&x;</a></book>';
    assert.equal(await failureOf(document), `1 ${DTD}`);
    assert.equal(await failureOf('<!DOCTYPE book SYSTEM "http://127.0.0.1/x.dtd"><book/>'), `1 ${DTD}`);
  });

  it('is refused if elements are nested more than 64 levels deep', async () => {
    const nested = (depth: number): string => `<book>${'<a>'.repeat(depth - 1)}${'</a>'.repeat(depth - 1)}</book>`;
    assert.equal(await failureOf(nested(64)), '');
    const what = '1 Elements are nested more than 64 levels deep.';
    assert.equal(await failureOf(nested(65)), what);
    assert.equal(await failureOf('<book>'.repeat(100_000)), what);
  });

  it('loses only an item that is too large', async () => {
    const large = `<book>\n<a>${'<b>x</b>'.repeat(100_000)}</a><a>small</a></book>`;
    const { items, problems, failure } = await readXml(large, BOOK);
    assert.deepEqual(
      [items.map(({ element }) => elementText(element)), problems.map(({ line, what }) => [line, what]), failure],
      [['small'], [[2, 'The element "a" is larger than 8 MiB.']], undefined],
    );
  });

  it('is refused if an element has more than 1000 attributes', async () => {
    const attributes = Array.from({ length: 1001 }, (_, at) => ` a${at}="1"`).join('');
    assert.equal(await failureOf(`<book><a${attributes}/></book>`), '1 An element has more than 1000 attributes.');
  });

  it('yields items, or a failure with a line number, for arbitrary bytes', async () => {
    const piece = fc.constantFrom(
      '<book>', '<part>', '</part>', '</book>', '<a b="1">', '</a>', '<a/>', 'x', '&amp;', '&#x41;', '&x;', '<![CDATA[',
      ']]>', '<!--', '-->', '<?xml version="1.0"', '?>', '<!DOCTYPE', '>', '"', '=', ' ', '\n', '\0', 'é', '\ud800',
    ); // oxfmt-ignore
    const markup = fc.array(piece, { maxLength: 30 }).map((pieces) => Buffer.from(pieces.join('')));
    const anything = fc.oneof(
      fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
      markup,
    );
    await fc.assert(
      fc.asyncProperty(anything, fc.constantFrom(1, 3, 65_536), async (bytes, size) => {
        const { items, failure } = await readXml(bytes, BOOK, size);
        assert.ok(items.length >= 0 && (failure === undefined || failure.line > 0));
      }),
      { numRuns: RUNS.quick },
    );
  });
});

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
