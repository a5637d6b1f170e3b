import { ClientAddresses } from '#server/http/client-address.ts';
import { RejectionLog } from '#server/http/rejection-log.ts';
import { codeOf } from '#catalogue/error-code.ts';
import type { Settings } from '../settings/settings.ts';
import { programVersion } from '#replica/program-version.ts';
import { otelVariables, type Sampling } from './otel-variables.ts';
import { Spans } from './spans.ts';
import { TracesNotInstalled } from './traces-not-installed.ts';

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
