import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { readApiDocument } from '#pages/api/api-document.ts';
import { apiReferencePage, apiReferencePart } from '#pages/api/api-reference.ts';
import { makeView } from '#pages/frame/view.ts';
import { htmlFaults } from '../support/render/html.ts';
import { view } from '../support/render/view.ts';
import { elementsIn, elementsWithin, markupOf, type Markup } from '../support/render/markup.ts';

const openapi = {
  openapi: '3.1.0',
  info: { title: 'Talks', version: '1.2.3', description: 'First.\n\nUse `from`.' },
  tags: [{ name: 'things', description: 'What there is' }],
  paths: {
    '/things/{id}': {
      get: {
        operationId: 'getThing',
        summary: 'Get a thing',
        description: 'By its id.',
        tags: ['things'],
        parameters: [
          { $ref: '#/components/parameters/id' },
          {
            name: 'from',
            in: 'query',
            description: 'Since',
            schema: { type: 'string', format: 'date', default: 'today' },
            example: '2026-01-01',
          },
          { name: 'kind', in: 'query', schema: { type: 'array', items: { enum: ['a', 'b'] } }, example: ['a'] },
        ],
        responses: {
          200: {
            description: 'The thing',
            headers: { ETag: { description: 'Its tag' } },
            content: {
              'application/json': { schema: { $ref: '#/components/schemas/Thing' }, example: { name: '<x>' } },
            },
          },
          404: { $ref: '#/components/responses/NotFoundInXml' },
          default: { $ref: '#/components/responses/OtherError' },
        },
      },
    },
  },
  components: {
    parameters: {
      id: { name: 'id', in: 'path', required: true, description: 'Which', schema: { type: 'string' }, example: '7' },
    },
    responses: {
      OtherError: { description: 'Any other error' },
      NotFoundInXml: {
        description: 'There is none: see `id`',
        content: {
          'application/problem+json': { schema: { type: 'object', properties: { status: { type: 'integer' } } } },
        },
      },
    },
    schemas: {
      Thing: {
        type: 'object',
        description: 'Something',
        required: ['name', '_links'],
        properties: {
          name: { type: 'string', description: 'Its `name`', maxLength: 9 },
          parent: { anyOf: [{ $ref: '#/components/schemas/Thing' }, { type: 'null' }] },
          parts: {
            type: 'array',
            items: { type: 'object', properties: { size: { anyOf: [{ type: 'integer' }, { type: 'null' }] } } },
          },
          _links: { type: 'object', properties: { self: { enum: ['x'] } } },
        },
      },
    },
  },
};

const ERRORS = [{ code: 'not-found', status: 404, title: 'Not found', when: 'there is no such `id`' }];

const overview = apiReferencePage(openapi, ERRORS, view);
const PARTS = ['getThing', 'schema-Thing'];

function part(name: string): string {
  const html = apiReferencePart(openapi, name, view);
  assert.ok(html !== undefined, `no page for ${name}`);
  return html;
}

function elementsOf(html: string): readonly Markup[] {
  return [...elementsWithin(markupOf(Buffer.from(html)))];
}

function byId(html: string, id: string): Markup {
  const found = elementsOf(html).find((element) => element.attributes.id === id);
  assert.ok(found !== undefined, `no element has the id ${id}`);
  return found;
}

function mainOf(name: string): Markup {
  return byId(part(name), 'main');
}

function hrefsIn(element: Markup): string[] {
  return [...elementsWithin(element)].flatMap(({ attributes: { href } }) => (href === undefined ? [] : [href]));
}

/** The cells of the first table in an element, by rows. */
function table(element: Markup): string[][] {
  const body = [...elementsWithin(element)].find(({ name }) => name === 'tbody');
  assert.ok(body !== undefined);
  return elementsIn(body).map((row) => elementsIn(row).map(read));
}

/** The text on one line, with a space before each block element. */
function read(element: Markup): string {
  const parts = element.content.map((part) => {
    if (typeof part === 'string') return part;
    return ['p', 'section', 'h3', 'h4', 'pre', 'ul', 'li', 'div'].includes(part.name) ? ` ${read(part)}` : read(part);
  });
  return parts.join('').replace(/\s+/g, ' ');
}

