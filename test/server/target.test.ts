import assert from 'node:assert/strict';
import { test } from 'node:test';
import { originForm } from '#server/http/application.ts';

const CASES: readonly (readonly [url: string, origin: string | undefined])[] = [
  ['/api/talks/search?from=today', '/api/talks/search?from=today'],
  ['//evil.example/api', '//evil.example/api'],
  ['http://evil.example/api/talks/search?from=today', '/api/talks/search?from=today'],
  ['HTTPS://user@evil.example:8443/api', '/api'],
  ['http://evil.example', '/'],
  ['http://evil.example?from=today', '/?from=today'],
  ['*', undefined],
  ['evil.example:443', undefined],
  ['ftp://evil.example/api', undefined],
  ['', undefined],
];

for (const [url, origin] of CASES)
  test(`the request target ${JSON.stringify(url)} is ${origin === undefined ? 'rejected' : `read as ${origin}`}`, () => {
    assert.equal(originForm(url), origin);
  });
