// The baseline: a bare node:http server that only sends recorded responses. In JavaScript, like the server that is
// compared with it. The argument is a file written by recording.ts.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { deserialize } from 'node:v8';

/** @type {{ answers: { target: string, status: number, headers: string[], body: Uint8Array }[], keepAlive: number }} */
const recorded = deserialize(readFileSync(process.argv[2] ?? ''));

// Each body gets its own buffer, as in a server that caches responses.
const answers = new Map(
  recorded.answers.map(({ target, status, headers, body }) => [target, { status, headers, body: Buffer.from(body) }]),
);
const [only] = answers.size === 1 ? answers.values() : [];

const server = createServer({ keepAliveTimeout: recorded.keepAlive }, (request, response) => {
  const answer = only ?? answers.get(request.url ?? '');
  if (answer === undefined) {
    response.writeHead(404);
    response.end();
    return;
  }
  response.writeHead(answer.status, answer.headers);
  response.end(answer.body);
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ listening: server.address() });
});
