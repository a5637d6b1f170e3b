import { createServer } from 'node:http';
import { once } from 'node:events';
import { portOf } from '#server/http/listener.ts';
import { membersOf } from '../http/documented-paths.ts';
import { valueAt } from '../json-value.ts';

/** A span, decoded. */
export interface ReceivedSpan {
  readonly name: string;
  /** Hexadecimal. */
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the root span of a trace. */
  readonly parentSpanId: string;
  readonly kind: string;
  /** `STATUS_CODE_ERROR`; undefined unless it is set. */
  readonly status: unknown;
  readonly milliseconds: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Resource attributes of the process that sent it. */
  readonly resource: Readonly<Record<string, unknown>>;
}

export interface Collector {
  /** Environment variables that make a process send its traces here. */
  readonly variables: Readonly<Record<string, string>>;
  readonly spans: readonly ReceivedSpan[];
  /** Headers of each request. */
  readonly headers: readonly Readonly<Record<string, unknown>>[];
  close(): void;
}

/** The part of the OTLP 1.x schema that tests read, with its original names and field numbers. */
const OTLP = `
syntax = "proto3";
message Request { repeated ResourceSpans resource_spans = 1; }
message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
message Resource { repeated KeyValue attributes = 1; }
message ScopeSpans { repeated Span spans = 2; }
message Span {
  enum SpanKind { SPAN_KIND_UNSPECIFIED = 0; SPAN_KIND_INTERNAL = 1; SPAN_KIND_SERVER = 2; }
  bytes trace_id = 1;
  bytes span_id = 2;
  bytes parent_span_id = 4;
  string name = 5;
  SpanKind kind = 6;
  fixed64 start_time_unix_nano = 7;
  fixed64 end_time_unix_nano = 8;
  repeated KeyValue attributes = 9;
  Status status = 15;
}
message Status {
  enum StatusCode { STATUS_CODE_UNSET = 0; STATUS_CODE_OK = 1; STATUS_CODE_ERROR = 2; }
  StatusCode code = 3;
}
message KeyValue { string key = 1; AnyValue value = 2; }
message AnyValue {
  oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; }
}
`;

/** Accepts traces over OTLP/HTTP on a local port. */
export async function startCollector(): Promise<Collector> {
  const { parse } = await import('protobufjs');
  const request = parse(OTLP).root.lookupType('Request');
  const spans: ReceivedSpan[] = [];
  const headers: Readonly<Record<string, unknown>>[] = [];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      if (incoming.url !== '/v1/traces') {
        response.writeHead(404).end();
        return;
      }
      headers.push(incoming.headers);
      const message = request.decode(Buffer.concat(chunks));
      spans.push(...spansIn(request.toObject(message, { enums: String, longs: Number })));
      response.writeHead(200, { 'Content-Type': 'application/x-protobuf' }).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const variables = {
    LECTERN_TRACES: 'on',
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${String(portOf(server))}`,
    OTEL_BSP_SCHEDULE_DELAY: '50',
  };
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { variables, spans, headers, close };
}

function spansIn(message: unknown): ReceivedSpan[] {
  return list(message, 'resourceSpans').flatMap((ofResource) => {
    const resource = attributesOf(valueAt(ofResource, 'resource'));
    return list(ofResource, 'scopeSpans').flatMap((ofScope) =>
      list(ofScope, 'spans').map((span) => spanOf(span, resource)),
    );
  });
}

function spanOf(span: unknown, resource: ReceivedSpan['resource']): ReceivedSpan {
  const { name, kind, traceId, spanId, parentSpanId, startTimeUnixNano, endTimeUnixNano } = membersOf(span);
  return {
    name: String(name),
    kind: String(kind),
    traceId: hexadecimal(traceId),
    spanId: hexadecimal(spanId),
    parentSpanId: hexadecimal(parentSpanId),
    status: valueAt(span, 'status', 'code'),
    milliseconds: (Number(endTimeUnixNano) - Number(startTimeUnixNano)) / 1e6,
    attributes: attributesOf(span),
    resource,
  };
}

function attributesOf(from: unknown): Record<string, unknown> {
  return Object.fromEntries(
    list(from, 'attributes').map((each) => [
      String(valueAt(each, 'key')),
      Object.values(membersOf(valueAt(each, 'value')))[0],
    ]),
  );
}

function list(from: unknown, name: string): readonly unknown[] {
  const all = valueAt(from, name);
  return Array.isArray(all) ? all : [];
}

function hexadecimal(bytes: unknown): string {
  return bytes instanceof Uint8Array ? Buffer.from(bytes).toString('hex') : '';
}
