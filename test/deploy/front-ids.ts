import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Front } from './front.ts';

/** Tests of how a proxy handles request ids. */
export function describeIds(front: () => Front): void {
  it('replaces the X-Request-ID of the client with its own', async () => {
    await front().ask('/api/talks/search?count=1&from=2003-03-07', { headers: { 'x-request-id': 'chosen' } });
    const passed = front()
      .machines.questions()
      .find(({ target }) => target.includes('2003-03-07'));
    assert.match(passed?.headers['x-request-id'] ?? '', /^[0-9a-f-]{32,36}$/);
  });
}
