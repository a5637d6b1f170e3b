import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel, type TracingChannel } from 'node:diagnostics_channel';
import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api';
import type { W3CTraceContextPropagator } from '@opentelemetry/core';
import { SOURCE_SYNCS } from '#harvest/sync/traced-syncs.ts';
import { SEARCHES } from '#search/index/traced-searches.ts';
import type { ClientAddresses } from '#server/http/client-address.ts';
import { REQUESTS_CHANNEL, type TracedRequest } from '#server/http/traced-requests.ts';
import { publicQuery } from '#server/request-logging.ts';

interface SpanTools {
  readonly api: typeof import('@opentelemetry/api');
  readonly tracer: Tracer;
  readonly propagator: W3CTraceContextPropagator;
  readonly clients: Pick<ClientAddresses, 'isFromTrustedProxy'>;
}

/** How the operations of a diagnostics channel become spans. */
interface Operation<Message> {
  readonly name: (message: Message) => string;
  readonly attributes: (message: Message) => Attributes;
  /** @param result what the operation returned or resolved with; undefined if it failed */
  readonly outcome?: (result: unknown) => Attributes;
  /** Whether it starts a trace of its own; otherwise it is only recorded within a request. */
  readonly isRoot?: boolean;
}

/** How an operation ended, as published on its channel. */
interface Ended {
  readonly error?: unknown;
  readonly result?: unknown;
}

const GETTER = {
  get: (headers: unknown, name: string): string | undefined => {
    const value: unknown = typeof headers === 'object' && headers !== null ? Reflect.get(headers, name) : undefined;
    return typeof value === 'string' ? value : undefined;
  },
  keys: (headers: unknown): string[] => Object.keys(headers ?? {}),
};

/** Makes spans of what is published on the channels. They contain nothing about the client. */
export class Spans {
  readonly #tools: SpanTools;
  /** The request that an operation belongs to. */
  readonly #above = new AsyncLocalStorage<Context>();

  constructor(tools: SpanTools) {
    this.#tools = tools;
  }

  /** Subscribes until the process ends. */
  subscribe(): void {
    channelOfRequests().start.bindStore(this.#above, (traced) => this.#request(traced));
    this.#follow(SEARCHES, {
      name: () => 'search',
      attributes: ({ question }) => ({
        'lectern.search.order': question.order,
        'lectern.search.has_text': question.text !== null,
      }),
      outcome: (result) => ({ 'lectern.search.total': Number(member(result, 'total')) }),
    });
    this.#follow(SOURCE_SYNCS, {
      name: ({ source }) => `sync ${source}`,
      attributes: ({ source }) => ({ 'lectern.source': source }),
      outcome: (result) => ({ 'lectern.sync.outcome': String(member(member(result, 'done'), 'outcome')) }),
      isRoot: true,
    });
  }

  /**
   * Starts the span of a request, which ends with its response. Semantic conventions for HTTP
   * servers, 1.29.
   */
  #request({ request, response, requestIds }: TracedRequest): Context {
    const { api, tracer, propagator, clients } = this.#tools;
    const { method = '', url = '', headers, httpVersion } = request;
    const isTrusted = clients.isFromTrustedProxy(request);
    const parent = isTrusted ? propagator.extract(api.ROOT_CONTEXT, headers, GETTER) : api.ROOT_CONTEXT;
    const mark = url.indexOf('?');
    const span = tracer.startSpan(
      method,
      {
        kind: api.SpanKind.SERVER,
        attributes: {
          'http.request.method': method,
          'url.scheme': 'http',
          'url.path': mark < 0 ? url : url.slice(0, mark),
          'url.query': mark < 0 ? undefined : publicQuery(url.slice(mark + 1)),
          'network.protocol.version': httpVersion,
        },
      },
      parent,
    );
    span.setAttribute('lectern.request_id', requestIds.of(request, response, span.spanContext().traceId));
    response.once('close', () => this.#endRequest(span, response, method));
    return api.trace.setSpan(parent, span);
  }

  #endRequest(span: Span, response: TracedRequest['response'], method: string): void {
    const { route, cache, bytes } = response.record;
    const { statusCode, headersSent } = response;
    if (route !== undefined) span.updateName(`${method} ${route}`);
    span.setAttributes({
      'http.route': route,
      'http.response.status_code': headersSent ? statusCode : undefined,
      'http.response.body.size': bytes,
      'lectern.cache': cache,
    });
    if (!headersSent || statusCode >= 500) {
      span.setAttribute('error.type', headersSent ? String(statusCode) : 'client_gone');
      if (headersSent) span.setStatus({ code: this.#tools.api.SpanStatusCode.ERROR });
    }
    span.end();
  }

  #follow<Message extends object>(channel: TracingChannel<unknown, Message>, operation: Operation<Message>): void {
    const { api, tracer } = this.#tools;
    const open = new WeakMap<Message, Span>();
    const end = (message: Message & Ended): void => {
      const span = open.get(message);
      if (span === undefined) return;
      open.delete(message);
      if (message.error !== undefined) span.setAttribute('error.type', nameOf(message.error));
      else if (operation.outcome !== undefined) span.setAttributes(operation.outcome(message.result));
      span.end();
    };
    channel.subscribe({
      start: (message) => {
        const above = this.#above.getStore();
        if (above === undefined && operation.isRoot !== true) return;
        const options = { kind: api.SpanKind.INTERNAL, attributes: operation.attributes(message) };
        open.set(message, tracer.startSpan(operation.name(message), options, above ?? api.ROOT_CONTEXT));
      },
      // An asynchronous operation has no result yet.
      end: (message) => {
        if ('result' in message || 'error' in message) end(message);
      },
      asyncStart: () => undefined,
      asyncEnd: end,
      error: () => undefined,
    });
  }
}

/** The same channel: it is the subscriber that decides what is stored. */
function channelOfRequests(): TracingChannel<Context, TracedRequest> {
  return tracingChannel<Context, TracedRequest>(REQUESTS_CHANNEL);
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.constructor.name : typeof error;
}
