// The floor: bare node:http that sends Lectern's own status and headers, and a body copied together from pieces of a
// buffer that is far larger than the processor's caches, as any server must that keeps talks in memory. In JavaScript,
// like the servers that are compared with it. Arguments: a file written by recording.ts, the number of pieces.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { deserialize } from 'node:v8';

const SIZE = 170_000_000;

/** @type {{ answers: { status: number, headers: string[], body: Uint8Array }[], keepAlive: number }} */
const { answers, keepAlive } = deserialize(readFileSync(process.argv[2] ?? ''));
const [answer] = answers;
if (answer === undefined) throw new Error('nothing was recorded');
const { status, headers, body: typical } = answer;
const pieces = Number(process.argv[3]);

// Every page is written to, or all of them would be the same page of zeros.
const talks = Buffer.alloc(SIZE, typical);
let step = 1;

/** A different place each time, far from the one before. */
function place() {
  step = (Math.imul(step, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((step / 0x1_0000_0000) * (SIZE - typical.length));
}

function copied() {
  const body = Buffer.allocUnsafe(typical.length);
  for (let piece = 0; piece < pieces; piece += 1) {
    const at = Math.floor((piece * body.length) / pieces);
    const end = Math.floor(((piece + 1) * body.length) / pieces);
    const from = place();
    talks.copy(body, at, from, from + end - at);
  }
  return body;
}

const server = createServer({ keepAliveTimeout: keepAlive }, (_, response) => {
  response.writeHead(status, headers);
  response.end(copied());
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ listening: server.address() });
});
