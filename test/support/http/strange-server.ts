import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** A third-party server. Tests set its response for each path; it records the requests. */
export interface StrangeServer {
  readonly port: number;
  /** `http://127.0.0.1:…` */
  readonly origin: string;
  readonly asked: readonly Asked[];
  close(): Promise<void>;
}

interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  /** Time by `performance.now()`. */
  readonly at: number;
}

export type Answering = (response: ServerResponse, request: IncomingMessage, socket: Socket) => void;

/** @param answers responses by path without the query; other paths respond with 404 */
export async function strangeServer(answers: Readonly<Record<string, Answering>>): Promise<StrangeServer> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push({ path, headers: request.headers, at: performance.now() });
    const answer = answers[path.replace(/\?.*/s, '')];
    if (answer === undefined) response.writeHead(404).end();
    else answer(response, request, request.socket);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  // The address is of another type only for servers on a pipe.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${String(port)}`,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Collects a body. */
export async function wholeBody(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const whole: Buffer[] = [];
  for await (const chunk of chunks) whole.push(chunk);
  return Buffer.concat(whole);
}
