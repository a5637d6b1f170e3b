import fc from 'fast-check';
import { oddHeader } from './odd-header.ts';
import { oddTarget, targetText } from './odd-target.ts';

/** A request, with what is needed to check its response. */
export interface OddRequest {
  readonly method: string;
  readonly target: string;
  /** Header lines other than Host and Connection, without line breaks. */
  readonly lines: readonly string[];
  /** Replaces the whole request with invalid or oddly framed bytes. */
  readonly bytes?: string;
}

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

const framed: fc.Arbitrary<OddRequest> = fc.record({
  method,
  target: oddTarget,
  lines: fc.array(oddHeader, { maxLength: 5 }),
});

/** Bytes that are not a valid request or are framed incorrectly. */
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

/** Pipelined requests on one connection. */
export const oddConversation: fc.Arbitrary<readonly OddRequest[]> = fc
  .tuple(fc.array(framed, { minLength: 1, maxLength: 8 }), fc.option(unframed, { freq: 4 }))
  .map(([requests, last]) => (last === null ? requests : [...requests, last]));

/** Closes the connection if it is still open. */
const LAST = 'GET /healthz HTTP/1.1\r\nHost: talks.example.org\r\nConnection: close\r\n\r\n';

/** The bytes of a conversation and of a final request that closes it. */
export function bytesOf(conversation: readonly OddRequest[]): string {
  const bytes = conversation.map((request) => {
    const lines = ['Host: talks.example.org', ...request.lines];
    return request.bytes ?? [`${request.method} ${request.target} HTTP/1.1`, ...lines, '', ''].join('\r\n');
  });
  return bytes.join('') + LAST;
}
