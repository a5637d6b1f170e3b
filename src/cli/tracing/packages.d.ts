/**
 * The parts of OpenTelemetry's packages that we use. They are optional dependencies, so their own
 * types may be missing.
 */
declare module '@opentelemetry/api' {
  export type AttributeValue = string | number | boolean;
  export type Attributes = Record<string, AttributeValue | undefined>;

  /** The context that holds the active span; immutable. */
  export interface Context {
    getValue(key: symbol): unknown;
  }
  export interface Span {
    spanContext(): { readonly traceId: string; readonly spanId: string };
    setAttribute(key: string, value: AttributeValue): void;
    setAttributes(attributes: Attributes): void;
    setStatus(status: { code: number; message?: string }): void;
    updateName(name: string): void;
    end(): void;
  }
  export interface Tracer {
    startSpan(name: string, options: { kind: number; attributes?: Attributes }, context: Context): Span;
  }
  export const ROOT_CONTEXT: Context;
  export const SpanKind: { readonly INTERNAL: number; readonly SERVER: number; readonly CLIENT: number };
  export const SpanStatusCode: { readonly ERROR: number };
  export const DiagLogLevel: { readonly INFO: number };
  export const trace: { setSpan(context: Context, span: Span): Context };

  type Log = (message: string, ...details: readonly unknown[]) => void;
  export const diag: {
    setLogger(
      logger: { error: Log; warn: Log; info: Log; debug: Log; verbose: Log },
      options: { logLevel: number; suppressOverrideMessage: boolean },
    ): boolean;
  };
}

declare module '@opentelemetry/core' {
  import type { Context } from '@opentelemetry/api';

  export class W3CTraceContextPropagator {
    extract(
      context: Context,
      carrier: unknown,
      getter: { get(carrier: unknown, key: string): string | string[] | undefined; keys(carrier: unknown): string[] },
    ): Context;
  }
}

declare module '@opentelemetry/exporter-trace-otlp-proto' {
  export class OTLPTraceExporter {
    readonly exportsSpans: true;
  }
}

declare module '@opentelemetry/resources' {
  import type { Attributes } from '@opentelemetry/api';

  export interface Resource {
    /** Resources of the other one take precedence. */
    merge(other: Resource): Resource;
  }
  interface Detector {
    readonly detects: true;
  }
  export const envDetector: Detector;
  export const hostDetector: Detector;
  export const serviceInstanceIdDetector: Detector;
  export function detectResources(options: { detectors: readonly Detector[] }): Resource;
  export function resourceFromAttributes(attributes: Attributes): Resource;
}

declare module '@opentelemetry/sdk-trace' {
  import type { Tracer } from '@opentelemetry/api';
  import type { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
  import type { Resource } from '@opentelemetry/resources';

  interface Sampler {
    toString(): string;
  }
  export const AlwaysOnSampler: new () => Sampler;
  export const AlwaysOffSampler: new () => Sampler;
  export const TraceIdRatioBasedSampler: new (ratio: number) => Sampler;
  export const ParentBasedSampler: new (options: { root: Sampler }) => Sampler;
  interface SpanProcessor {
    forceFlush(): Promise<void>;
  }
  export const BatchSpanProcessor: new (options: {
    exporter: OTLPTraceExporter;
    scheduledDelayMillis?: number;
    exportTimeoutMillis?: number;
    maxQueueSize?: number;
    maxExportBatchSize?: number;
  }) => SpanProcessor;
  export class TracerProvider {
    constructor(options: {
      resource: Resource;
      sampler: Sampler;
      spanProcessors: readonly SpanProcessor[];
      spanLimits: { attributeValueLengthLimit: number };
    });
    getTracer(name: string, version: string): Tracer;
    shutdown(): Promise<void>;
  }
}
