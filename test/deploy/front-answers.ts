import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import type { AskOptions } from '../support/http/ask.ts';
import { textOf, type HttpAnswer } from '../support/http/http-answer.ts';
import { exchange } from '../support/http/raw-exchange.ts';
import { until } from '../support/until.ts';
import type { Front } from './front.ts';
import { describeAssistants } from './front-assistants.ts';
import { describeLoss } from './front-loss.ts';

/** Headers that must be the same with and without a front. A front may add others. */
const KEPT_HEADERS = [
  'content-type',
  'content-encoding',
  'etag',
  'cache-control',
  'vary',
  'access-control-allow-origin',
  'access-control-expose-headers',
  'content-security-policy',
  'x-content-type-options',
  'referrer-policy',
  'deprecation',
  'link',
  'allow',
];

/** The part of a response that must be the same with and without a front. */
export function essence({ status, headers, body }: HttpAnswer): unknown {
  return {
    status,
    headers: Object.fromEntries(KEPT_HEADERS.map((name) => [name, headers[name]])),
    // A digest, since whole pages are unreadable in a test report.
    body: `${body.length} bytes, SHA-256 ${createHash('sha256').update(body).digest('hex').slice(0, 16)}`,
  };
}

/** The same for a gzip response that the front decompressed. */
function essenceUnpacked(answer: HttpAnswer): unknown {
  const etag = answer.headers.etag?.replace(/^W\/"(.*)-gzip"$/, '"$1"');
  return essence({ ...answer, headers: { ...answer.headers, ...(etag === undefined ? {} : { etag }) } });
}

/** Whether an Accept-Encoding allows gzip by name. */
function takesGzip(coding: string | string[] | undefined): boolean {
  return /\bgzip\b(?!;q=0(\.0*)?(,|$))/i.test(String(coding ?? ''));
}

const ACCEPTS = [
  undefined,
  '',
  '*/*',
  'application/json',
  'application/json, text/plain, */*',
  'Application/JSON',
  'application/json, text/javascript, */*; q=0.01',
  'text/javascript, application/javascript, */*; q=0.01',
  'application/xml',
  'text/xml',
  'text/xml, application/json',
  'application/xml, text/xml, */*; q=0.01',
  'application/hal+json',
  'application/hal+json, application/json;q=0.9',
  'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7',
  // Values that no front normalises: Lectern negotiates.
  'application/json;q=0.5, application/xml',
  'application/json;q=0.1, application/xml;q=0.2, */*;q=0.3',
  'application/json;q=0, */*',
  'application/*;q=0.2, text/*',
  'text/plain, */*;q=0',
  'text/plain;q=0.1, */*;q=0.001',
  'text/html',
  'image/png, *',
  '*/*;q=0, */*;q=0.4',
];

const CODINGS = [
  undefined,
  'gzip',
  'br',
  'gzip, deflate',
  'gzip, deflate, br',
  'gzip, deflate, br, zstd',
  'deflate',
  'identity',
  'GZIP',
  'br;q=1.0, gzip;q=0.8, *;q=0.1',
  'gzip;q=1.0,deflate;q=0.6,identity;q=0.3',
  'gzip;q=0.2, br;q=0.1',
  'br;q=0, gzip',
  '*',
  'identity;q=0, *;q=0',
];

export function headersOf(accept: string | undefined, coding: string | undefined): Readonly<Record<string, string>> {
  return {
    ...(accept === undefined ? {} : { accept }),
    ...(coding === undefined ? {} : { 'accept-encoding': coding }),
  };
}

let claims = 0;

