import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonOf } from '../support/http/http-answer.ts';
import { listAt, textAt } from '../support/json-value.ts';
import { universityServer } from '../support/http/server.ts';
import { RICH } from '../support/catalogue/university.ts';
import { elementOf } from '../support/sources/xml-element.ts';
import { xmlOfJson } from '../support/sources/xml-of-json.ts';

const server = universityServer();

const DATE_HINT = 'Give a date that exists as yyyy-mm-dd, or the word today, tomorrow or now.';
const BAD = {
  type: 'https://talks.example.org/docs/api#bad-request',
  title: 'The request is malformed',
  status: 400,
};

async function badParametersOf(path: string): Promise<readonly string[]> {
  const answer = await server.ask(path);
  assert.equal(answer.status, 400, `${path} → ${answer.body.toString()}`);
  return listAt(jsonOf(answer), 'errors').map((error) => textAt(error, 'parameter'));
}

describe('a search without from', () => {
  it('answers 400 and names from', async () => {
    for (const query of ['', '?', '?&', '?to=plus7', '?From=today', '?from', '?from=']) {
      assert.deepEqual(await badParametersOf(`/api/talks/search${query}`), ['from'], query);
      assert.deepEqual(await badParametersOf(`/api/events/search${query}`), ['from'], query);
    }
  });

  it('returns a problem document with a hint on date formats', async () => {
    assert.deepEqual(jsonOf(await server.ask('/api/talks/search')), {
      ...BAD,
      detail: 'This parameter is missing or malformed: from',
      errors: [{ parameter: 'from', detail: `It is required. ${DATE_HINT}` }],
    });
  });
});

describe('a search with a malformed parameter', () => {
  const SLUGS = [
    RICH.toUpperCase(),
    RICH.replaceAll('-', ''),
    `{${RICH}}`,
    ` ${RICH}`,
    `${RICH},${RICH}`,
    '1',
    '%00',
    '%ff',
  ];
  const PLACES = [
    'place',
    'place:',
    ':1',
    'Place:1',
    'place:1a',
    'place:-1',
    '1place:1',
    'place:1,place:2',
    'place:%D9%A1',
    'place::1',
  ];
  const BOOLEANS = ['maybe', 'yes', 'on', '2', '01', 'truefalse', ' true'];
  const NUMBERS = ['0', '-1', '+1', '1.0', '1e2', '0x10', 'ten', '١', ' 1', 'NaN', 'Infinity', '1,2'].map(
    encodeURIComponent,
  );
  const DATES = [
    ...['2026-2-3', '2026-02-30', '2025-02-29', '1900-02-29', '2026-13-01', '2026-00-01', '2026-01-00', '2026-01-32'],
    ...['26-01-01', '2026/01/01', '20260101', '2026-01-01T00:00:00Z', '02026-01-01', '-2026-01-01', '%2B02026-01-01'],
    ...['30/02/26', '1/1/26', '01/13/26', '00/01/26', '01/01/6', '01/01/026', '01-01-26', '01.01.26', '01/01/26/'],
    ...[
      'yesterday',
      'Today',
      'TOMORROW',
      'today ',
      'Now',
      '٢٠٢٦-٠١-٠١',
      '2026-01-0１',
      '2026%00-01-01',
      '%32026-01-01x',
    ],
  ].map((value) => (value.includes('%') ? value : encodeURIComponent(value)));
  const ENDS = [
    ...DATES,
    'plus',
    'plus-1',
    'plus+1',
    'plus1.5',
    'plus36501',
    'plus99999999',
    'Plus1',
    'plus1d',
    'plus 1',
    'plus%D9%A1',
  ];

  const table: readonly (readonly [string, readonly string[]])[] = [
    ['from', ['', ...DATES, 'plus1', 'plus0']],
    ['to', ENDS],
    ['speaker', SLUGS],
    ['series', SLUGS],
    // Takes a comma-separated list.
    ['talk', SLUGS.filter((text) => !text.includes(','))],
    ['venue', PLACES],
    ['organising_department', PLACES],
    [
      'topic',
      [
        'moss',
        '/moss',
        '//topics.example.org/moss',
        'ftp://topics.example.org/',
        'http:',
        'http://',
        'urn:isbn:1',
        'javascript:1',
        'http://a b/',
        'http://x/%00',
        'http%3A//%ff',
      ],
    ],
    ['subdepartments', BOOLEANS],
    ['subvenues', BOOLEANS],
    ['count', [...NUMBERS, '1.5', 'abc']],
    ['page', NUMBERS],
    ['format', ['JSON', 'hal', 'yaml', 'application/json', 'xml,json', '%ff']],
  ];
  for (const [parameter, values] of table) {
    it(`answers 400 and names ${parameter}`, async () => {
      for (const value of values) {
        const from = parameter === 'from' ? '' : 'from=2026-01-01&';
        for (const path of ['/api/talks/search', '/api/events/search'])
          assert.deepEqual(
            await badParametersOf(`${path}?${from}${parameter}=${value.replaceAll(' ', '%20')}`),
            [parameter],
            value,
          );
      }
    });
  }

  it('reports each malformed value of a repeated parameter', async () => {
    assert.deepEqual(await badParametersOf(`/api/talks/search?from=today&speaker=${RICH}&speaker=x&speaker=y`), [
      'speaker',
      'speaker',
    ]);
  });

  it('answers 400 if a single-value parameter has two different values', async () => {
    for (const [name, one, other] of [
      ['from', '2026-01-01', '2026-01-02'],
      ['to', 'plus1', 'plus2'],
      ['count', '1', '01'],
      ['page', '1', '2'],
      ['subvenues', 'true', 'false'],
      ['subdepartments', 'true', 'false'],
      ['format', 'xml', 'json'],
    ] as const) {
      const from = name === 'from' ? '' : 'from=2026-01-01&';
      assert.deepEqual(await badParametersOf(`/api/talks/search?${from}${name}=${one}&${name}=${other}`), [name]);
    }
  });

  it('accepts hundreds of parameters and answers 400 to more than 1,000', async () => {
    const many = `from=today&${'series=d95be2ef-10bb-43d3-a46c-99dccf7151a0&'.repeat(600)}`;
    assert.equal((await server.ask(`/api/talks/search?${many.slice(0, 30_000).replace(/&[^&]*$/, '')}`)).status, 200);
    const tooMany = `from=today&${'x=1&'.repeat(1000)}`;
    assert.deepEqual(await badParametersOf(`/api/talks/search?${tooMany}`), ['x']);
  });
});

