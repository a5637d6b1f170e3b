import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { chunkedBody } from '../support/http/chunked-body.ts';
import { decoded } from '../support/http/http-answer.ts';
import { opened } from '../support/http/raw-exchange.ts';
import { testServer } from '../support/http/server.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';

// A list of 12 MB, in a server that keeps no answers in memory.
const records = (word: string) =>
  Array.from({ length: 40 }, (_, n) =>
    talk(slugOf(n), '2026-01-01T12:00:00Z', {
      description: `${String(n)} ${`${word} `.repeat(300_000 / word.length)}`,
    }),
  );
const LISTING = '/api/talks/search?from=2026-01-01&count=1000';

const server = testServer(records('first'), { answerMemory: 0 });

/** Sends a request, and does not read the response until `read` is called. */
async function askSlowly(target: string, coding: string) {
  const socket = await opened((await server.started()).port);
  const chunks: Buffer[] = [];
  socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\nAccept-Encoding: ${coding}\r\nConnection: close\r\n\r\n`);
  // Waits until the response has begun.
  await new Promise((resolve) => socket.once('readable', resolve));
  return {
    read: async (): Promise<Buffer> => {
      for await (const chunk of socket) chunks.push(chunk as Buffer);
      const bytes = Buffer.concat(chunks);
      const start = bytes.indexOf('\r\n\r\n') + 4;
      if (coding === 'identity') return bytes.subarray(start);
      const body = chunkedBody(bytes, start)?.body;
      assert.ok(body !== undefined, 'the body is cut short');
      return coding === 'gzip' ? gunzipSync(body) : brotliDecompressSync(body);
    },
    leave: () => socket.destroy(),
  };
}

describe('a response of 12 MB', () => {
  it('has the same body in every encoding of each representation', async () => {
    for (const representation of ['json', 'xml', 'schedule.json']) {
      const target = `${LISTING}&format=${representation}`;
      const plain = await server.ask(target);
      assert.equal(plain.status, 200);
      assert.ok(plain.body.length > 11_000_000, `${String(plain.body.length)} bytes`);
      for (const coding of ['gzip', 'br']) {
        const coded = await server.ask(target, { headers: { 'accept-encoding': coding } });
        assert.ok(decoded(coded).equals(plain.body), `${representation} in ${coding}`);
      }
    }
  });

  it('arrives unchanged at slow clients while others disconnect and an import changes the catalogue', async () => {
    const codings = ['identity', 'gzip', 'br'];
    const before = await server.ask(LISTING);
    const gone = await Promise.all(codings.map((coding) => askSlowly(LISTING, coding)));
    const slow = await Promise.all(codings.map((coding) => askSlowly(LISTING, coding)));
    for (const { leave } of gone) leave();
    await server.import(records('other'), { replace: true });
    for (const format of ['json', 'xml', 'ics']) {
      const answer = await server.ask(`${LISTING}&format=${format}`);
      assert.deepEqual([answer.body.includes('other other'), answer.body.includes('first first')], [true, false]);
    }
    for (const client of slow) assert.ok((await client.read()).equals(before.body));
  });
});
