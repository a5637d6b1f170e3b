import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { listen } from '../http/listener.ts';
import { METRICS_TYPE } from './metrics-text.ts';

/** Where metrics are served. */
export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

/** More than gather metrics of one service. */
const MOST_CONNECTIONS = 50;
const SECONDS_TO_ASK = 10_000;

export const METRICS_PATH = '/metrics';

/** Serves the metrics of a service, on a listener of their own. */
export class MetricsServer {
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /**
   * Undefined, and said in the log, if nothing can listen there: readers are served nevertheless.
   * @param text as Prometheus reads it
   */
  static async open(
    { host, port }: MetricsAddress,
    text: () => string | Promise<string>,
    log: Logger,
  ): Promise<MetricsServer | undefined> {
    const server = createServer((request, response) => void answer(request, response, text));
    server.maxConnections = MOST_CONNECTIONS;
    server.requestTimeout = server.headersTimeout = SECONDS_TO_ASK;
    try {
      await listen(server, host, port);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.warn(
        { host, port, reason },
        'metrics are not served: nothing can listen there; choose another with --metrics',
      );
      return undefined;
    }
    const opened = new MetricsServer(server);
    log.info({ host, port: opened.port }, 'serving metrics');
    return opened;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  /** Cuts whoever is asking. */
  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  text: () => string | Promise<string>,
): Promise<void> {
  const path = request.url?.split('?', 1)[0];
  if (path !== METRICS_PATH) {
    end(response, 404, `Metrics are at ${METRICS_PATH}.\n`);
    return;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    end(response, 405, 'Metrics are read with GET.\n');
    return;
  }
  try {
    const body = await text();
    response.writeHead(200, { 'Content-Type': METRICS_TYPE, 'Cache-Control': 'no-store' });
    response.end(body);
  } catch {
    end(response, 500, 'The metrics cannot be read now.\n');
  }
}

function end(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' });
  response.end(text);
}
