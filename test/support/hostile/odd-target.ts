import fc from 'fast-check';
import { PARAMETER } from '#search/query/parameters.ts';
import { ROUTES, takesSuffix } from '#server/routes/routes.ts';
import { ADA, GARDEN, MOSS_TOPIC, PLANTS, PRIVATE, RICH } from '../catalogue/university.ts';

// All strings are Latin-1: one character is one byte.

/** Identifiers of records in the catalogue, and other texts in their place in a path. */
const IDS = [
  ...[RICH, PLANTS, GARDEN, PRIVATE, ADA, 'place:1001', 'place:2000', 'place%3A2001'],
  ...[encodeURIComponent(MOSS_TOPIC), '2015', '10', '06', '2015-10', '2015-W41', '2026-13', '9999-W53', '0'],
  ...['1', 'style.css', 'x', `${RICH}.ics`, `${PLANTS}.atom`, `${RICH}.yaml`, '.json'],
];

/** All paths of the routes, with values for their variables, and some other paths. */
const PATHS = [
  ...ROUTES.flatMap(({ path }) =>
    path.includes('{') ? IDS.map((id) => path.replaceAll(/\{[^}]*\}/g, id)) : [path, `${path}/`],
  ),
  ...ROUTES.filter(takesSuffix).flatMap(({ path }) =>
    ['.ics', '.json', '.xml', '.atom', '.csv', '.x'].map((suffix) => path.replaceAll(/\{[^}]*\}/g, RICH) + suffix),
  ),
  '/api/talks/',
  '/assets/x',
  '/metrics/',
];

const SEGMENTS = [
  ...[
    '..',
    '.',
    '%2e%2e',
    '%2E',
    '%2f',
    '%2F..%2F',
    '%5c',
    '\\',
    '//',
    '/',
    '%00',
    '%0d%0a',
    '%ff',
    '%c0%af',
    '%ed%a0%80',
  ],
  ...['%', '%z', '%1', '%u0041', '__proto__', 'constructor', 'hasOwnProperty', 'toString', '.ics', '*', ':id', '{id}'],
  ...[
    '(.*)',
    '[^/]+',
    ';a=b',
    '?',
    '&',
    '=',
    '+',
    '\x80',
    '\xc3\xa9',
    '\xff',
    'null',
    'undefined',
    '-1',
    '~',
    '|',
    '"',
    '<b>',
  ],
];

const NAMES = [
  ...Object.values(PARAMETER).map(({ name }) => name),
  // Parameters of pages, of embedded talks and of old addresses.
  ...[
    'format',
    'lang',
    'view',
    'day',
    'without',
    'layout',
    'theme',
    'paging',
    'fragment',
    'url',
    'maxwidth',
    'maxheight',
  ],
  ...[
    'talks',
    'v',
    'd',
    'start_date',
    'from[]',
    'from[__proto__]',
    '__proto__',
    'constructor',
    'prototype',
    'toString',
  ],
  ...['', '%66rom', 'from%00', '%ff', 'FROM', 'from ', 'callback', '%E2%80%AE'],
];

const VALUES = [
  ...Object.values(PARAMETER).map(({ example }) => encodeURIComponent(example)),
  ...[
    'omit',
    'only',
    'relevance',
    'beginning',
    'month',
    'table',
    'dark',
    'de',
    'it',
    '15m',
    '28d',
    '"open+sci*"',
    'a*',
  ],
  ...[
    '2026-01-01',
    'today',
    'tomorrow',
    'plus7',
    'plus99999',
    '01/01/26',
    RICH,
    PLANTS,
    'place:1001',
    'true',
    'false',
    '1',
    '0',
  ],
  ...[
    '-1',
    '1e9',
    'NaN',
    '9'.repeat(400),
    'http://topics.example.org/moss',
    'https://topics.example.org/law',
    'xml',
    'json',
  ],
  ...[
    '',
    '%00',
    '%ff',
    '%c3%28',
    '%ed%a0%80',
    '%f4%90%80%80',
    '%',
    '%%%',
    '%zz',
    '\xff\xfe',
    '+',
    '%2B',
    '[object Object]',
  ],
  ...['__proto__', 'constructor', "' OR 1=1 --", '"; DROP TABLE talk; --', '../../etc/passwd', '${7*7}', '{{7*7}}'],
  ...[
    '<script>alert(1)</script>'.replaceAll(' ', '+'),
    '%0d%0aSet-Cookie:%20a=b',
    '%E2%80%AE',
    '%F0%9F%8C%B1',
    ']]>',
    '%26lt;',
  ],
];

/** Up to `maxLength` pieces, concatenated. */
export function concatenated(pieces: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<string> {
  return fc.array(pieces, { maxLength }).map((all) => all.join(''));
}

/** Text of any characters except white space and control characters. */
export const targetText = concatenated(
  fc.oneof(
    fc.constantFrom(...SEGMENTS),
    fc.integer({ min: 0x21, max: 0xff }).map((code) => String.fromCharCode(code)),
  ),
  6,
).map((text) => text.replaceAll('\x7f', ''));

const path = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...PATHS) },
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom(...PATHS), targetText).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: targetText.map((text) => `/${text}`) },
);

const value = fc.oneof(fc.constantFrom(...VALUES), targetText).map((text) => text.replaceAll(/[\s#]/g, '+'));

const pair = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constantFrom(...NAMES), value).map(([name, one]) => `${name.trim()}=${one}`) },
  { weight: 1, arbitrary: targetText },
  { weight: 1, arbitrary: fc.constantFrom('', '=', '&', '==', '&&&', '?', '%3D', 'from') },
);

const longQuery = fc.oneof(
  fc.integer({ min: 1, max: 2_000 }).map((times) => 'x=1&'.repeat(times)),
  fc.integer({ min: 1, max: 700 }).map((times) => `series=${PLANTS}&`.repeat(times).slice(0, 31_000)),
  fc.integer({ min: 1, max: 120_000 }).map((length) => `from=${'a'.repeat(length)}`),
  fc.integer({ min: 1, max: 10_000 }).map((times) => `from=${'%E2'.repeat(times)}`),
  fc.integer({ min: 1, max: 10_000 }).map((times) => `from=today${'[a]'.repeat(times)}=1`),
);

const query = fc.oneof(
  { weight: 3, arbitrary: fc.constant('') },
  { weight: 12, arbitrary: fc.array(pair, { maxLength: 6 }).map((pairs) => `?${pairs.join('&')}`) },
  {
    weight: 6,
    arbitrary: fc.array(pair, { maxLength: 3 }).map((pairs) => `?${['from=2015-01-01', ...pairs].join('&')}`),
  },
  { weight: 1, arbitrary: longQuery.map((text) => `?${text}`) },
);

/** A request target: known and unknown paths, with odd queries. */
export const oddTarget: fc.Arbitrary<string> = fc
  .oneof(
    { weight: 12, arbitrary: fc.tuple(path, query).map((parts) => parts.join('')) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(
          fc.constantFrom(
            'http://evil.test',
            'https://u:p@[::1]:1',
            'HTTP://x',
            'http://',
            'ftp://x',
            'file://',
            'evil.test:443',
          ),
          path,
          query,
        )
        .map((parts) => parts.join('')),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('*', '/', '//', '///', '?', '?from=today', '#', '/#x', '/api#x', 'api', '..', '\\'),
    },
  )
  .filter((text) => text !== '');
