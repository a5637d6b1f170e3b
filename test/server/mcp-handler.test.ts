import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import { HttpError } from '#server/http/errors.ts';
import type { Posted } from '#server/http/posted.ts';
import type { PostHandler } from '#server/http/application.ts';
import { Catalogue } from '#replica/catalogue.ts';
import { mcpHandler } from '#server/mcp/mcp-handler.ts';
import { loadSdk } from '#server/mcp/sdk.ts';
import { calendarIn } from '#search/query/calendar-date.ts';
import { StoreUnavailable } from '#store/store.ts';
import { publication } from '../support/catalogue/publication.ts';
import { NO_ASSISTANTS } from '../support/mcp/mcp-installed.ts';

const CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'search_talks', arguments: { words: 'moss' } },
};

/** How talks are found in the catalogue of a handler. */
interface Reading {
  readonly find: () => Promise<never>;
  readonly longestExchange?: number;
}

/** Log lines are added to `log`. */
async function handlerOver({ find, longestExchange }: Reading, log: string[] = []): Promise<PostHandler> {
  const replica = { index: undefined, damaged: { damage: [], more: 0 }, checkDamage: () => undefined } as never;
  const catalogue = Object.assign(new Catalogue(replica), { find });
  const timeZone = 'Europe/London';
  const service = {
    catalogue,
    publication,
    rules: { timeZone, defaultCount: 20, maximumCount: 1000 },
    clock: { now: () => new Date(0), nextMidnight: () => calendarIn(timeZone).startOfDay(1) * 1000 },
    brand: { name: 'Talks' },
    instance: { replica },
    log: pino({ level: 'info' }, { write: (line: string) => void log.push(line) }),
  };
  return mcpHandler(await loadSdk(), service, longestExchange === undefined ? {} : { longestExchange });
}

function posted(message: unknown): Posted {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  return { headers, requestId: 'id-of-the-request', body: Buffer.from(JSON.stringify(message)) };
}

const never = (): Promise<never> => new Promise(() => undefined);

describe('MCP over HTTP', { skip: NO_ASSISTANTS }, () => {
  it('returns 503 after a time limit if a message gets no response, for example when cancelled', async () => {
    const handler = await handlerOver({ find: never, longestExchange: 50 });
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
    for (const messages of [CALL, [CALL, cancel]])
      await assert.rejects(
        handler.post(posted(messages)),
        (error) => error instanceof HttpError && error.status === 503,
      );
  });

  for (const [what, error, said, logged] of [
    [
      'an unavailable store',
      new StoreUnavailable('gone'),
      'The catalogue is temporarily unavailable. Try again later.',
      0,
    ],
    ['an internal error', new Error('SQLITE secret'), 'Internal server error. It has been logged. Try again later.', 1],
  ] as const) {
    it(`reports ${what} without internal details`, async () => {
      const log: string[] = [];
      const handler = await handlerOver({ find: () => Promise.reject(error) }, log);
      const { status, body } = await handler.post(posted(CALL));
      const [, data = ''] = /^data: (.*)$/m.exec(Buffer.isBuffer(body) ? body.toString() : '') ?? [];
      const { result } = JSON.parse(data) as { result: unknown };
      assert.deepEqual([status, result], [200, { content: [{ type: 'text', text: said }], isError: true }]);
      const failures = log.filter((line) => line.includes('tool failed'));
      assert.deepEqual(
        failures.map((line) => line.includes('"requestId":"id-of-the-request"')),
        Array<boolean>(logged).fill(true),
      );
    });
  }
});
