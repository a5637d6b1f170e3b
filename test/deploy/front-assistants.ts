import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { valueAt } from '../support/json-value.ts';
import { textOf, type HttpAnswer } from '../support/http/http-answer.ts';
import { assistantAt, ERAS } from '../support/mcp/assistant.ts';
import { NO_ASSISTANTS } from '../support/mcp/mcp-installed.ts';
import type { Front } from './front.ts';

const LIST = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
const HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

/** Tests of assistants that connect through every front. */
export function describeAssistants(front: () => Front): void {
  const post = (target: string, body: string, headers = {}): Promise<HttpAnswer> =>
    front().ask(target, { method: 'POST', headers: { ...HEADERS, ...headers }, body });

  describe('an assistant', { skip: NO_ASSISTANTS }, () => {
    it('gets a new response for each call', async () => {
      for (const era of ERAS) {
        const { call, close } = await assistantAt(front().port, era);
        const { data } = await call('search_talks', { from: '2000-01-01', count: 1 });
        const id = valueAt(data, 'talks', '0', 'id');
        const before = front().machines.questions().length;
        for (let time = 0; time < 2; time += 1)
          assert.equal(valueAt((await call('read_talk', { talk: id })).data, 'id'), id);
        assert.equal(front().machines.questions().length, before + 2);
        await close();
      }
    });

    it('can POST 64 KiB, but only to /mcp', async () => {
      for (const target of ['/mcp', '/mcp/']) {
        const { status, headers, body } = await post(target, LIST.padEnd(60 * 1024));
        assert.deepEqual([status, headers['cache-control']], [200, 'no-store'], `${target} ${body.toString()}`);
      }
      const tooLarge = await post('/mcp', LIST.padEnd(80 * 1024));
      assert.deepEqual([tooLarge.status, tooLarge.headers['content-type']], [413, 'application/problem+json']);
      for (const target of ['/api', '/mcp/x', '/']) {
        const { status, body } = await post(target, LIST);
        assert.ok([404, 405].includes(status), `${target}: ${status} ${body.toString()}`);
      }
    });

    it('is refused with 403 if it sends the Origin of another site', async () => {
      const answer = await post('/mcp', LIST, { origin: 'https://evil.example' });
      assert.equal(answer.status, 403, textOf(answer));
    });
  });
}
