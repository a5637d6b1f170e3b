import fc from 'fast-check';
import { ADA, GARDEN, PLANTS, PRIVATE, RICH } from './university.js';

/** One request as bytes, and what is needed to judge its answer. */
export interface OddRequest {
  readonly method: string;
  readonly target: string;
  /** Header lines besides Host and Connection, without their line ends. */
  readonly lines: readonly string[];
  /** Replaces everything: bytes that are no request, or one that is framed oddly. */
  readonly bytes?: string;
}

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

function concatenated(pieces: fc.Arbitrary<string>, maxLength: number): fc.Arbitrary<string> {
  return fc.array(pieces, { maxLength }).map((all) => all.join(''));
}

/** Any characters that may stand in a request target: no blanks, no controls. */
const targetText = concatenated(
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

const target = fc
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

const METHODS = [
  'HEAD',
  'OPTIONS',
  'POST',
  'PUT',
  'DELETE',
  'PATCH',
  'TRACE',
  'PROPFIND',
  'M-SEARCH',
  'PURGE',
  'BREW',
  'get',
  'G',
];

const method = fc.oneof(
  { weight: 5, arbitrary: fc.constant('GET') },
  { weight: 2, arbitrary: fc.constantFrom(...METHODS) },
);

const MEDIA = [
  'application/json',
  'application/xml',
  'text/xml',
  'application/hal+json',
  'text/html',
  '*/*',
  '*',
  'application/*',
  'a/b',
];
const ODD_TEXT = [
  '',
  ';',
  ',',
  ';q=',
  ';q=0',
  ';q=2',
  ';q=1e9',
  ';q=.',
  '"',
  '\\',
  ' ',
  '\t',
  '\x80',
  '\xff',
  '=',
  '/',
  '__proto__',
  '()',
  '*',
];

const headerText = concatenated(
  fc.constantFrom(...MEDIA, ...ODD_TEXT, 'gzip', 'br', 'identity', 'W/"', '*', '"abc"', ', ', ';q=0.5'),
  8,
);

const headerValue = fc.oneof(
  { weight: 12, arbitrary: headerText },
  {
    weight: 2,
    arbitrary: concatenated(
      fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)),
      30,
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(headerText, fc.integer({ min: 1, max: 9_000 }))
      .map(([text, times]) => `${text},`.repeat(times).slice(0, 40_000)),
  },
);

const HEADERS = [
  ...[
    'Accept',
    'Accept-Encoding',
    'If-None-Match',
    'Accept-Language',
    'Cookie',
    'Origin',
    'Range',
    'If-Modified-Since',
    'X',
  ],
  ...[
    'X-Forwarded-Host',
    'X-HTTP-Method-Override',
    '__proto__',
    'constructor',
    'Authorization',
    'If-Match',
    'TE',
    'Referer',
  ],
];

const line = fc.oneof(
  {
    weight: 40,
    arbitrary: fc.tuple(fc.constantFrom(...HEADERS), headerValue).map(([name, text]) => `${name}: ${text}`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...[
        'Host: b',
        'Host: evil.test, x',
        'Expect: 100-continue',
        'Expect: nothing',
        'Upgrade: websocket',
        'Upgrade: h2c',
      ],
      ...[
        'Content-Length: 0',
        'Content-Length: abc',
        'Content-Length: -1',
        'Content-Length: 1, 2',
        'Transfer-Encoding: x',
      ],
      ...[
        'Accept : a',
        ' Accept: folded',
        'X: a\r\n folded',
        'X:\x00',
        'X: a\rb',
        'NoColon',
        ': nameless',
        'A B: c',
        '\x80: a',
        'Trailer: x',
      ],
      ...[
        'Content-Type: application/x-www-form-urlencoded',
        'Transfer-Encoding: chunked\r\nContent-Length: 5',
        'HTTP2-Settings: AA',
      ],
    ),
  },
);

const framed: fc.Arbitrary<OddRequest> = fc.record({ method, target, lines: fc.array(line, { maxLength: 5 }) });

/** Bytes that are no request, or are framed as none should be. */
const unframed: fc.Arbitrary<OddRequest> = fc
  .oneof(
    fc.uint8Array({ minLength: 1, maxLength: 200 }).map((bytes) => `${Buffer.from(bytes).toString('latin1')}\r\n\r\n`),
    targetText.map((text) => `GET ${text}\r\n\r\n`),
    targetText.map((text) => `GET /${text} HTTP/9.9\r\nHost: x\r\n\r\n`),
    fc.constantFrom(
      ...[
        'GET / HTTP/1.1\r\nConnection: close\r\n\r\n',
        'GET /api HTTP/1.1\nHost: x\n\n',
        'GET  /api HTTP/1.1\r\nHost: x\r\n\r\n',
        'GET /a b HTTP/1.1\r\nHost: x\r\n\r\n',
      ],
      ...[
        '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n',
        'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
        'SSH-2.0-x\r\n\r\n',
        'GET / HTTP/1.1\r\nHost: x\r\nX: \x01\r\n\r\n',
      ],
      ...[
        'CONNECT evil.test:80 HTTP/1.1\r\nHost: evil.test:80\r\n\r\n',
        'POST /api HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n\r\n',
      ],
      ...[
        `GET /api HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${'X: y\r\n'.repeat(3_000)}\r\n`,
        `GET /api HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`,
      ],
      ...[
        'GET /api HTTP/1.0\r\n\r\n',
        'GET /api HTTP/1.0\r\nConnection: keep-alive\r\n\r\nGARBAGE\r\n\r\n',
        'HEAD /api HTTP/1.0\r\n\r\n',
        '\r\n\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
      ],
    ),
  )
  .map((bytes) => ({ method: /^HEAD /.exec(bytes)?.[0].trim() ?? '', target: '', lines: [], bytes }));

/** What is sent down one connection: requests one after the other, none waiting for the answer before it. */
export const oddConversation: fc.Arbitrary<readonly OddRequest[]> = fc
  .tuple(fc.array(framed, { minLength: 1, maxLength: 8 }), fc.option(unframed, { freq: 4 }))
  .map(([requests, last]) => (last === null ? requests : [...requests, last]));

/** Asks that the connection be closed, wherever it is still open. */
const LAST = 'GET /healthz HTTP/1.1\r\nHost: talks.example.org\r\nConnection: close\r\n\r\n';

/** The bytes of a conversation, and of one more request that ends it. */
export function bytesOf(conversation: readonly OddRequest[]): string {
  const bytes = conversation.map((request) => {
    const lines = ['Host: talks.example.org', ...request.lines];
    return request.bytes ?? [`${request.method} ${request.target} HTTP/1.1`, ...lines, '', ''].join('\r\n');
  });
  return bytes.join('') + LAST;
}