describe('the API reference', () => {
  it('is valid HTML', async () => {
    for (const html of [overview, ...PARTS.map(part)]) assert.deepEqual(await htmlFaults(html), []);
  });

  it('links to a page of each operation and schema from the anchor of the same name', () => {
    for (const name of PARTS) assert.deepEqual(hrefsIn(byId(overview, name)), [`/docs/api/${name}`]);
  });

  it('has no page for any other name', () => {
    for (const name of ['', 'Thing', 'schema-Other', 'not-found', 'constructor'])
      assert.equal(apiReferencePart(openapi, name, view), undefined);
  });

  it('groups operations under the name of their tag, in the order of the tags', () => {
    const tagged = (tag: string, operationId: string) => ({ get: { operationId, tags: [tag], summary: operationId } });
    const document = {
      tags: [{ name: 'lists', description: 'What `lists`' }, { name: 'single' }],
      paths: { '/a': tagged('single', 'getA'), '/c': tagged('lists', 'getC') },
    };
    const elements = elementsOf(apiReferencePage(document, [], view)).filter(
      ({ name, attributes }) => name === 'h3' || (name === 'li' && attributes.id !== undefined),
    );
    assert.deepEqual(elements.map(read), ['lists', 'getC GET /c', 'single', 'getA GET /a']);
  });

  it('shows every parameter, including shared ones, with type, description, limits and example', () => {
    assert.deepEqual(table(mainOf('getThing')), [
      ['id required', 'path', 'string', ' Which e.g. id=7'],
      ['from', 'query', 'string', ' Since format date; default today e.g. from=2026-01-01'],
      ['kind', 'query', 'array of "a" or "b"', ' e.g. kind=a'],
    ]);
  });

  it('shows every response with headers, schema, example and a link to the explanation of an error', () => {
    const page = read(mainOf('getThing'));
    for (const words of ['200', 'The thing', 'ETag', 'Its tag', 'application/json', '"name": "<x>"', '404'])
      assert.ok(page.includes(words), words);
    assert.deepEqual(hrefsIn(mainOf('getThing')), [
      '/docs/api',
      '/docs/api/schema-Thing',
      '/docs/api#not-found',
      '/docs/api#errors',
    ]);
    assert.equal(read(byId(overview, 'not-found')).trim(), 'not-found 404 Not found: there is no such id');
  });

  it('renders backticks in descriptions as code, including those of errors', () => {
    for (const element of [mainOf('getThing'), byId(overview, 'not-found'), mainOf('schema-Thing')])
      assert.doesNotMatch(read(element), /`/);
    const error = [...elementsWithin(mainOf('getThing'))].find(({ attributes }) =>
      attributes.href?.endsWith('#not-found'),
    );
    assert.deepEqual(
      error?.content.map((part) => (typeof part === 'string' ? part : [part.name, read(part)])),
      ['There is none: see ', ['code', 'id']],
    );
  });

  it('shows every field of a schema, including nested ones', () => {
    assert.deepEqual(table(mainOf('schema-Thing')), [
      ['name', 'string', ' Its name longest 9'],
      ['parent may be absent', 'Thing or null', ''],
      ['parts may be absent', 'array of object', ''],
      ['parts[].size may be absent', 'integer or null', ''],
      ['_links', 'object', ''],
      ['_links.self may be absent', '"x"', ''],
    ]);
  });

  it('keeps ?lang= of the address in links between its pages', () => {
    const german = makeView({ ...view, language: 'de', languageInAddress: true });
    const main = byId(apiReferencePart(openapi, 'getThing', german) ?? '', 'main');
    assert.deepEqual(hrefsIn(main), [
      '/docs/api?lang=de',
      '/docs/api/schema-Thing?lang=de',
      '/docs/api?lang=de#not-found',
      '/docs/api?lang=de#errors',
    ]);
  });

  it('has an anchor for every link within a page and no duplicate ids', () => {
    for (const html of [overview, ...PARTS.map(part)]) {
      const elements = elementsOf(html);
      const ids = elements.flatMap(({ attributes }) => (attributes.id === undefined ? [] : [attributes.id]));
      assert.deepEqual(ids, [...new Set(ids)]);
      for (const { attributes } of elements)
        if (attributes.href?.startsWith('#')) assert.ok(ids.includes(attributes.href.slice(1)), attributes.href);
    }
  });

  it('renders any JSON document as well-formed markup', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), fc.string(), (paths, components, name) => {
        const document = { info: { title: 'T' }, paths, components };
        markupOf(Buffer.from(apiReferencePage(document, ERRORS, view)));
        const { operations, schemas } = readApiDocument(document);
        const names = [...operations.map(({ id }) => id), ...schemas.map((schema) => `schema-${schema.name}`)];
        for (const one of names) markupOf(Buffer.from(apiReferencePart(document, one, view) ?? ''));
        apiReferencePart(document, name, view);
      }),
    );
  });
});
