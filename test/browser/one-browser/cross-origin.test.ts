import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LONG_SERIES } from '../catalogue.ts';
import { startOtherSite } from '../other-site.ts';
import { sharedSuite } from '../suite.ts';

const { skip, origin, browser } = await sharedSuite();

/** What a script of a page reads of a response. */
interface Read {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Requests one path after the other from a page of another origin. Throws if that only works until browsers are stricter. */
async function readElsewhere(
  requests: readonly { readonly path: string; readonly headers: Readonly<Record<string, string>> }[],
): Promise<readonly Read[]> {
  const service = await origin();
  const other = await startOtherSite(service, '');
  const context = await browser().newContext();
  try {
    const page = await context.newPage();
    // Chromium takes an asterisk for Authorization too, but says that it will not for ever; other browsers do not.
    const issues: unknown[] = [];
    const devtools = await context.newCDPSession(page);
    devtools.on('Audits.issueAdded', ({ issue }) => {
      if (issue.code === 'DeprecationIssue') issues.push(issue.details);
    });
    await devtools.send('Audits.enable');
    await page.goto(other.origin);
    const found: Read[] = [];
    for (const { path, headers } of requests) {
      const read = await page.evaluate(
        async ([address, sent]) => {
          const response = await fetch(address, { headers: sent });
          const body = await response.text();
          return { status: response.status, headers: Object.fromEntries(response.headers), body };
        },
        [service + path, headers] as const,
      );
      found.push(read);
    }
    assert.deepEqual(issues, []);
    return found;
  } finally {
    await context.close();
    await other.close();
  }
}

describe('the API in a browser on another origin', { skip }, () => {
  const path = `/api/talks/search?from=2041-09-01&series=${LONG_SERIES}&count=1`;

  for (const headers of [
    { Authorization: 'Bearer of-a-proxy' },
    { 'Cache-Control': 'no-cache', Pragma: 'no-cache' },
    { 'If-None-Match': '"another"', 'If-Modified-Since': 'Thu, 01 Jan 2026 00:00:00 GMT' },
    { 'X-Requested-With': 'XMLHttpRequest', 'X-Anything': 'at all', traceparent: '00-1-1-00' },
  ])
    it(`answers a script that sends ${Object.keys(headers).join(', ')}`, async () => {
      const [answer] = await readElsewhere([{ path, headers: { ...headers } }]);
      assert.equal(answer?.status, 200);
      assert.equal((JSON.parse(answer.body) as { total: number }).total, 60);
    });

  it('gives a script the headers that it needs, and a 304 to its ETag', async () => {
    const [first] = await readElsewhere([{ path: `${path}&speakers=x`, headers: {} }]);
    const { etag = '', link, 'lectern-ignored-parameters': ignored } = first?.headers ?? {};
    assert.match(link ?? '', /; rel="alternate"; type="text\/calendar"/);
    assert.equal(ignored, '"speakers";did-you-mean="speaker"');
    const [again, wrong] = await readElsewhere([
      { path: `${path}&speakers=x`, headers: { 'If-None-Match': etag, Authorization: 'Bearer of-a-proxy' } },
      { path: '/api/talks/search', headers: { Authorization: 'Bearer of-a-proxy' } },
    ]);
    assert.deepEqual([again?.status, again?.headers.etag], [304, etag]);
    assert.equal(wrong?.status, 400);
    assert.match(wrong.headers['x-request-id'] ?? '', /./);
  });
});