/** Tests of every front, with or without a cache. */
export function describeFront(front: () => Front): void {
  /** Asks the front one or more times, and compares its answers with Lectern's. Returns the last one. */
  async function isSame(target: string, options: AskOptions = {}, times = 1): Promise<HttpAnswer> {
    const { 'accept-encoding': coding, ...others } = options.headers ?? {};
    const every = front().codings === 'every';
    const headers = takesGzip(coding) ? { ...others, 'accept-encoding': 'gzip' } : others;
    const direct = await front().direct(target, every ? options : { ...options, headers });
    const expected = essence(direct);
    let answer = direct;
    for (let time = 0; time < times; time += 1) {
      answer = await front().ask(target, options);
      const same = every || takesGzip(coding) ? essence(answer) : essenceUnpacked(answer);
      assert.deepEqual(same, expected, `${target} ${JSON.stringify(options)}`);
    }
    return answer;
  }

  describe('a response', () => {
    it('is byte for byte Lectern’s in every representation and encoding, also for repeated requests', async () => {
      const { talk, talkPage, calendar, series, department } = front().targets;
      for (const target of [talk, talkPage, calendar, series, department, '/', '/api', '/docs/api', '/openapi.json'])
        for (const accept of ['application/json', 'application/xml', 'text/html'])
          for (const coding of [undefined, 'gzip', 'br'])
            await isSame(target, { headers: headersOf(accept, coding) }, 2);
    });

    it('has the format that Lectern negotiates, for any Accept header', async () => {
      const { department, talkPage } = front().targets;
      for (const accept of ACCEPTS)
        for (const target of [department, department.replace('&from', '&format=xml&from'), talkPage])
          await isSame(target, { headers: headersOf(accept, undefined) }, 2);
    });

    it('has an encoding that the request allows, for any Accept-Encoding header', async () => {
      const { department } = front().targets;
      for (const coding of CODINGS) await isSame(department, { headers: headersOf(undefined, coding) }, 2);
    });

    it('is a 304 if If-None-Match has its entity tag, and complete otherwise', async () => {
      const { department } = front().targets;
      for (const coding of [undefined, 'gzip', 'br']) {
        const headers = headersOf('application/xml', coding);
        const whole = await front().ask(department, { headers });
        const etag = whole.headers.etag ?? '';
        for (let time = 0; time < 2; time += 1) {
          const known = await front().ask(department, { headers: { ...headers, 'if-none-match': etag } });
          assert.deepEqual([known.status, known.headers.etag, known.body.length], [304, etag, 0]);
          const other = await front().ask(department, { headers: { ...headers, 'if-none-match': '"another"' } });
          assert.deepEqual(essence(other), essence(whole));
        }
      }
    });

    it('to HEAD has the headers of GET and no body', async () => {
      const { talk, department, talkPage } = front().targets;
      for (const target of [talk, department, talkPage, '/api/talks/search?count=3&from=2003-03-03'])
        for (const headers of [headersOf(undefined, undefined), headersOf('application/xml', 'gzip')]) {
          const head = await isSame(target, { method: 'HEAD', headers });
          assert.equal(head.body.length, 0);
          const { headers: whole } = await isSame(target, { headers });
          // A front that decompresses need not know the length.
          if (front().codings === 'every' || head.headers['content-length'] !== undefined)
            assert.equal(head.headers['content-length'], whole['content-length']);
        }
    });

    it('is byte for byte Lectern’s for errors', async () => {
      for (const accept of ['application/json', 'application/xml'])
        for (const [target, options] of [
          ['/api/talks/search', {}],
          ['/api/talks/search?from=2026-2-3', {}],
          ['/api/talks/00000000-0000-4000-8000-000000000000', {}],
          ['/nowhere', {}],
          ['/api%2Ftalks%2Fsearch?from=2001-01-01', {}],
          ['/api/talks/search?from=2001-01-01&format=yaml', {}],
          ['/api', { method: 'POST' }],
          ['/api', { method: 'DELETE' }],
          ['/api', { method: 'OPTIONS' }],
        ] as const)
          await isSame(target, { ...options, headers: { accept } }, 2);
    });

    it('is Lectern’s for a query of 30,000 characters and a 4xx for a longer one', async () => {
      const { department } = front().targets;
      const many = (amount: number): string =>
        `${department}${Array.from({ length: amount }, (_, i) => `&topic=http://topics.example.org/${String(10_000 + i)}`).join('')}`;
      const long = many(780);
      assert.ok(long.length > 29_000 && long.length < 31_000, String(long.length));
      await isSame(long);
      const { status } = await front().ask(many(1_100));
      assert.ok([400, 413, 414, 431].includes(status), String(status));
      await isSame(department);
    });

    it('is requested with the client’s real address in X-Forwarded-For', async () => {
      for (const claim of [{}, { 'x-forwarded-for': '198.51.100.7' }, { forwarded: 'for=198.51.100.7' }]) {
        const target = `/api/talks/search?count=1&from=2003-03-05&page=${String((claims += 1))}`;
        await front().ask(target, { headers: claim });
        const passed = front()
          .machines.questions()
          .filter((each) => each.target.includes(`page=${String(claims)}`));
        const [last] = passed.filter((each) => each.target.includes('2003-03-05'));
        assert.match(last?.headers['x-forwarded-for'] ?? '', /(^|, ?)127\.0\.0\.1$/, JSON.stringify(claim));
      }
    });

    it('is a 429 with Retry-After if Lectern answers 429', async () => {
      for (const wire of front().machines.wires) wire.condition = 'limiting';
      const target = '/api/talks/search?count=1&from=2003-03-06';
      const refused = async (): Promise<boolean> => {
        const { status, headers } = await front().ask(target);
        return status === 429 && headers['retry-after'] === '1';
      };
      // A front with health checks considers the machine unhealthy.
      await until(refused, 'a 429');
      await front().machines.mend();
      await until(async () => (await front().ask(target)).status === 200, 'an answer');
    });

    it('does not depend on the Host, X-Forwarded-Host or Forwarded header', async () => {
      let page = 0;
      for (const forged of [
        { host: 'evil.example.com' },
        { 'x-forwarded-host': 'evil.example.com' },
        { forwarded: 'host=evil.example.com' },
      ]) {
        // A target that was never requested.
        const target = `/api/talks/search?count=1&from=2003-03-03&page=${String((page += 1))}`;
        const expected = textOf(await front().direct(target));
        for (let time = 0; time < 2; time += 1)
          assert.equal(textOf(await front().ask(target, { headers: forged })), expected, JSON.stringify(forged));
      }
      const another = '/api/talks/search?count=1&from=2003-03-04';
      const absolute = `GET http://evil.example.com${another} HTTP/1.1\r\nHost: evil.example.com\r\nConnection: close\r\n\r\n`;
      assert.doesNotMatch((await exchange(front().port, absolute)).toString(), /evil/);
      for (const { headers } of front().machines.questions()) assert.doesNotMatch(headers.host ?? '', /evil/);
    });
  });

  describe('a request to /healthz or /readyz', () => {
    it('reaches Lectern each time', async () => {
      const asked = (): number =>
        front()
          .machines.wires.flatMap(({ passed }) => passed)
          .filter(({ headers }) => headers['x-test'] === 'health').length;
      for (const target of ['/healthz', '/readyz', '/readyz']) {
        const before = asked();
        const answer = await front().ask(target, { headers: { 'x-test': 'health' } });
        assert.equal(answer.status, 200, target);
        assert.match(textOf(answer), target === '/healthz' ? /"alive"/ : /"ready"/);
        assert.equal(asked(), before + 1, target);
      }
    });
  });

  describeAssistants(front);
  describeLoss(front);
}
