import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatsFor } from '#representations/negotiation/formats.ts';
import { jsonOf } from '../support/http/http-answer.ts';
import { universityServer } from '../support/http/server.ts';
import { NAME_LISTS, NOBODY, RESOURCES, RICH } from '../support/catalogue/university.ts';
import { elementOf } from '../support/sources/xml-element.ts';
import { xmlOfJson } from '../support/sources/xml-of-json.ts';

const server = universityServer();

const ADDRESSES = [...RESOURCES, ...NAME_LISTS];

const JSON_TYPE = 'application/json';
const HAL = 'application/hal+json';
const XML = 'application/xml; charset=utf-8';
const TEXT_XML = 'text/xml; charset=utf-8';

const CHROME =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7';

/** Accept headers, and the Content-Type of the answers; null for a 406. */
const ACCEPTS: readonly (readonly [string | undefined, string | null])[] = [
  [undefined, JSON_TYPE],
  ['', JSON_TYPE],
  ['*/*', JSON_TYPE],
  ['*', JSON_TYPE],
  ['application/*', JSON_TYPE],
  ['application/json', JSON_TYPE],
  ['Application/JSON', JSON_TYPE],
  ['application/json; charset=utf-8', JSON_TYPE],
  ['application/json, text/javascript, */*; q=0.01', JSON_TYPE],
  ['application/hal+json', HAL],
  ['application/hal+json, application/json', HAL],
  ['application/json, application/hal+json', JSON_TYPE],
  ['application/json;q=0.5, application/hal+json', HAL],
  ['application/hal+json, */*;q=0.5', HAL],
  ['application/xml', XML],
  ['text/xml', TEXT_XML],
  ['text/*', TEXT_XML],
  ['application/xml, text/xml', XML],
  ['text/xml, application/xml', TEXT_XML],
  ['application/json;q=0.4, application/xml;q=0.5', XML],
  ['application/json;q=0, */*', HAL],
  ['application/json;q=0, application/hal+json;q=0, */*;q=0.1', XML],
  ['*/*;q=0.1, application/json;q=0, application/xml;q=0, application/hal+json;q=0', TEXT_XML],
  ['application/*;q=0.1, text/xml', TEXT_XML],
  ['text/html, application/xml', XML],
  [CHROME, XML],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', XML],
  ['text/html, application/json;q=nonsense, text/xml', TEXT_XML],
  [',, application/xml ,', XML],
  ['text/html', null],
  ['video/*, image/*', null],
  ['application/json;q=0', null],
  ['*/*;q=0', null],
  ['application/xhtml+xml', null],
  ['application/xml+json', null],
];

describe('the representation', () => {
  for (const [accept, contentType] of ACCEPTS) {
    it(`for Accept: ${accept ?? '(none)'} is ${contentType ?? 'a 406'}`, async () => {
      for (const path of ADDRESSES) {
        const answer = await server.ask(path, { headers: accept === undefined ? {} : { accept } });
        assert.equal(answer.headers.vary, 'Accept, Accept-Encoding');
        if (contentType !== null) assert.deepEqual([answer.status, answer.headers['content-type']], [200, contentType]);
        else assert.equal(answer.status, 406, path);
      }
    });
  }

  it('is negotiated from all Accept headers together', async () => {
    const answer = await server.ask(`/api/talks/${RICH}`, { headers: { accept: ['text/html', 'text/xml'] } });
    assert.equal(answer.headers['content-type'], TEXT_XML);
  });

  it('follows ?format= and ignores Accept', async () => {
    for (const path of ADDRESSES) {
      const mark = path.includes('?') ? '&' : '?';
      for (const accept of ['application/json', 'text/xml', 'application/hal+json', 'text/html', '*/*;q=0']) {
        const types = [];
        for (const format of ['json', 'xml', '%6A%73on', 'xml&format=xml']) {
          const answer = await server.ask(`${path}${mark}format=${format}`, { headers: { accept } });
          types.push(answer.headers['content-type']);
        }
        assert.deepEqual(types, [JSON_TYPE, XML, JSON_TYPE, XML], `${path} with ${accept}`);
      }
    }
  });

  it('is a 400 that lists the formats if ?format= is unknown', async () => {
    for (const path of ADDRESSES) {
      const answer = await server.ask(`${path}${path.includes('?') ? '&' : '?'}format=yaml`);
      assert.deepEqual(
        [answer.status, jsonOf(answer)],
        [
          400,
          {
            type: 'https://talks.example.org/docs/api#bad-request',
            title: 'The request is malformed',
            status: 400,
            detail: 'This parameter is missing or malformed: format',
            errors: [
              {
                parameter: 'format',
                detail: `No format is called "yaml". Leave it out or give one of: ${namesOf(path).join(', ')}.`,
              },
            ],
          },
        ],
      );
    }
  });
});

/** The first name of each format at a path. */
function namesOf(path: string): readonly string[] {
  if (path === '/api' || NAME_LISTS.includes(path)) return ['json', 'xml'];
  return formatsFor(path.startsWith('/api/talks/5') ? 'talk' : 'search').flatMap(({ names }) => names.slice(0, 1));
}

describe('an error', () => {
  const NOT_FOUND = {
    type: 'https://talks.example.org/docs/api#not-found',
    title: 'Not found',
    status: 404,
    detail: 'No talk has this identifier',
  };

  for (const [accept, contentType, status = 404] of [
    ['*/*', 'application/problem+json'],
    ['application/json', 'application/problem+json'],
    ['application/hal+json', 'application/problem+json'],
    ['application/problem+json', 'application/problem+json', 406],
    ['application/xml', 'application/problem+xml; charset=utf-8'],
    ['text/xml', 'application/problem+xml; charset=utf-8'],
    ['application/problem+xml', 'application/problem+xml; charset=utf-8', 406],
    [CHROME, 'application/problem+xml; charset=utf-8'],
    ['image/png', 'application/problem+json', 406],
  ] as const) {
    it(`is a ${String(status)} in ${contentType} for Accept: ${accept}`, async () => {
      const answer = await server.ask(`/api/talks/${NOBODY}`, { headers: { accept } });
      assert.deepEqual([answer.status, answer.headers['content-type']], [status, contentType]);
      if (status === 406) return;
      if (contentType === 'application/problem+json') assert.deepEqual(jsonOf(answer), NOT_FOUND);
      else assert.deepEqual(elementOf(answer.body), xmlOfJson('problem', NOT_FOUND));
    });
  }

  it('lists the available media types if it is a 406', async () => {
    const answer = await server.ask(`/api/talks/${RICH}`, { headers: { accept: 'image/png' } });
    assert.deepEqual(
      [answer.status, jsonOf(answer)],
      [
        406,
        {
          type: 'https://talks.example.org/docs/api#not-acceptable',
          title: 'Not acceptable',
          status: 406,
          detail: `There is ${formatsFor('talk')
            .flatMap(({ mediaTypes }) => mediaTypes.map(({ name }) => name))
            .join(', ')}`,
        },
      ],
    );
  });

  it('has a type that links to its explanation in /docs/api', async () => {
    const page = (await server.ask('/docs/api')).body.toString();
    for (const code of ['bad-request', 'not-found', 'method-not-allowed', 'not-acceptable', 'internal', 'unavailable'])
      assert.ok(page.includes(`id="${code}"`), code);
  });
});