describe('a search with several malformed parameters', () => {
  const query =
    'from=1&to=2&speaker=3&series=4&venue=5&subvenues=6&organising_department=7&subdepartments=8&topic=9&count=0&page=0&format=12';
  const NAMES = [
    ...['from', 'to', 'speaker', 'series', 'venue', 'subvenues', 'organising_department', 'subdepartments', 'topic'],
    ...['count', 'page', 'format'],
  ];
  const ONE = {
    ...BAD,
    detail: 'These parameters are missing or malformed: from, to',
    errors: [
      { parameter: 'from', detail: `“<b>” is not a date. ${DATE_HINT}` },
      {
        parameter: 'to',
        detail:
          '“plus” is not a date. Give a date that exists as yyyy-mm-dd, the word today, tomorrow or now, ' +
          'or plus<n> with n from 0 to 36500.',
      },
    ],
  };

  it('reports all of them in one response', async () => {
    for (const path of ['/api/talks/search', '/api/events/search'])
      assert.deepEqual((await badParametersOf(`${path}?${query}`)).toSorted(), NAMES.toSorted());
  });

  it('returns a problem document in JSON', async () => {
    const answer = await server.ask('/api/talks/search?from=%3Cb%3E&to=plus', {
      headers: { accept: 'application/hal+json' },
    });
    assert.equal(answer.headers['content-type'], 'application/problem+json');
    assert.deepEqual(jsonOf(answer), ONE);
  });

  it('returns a problem document in XML if the client asks for XML', async () => {
    for (const [path, accept] of [
      ['/api/talks/search?from=%3Cb%3E&to=plus', 'application/xml'],
      ['/api/talks/search?from=%3Cb%3E&to=plus', 'text/xml;q=0.5, application/json;q=0.1'],
      ['/api/talks/search?from=%3Cb%3E&to=plus&format=xml', 'application/json'],
    ] as const) {
      const answer = await server.ask(path, { headers: { accept } });
      assert.equal(answer.headers['content-type'], 'application/problem+xml; charset=utf-8');
      const root = xmlOfJson('problem', ONE);
      const entries = root.children.at(-1)?.children ?? [];
      const children = [
        ...root.children.slice(0, -1),
        { name: 'errors', text: '', children: entries.map((entry) => ({ ...entry, name: 'i' })) },
      ];
      assert.deepEqual(elementOf(answer.body), { ...root, children });
    }
  });
});
