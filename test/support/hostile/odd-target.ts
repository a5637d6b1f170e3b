import fc from 'fast-check';
import { ADA, GARDEN, PLANTS, PRIVATE, RICH } from '../catalogue/university.ts';

// Everything is latin1: a character is a byte.

const PATHS = [
  '/api/talks/search',
  '/api/events/search',
  '/api/talks/',
  `/api/talks/${RICH}`,
  '/api/series/',
  `/api/series/${PLANTS}`,
  '/api/collections/id/',
  `/api/collections/id/${GARDEN}`,
  `/api/collections/id/${PRIVATE}`,
  `/talks/id/${RICH}`,
  `/talks/series/id/${PLANTS}`,
  `/user/lists/id/${GARDEN}`,
  '/api/person/',
  `/api/person/${ADA}.ics`,
  '/api',
  '/',
  '/healthz',
  '/docs/api',
  '/assets/x',
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
  ...['from', 'to', 'speaker', 'series', 'venue', 'organising_department', 'topic', 'count', 'page', 'subvenues'],
  ...['subdepartments', 'format', 'from[]', 'from[__proto__]', '__proto__', 'constructor', 'prototype', 'toString', ''],
  ...['%66rom', 'from%00', '%ff', 'FROM', 'from ', 'callback', '%E2%80%AE'],
];

const VALUES = [
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

/** Up to so many pieces after one another. */
export function concatenated(pieces: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<string> {
  return fc.array(pieces, { maxLength }).map((all) => all.join(''));
}

/** Any characters that may stand in a request target: no blanks, no controls. */
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

/** The target of a request: paths that are served and others, and queries that nobody should send. */
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
