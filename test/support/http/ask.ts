import { request, type Agent } from 'node:http';
import { joinedHeaders, type HttpAnswer } from './http-answer.ts';

export interface AskOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly agent?: Agent;
  /** Empty by default. */
  readonly body?: string | Buffer;
}

/** Sends a request to a server on this machine, without decoding the body or following redirects. */
export function askPort(port: number, path: string, options: AskOptions = {}): Promise<HttpAnswer> {
  const { method = 'GET', headers = {}, agent, body } = options;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { host: '127.0.0.1', port, path, method, headers, ...(agent === undefined ? {} : { agent }) },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const body = Buffer.concat(chunks);
          resolve({ status: incoming.statusCode ?? 0, headers: joinedHeaders(incoming.rawHeaders), body });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
