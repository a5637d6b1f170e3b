import { AsyncLocalStorage } from 'node:async_hooks';
import type { McpHttpHandler } from '@modelcontextprotocol/server';
import { uncachedAnswer, type Answer } from '../http/answer.ts';
import type { PostHandler } from '../http/application.ts';
import { unavailable } from '../http/errors.ts';
import type { Posted } from '../http/posted.ts';
import { mcpServers } from './mcp-server.ts';
import type { McpService } from './mcp-server.ts';
import type { Sdk } from './sdk.ts';

/** Path of the endpoint for assistants. */
const MCP_PATH = '/mcp';

/** Maximum number of messages in a batch. */
const MAX_MESSAGES = 10;
/** Deepest nesting of JSON. */
const DEEPEST = 16;
/** Milliseconds that all messages of a request may take. */
const LONGEST_EXCHANGE = 4_500;
/** Largest response, in bytes. */
const LARGEST_ANSWER = 4 * 1024 * 1024;

/** JSON-RPC 2.0, section 5.1. */
const PARSE_ERROR = -32_700;
const INVALID_REQUEST = -32_600;

interface HandlerOptions {
  /** Milliseconds that all messages of a request may take. */
  readonly longestExchange?: number;
}

/**
 * Answers assistants over HTTP: the protocol's “Streamable HTTP” transport without sessions, so that any process can
 * answer any request, and no state is kept between requests.
 */
export function mcpHandler(
  sdk: Sdk,
  service: McpService,
  { longestExchange = LONGEST_EXCHANGE }: HandlerOptions = {},
): PostHandler {
  const requestIds = new AsyncLocalStorage<string>();
  const requestId = (): string | undefined => requestIds.getStore();
  const handler = sdk.createMcpHandler(mcpServers(sdk, { ...service, requestId }), {
    // Tools never change while the service runs, so there is nothing to subscribe to.
    maxSubscriptions: 0,
    keepAliveMs: 0,
    onerror: (error) => service.log.debug({ reason: error.message, requestId: requestId() }, 'assistant rejected'),
  });
  const address = service.publication.baseUrl + MCP_PATH;
  return {
    route: MCP_PATH,
    post: async (posted) => {
      const message = parsed(posted.body);
      if (message === undefined) return errorAnswer(PARSE_ERROR, 'The body is not valid JSON');
      if (Array.isArray(message) && (message.length === 0 || message.length > MAX_MESSAGES))
        return errorAnswer(INVALID_REQUEST, `Between 1 and ${MAX_MESSAGES} messages can be sent together`);
      if (isDeeper(message, DEEPEST))
        return errorAnswer(INVALID_REQUEST, `Messages can have at most ${DEEPEST} levels of brackets`);
      return requestIds.run(posted.requestId, () => answered(handler, address, posted, { message, longestExchange }));
    },
  };
}

async function answered(
  handler: McpHttpHandler,
  address: string,
  { headers }: Pick<Posted, 'headers'>,
  { message, longestExchange }: { readonly message: unknown; readonly longestExchange: number },
): Promise<Answer> {
  const taken = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && (TAKEN.includes(name) || name.startsWith('mcp-')) ? [[name, value]] : [],
  );
  const aborted = new AbortController();
  const timer = setTimeout(() => aborted.abort(), longestExchange);
  try {
    const request = new Request(address, { method: 'POST', headers: taken, signal: aborted.signal });
    const response = await abortable(handler.fetch(request, { parsedBody: message }), aborted.signal);
    const body = await wholeBody(response, aborted.signal);
    const contentType = response.headers.get('content-type') ?? 'text/plain';
    return uncachedAnswer(response.status, contentType, body);
  } finally {
    clearTimeout(timer);
    aborted.abort();
  }
}

/** Headers that the protocol uses. */
const TAKEN: readonly string[] = ['accept', 'content-type'];

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    return undefined;
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

/** Rejects with HttpError 503 when the time is up. */
function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(unavailable('The request timed out')));
    work.then(resolve, reject);
  });
}

/** Reads a response that may be an event stream, which ends with the last answer. */
async function wholeBody(response: Response, signal: AbortSignal): Promise<Buffer> {
  const reader = response.body?.getReader();
  if (reader === undefined) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await abortable(reader.read(), signal);
      if (done) return Buffer.concat(chunks);
      chunks.push(value);
      size += value.length;
      if (size > LARGEST_ANSWER) throw unavailable('The answer is too large');
    }
  } finally {
    // A cancelled message gets no answer, so its stream would never end.
    void reader.cancel().catch(() => undefined);
  }
}

function errorAnswer(code: number, message: string): Answer {
  const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null }));
  return uncachedAnswer(400, 'application/json', body);
}
