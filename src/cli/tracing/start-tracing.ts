import { AsyncLocalStorage } from 'node:async_hooks';
import { tracingChannel, type TracingChannel } from 'node:diagnostics_channel';
import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api';
import type { W3CTraceContextPropagator } from '@opentelemetry/core';
import { codeOf } from '#catalogue/error-code.ts';
import { SOURCE_SYNCS } from '#harvest/sync/traced-syncs.ts';
import { programVersion } from '#replica/program-version.ts';
import { SEARCHES } from '#search/index/traced-searches.ts';
import { ClientAddresses } from '#server/http/client-address.ts';
import { RejectionLog } from '#server/http/rejection-log.ts';
import { REQUESTS_CHANNEL, type TracedRequest } from '#server/http/traced-requests.ts';
import { publicQuery } from '#server/request-logging.ts';
import type { Settings } from '../settings/settings.ts';
import { otelVariables, type Sampling, TracesNotInstalled } from './otel-variables.ts';

/** A running exporter of traces. */
export interface Tracing {
  /** Sends the remaining traces, if the collector accepts them in time. */
  end(): Promise<void>;
}

/** Takes errors that occur while sending. */
export interface TracingLog {
  warn(details: { readonly reason: string }, message: string): void;
}

/** Milliseconds that the collector gets at shutdown. */
const ENDS_WITHIN = 2_000;
/** Milliseconds between checks whether only the SDK's retries keep the process from ending. */
const LOOKS_EVERY = 100;
/** Maximum length, in characters, of attributes that clients choose. */
const MAX_LENGTH = 1_024;

/**
 * Starts sending traces, as configured by the OpenTelemetry variables. Call it before a server is
 * started.
 *
 * @param worker the number of this process, if there are several
 *
 * @throws TracesNotInstalled; OtelVariablesUnusable
 */
export async function startTracing(
  { trustedProxies }: Pick<Settings, 'trustedProxies'>,
  log: TracingLog,
  worker?: number,
): Promise<Tracing | undefined> {
  const { isOff, sampler, batches } = otelVariables(process.env);
  if (isOff) return undefined;
  const { api, core, exporter, resources, sdk } = await loadPackages();
  reportTo(api, log);
  const provider = new sdk.TracerProvider({
    resource: resourceOf(resources, worker),
    sampler: samplerOf(sdk, sampler),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new exporter.OTLPTraceExporter(), ...batches })],
    spanLimits: { attributeValueLengthLimit: MAX_LENGTH },
  });
  const tracer = provider.getTracer('lectern', programVersion());
  const clients = new ClientAddresses(trustedProxies);
  new Spans({ api, tracer, propagator: new core.W3CTraceContextPropagator(), clients }).subscribe();
  return { end: () => endOf(provider) };
}

type Sdk = typeof import('@opentelemetry/sdk-trace');

async function loadPackages() {
  try {
    const [api, core, exporter, resources, sdk] = await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/core'),
      import('@opentelemetry/exporter-trace-otlp-proto'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace'),
    ]);
    return { api, core, exporter, resources, sdk };
  } catch (error) {
    if (codeOf(error) === 'ERR_MODULE_NOT_FOUND') throw new TracesNotInstalled();
    throw error;
  }
}

/** The SDK reports errors in sending to a logger, once per batch until the collector is back. */
function reportTo(api: typeof import('@opentelemetry/api'), log: TracingLog): void {
  const failures = new RejectionLog((details) => log.warn(details, 'cannot send traces'));
  const failed = (message: string, ...details: readonly unknown[]): void =>
    failures.rejected([message, ...details.map(String)].join(' ').slice(0, MAX_LENGTH), undefined);
  const ignored = (): void => undefined;
  const logger = { error: failed, warn: failed, info: ignored, debug: ignored, verbose: ignored };
  api.diag.setLogger(logger, { logLevel: api.DiagLogLevel.INFO, suppressOverrideMessage: true });
}

/** OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence. */
function resourceOf(
  {
    detectResources,
    envDetector,
    hostDetector,
    serviceInstanceIdDetector,
    resourceFromAttributes,
  }: typeof import('@opentelemetry/resources'),
  worker: number | undefined,
) {
  return resourceFromAttributes({
    'service.name': 'lectern',
    'service.version': programVersion(),
    ...(worker === undefined ? {} : { 'lectern.worker': worker }),
  }).merge(detectResources({ detectors: [hostDetector, serviceInstanceIdDetector, envDetector] }));
}

function samplerOf(sdk: Sdk, { isParentBased, ratio }: Sampling) {
  const root =
    ratio === 1
      ? new sdk.AlwaysOnSampler()
      : ratio === 0
        ? new sdk.AlwaysOffSampler()
        : new sdk.TraceIdRatioBasedSampler(ratio);
  return isParentBased ? new sdk.ParentBasedSampler({ root }) : root;
}

/** Retries to a collector that is down would keep the process alive for as long as they take. */
async function endOf(provider: InstanceType<Sdk['TracerProvider']>): Promise<void> {
  let late: NodeJS.Timeout | undefined;
  const isLate = new Promise<'late'>((resolve) => {
    late = setTimeout(() => resolve('late'), ENDS_WITHIN);
  });
  const outcome = await Promise.race([provider.shutdown().catch(() => undefined), isLate]);
  clearTimeout(late);
  if (outcome !== 'late') return;
  setInterval(() => {
    // Set when the command has finished.
    if (process.exitCode !== undefined) process.exit();
  }, LOOKS_EVERY).unref();
}

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
class Spans {
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
