import fc from 'fast-check';
import { concatenated } from './odd-target.ts';

// All strings are Latin-1: one character is one byte.

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
    'X-Forwarded-For',
    'Forwarded',
    'X-HTTP-Method-Override',
    '__proto__',
    'constructor',
    'Authorization',
    'If-Match',
    'TE',
    'Referer',
  ],
];

/** A header line, folded lines or an invalid header. */
export const oddHeader: fc.Arbitrary<string> = fc.oneof(
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
