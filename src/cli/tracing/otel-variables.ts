/**
 * The OpenTelemetry variables
 * (opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables) that we read
 * ourselves.
 */
interface OtelVariables {
  /** Whether they turn traces off. */
  readonly isOff: boolean;
  readonly sampler: Sampling;
  readonly batches: Batches;
}

export interface Sampling {
  /** Whether a trace started elsewhere is recorded if its parent is. */
  readonly isParentBased: boolean;
  /** The fraction of all other traces to record, from 0 to 1. */
  readonly ratio: number;
}

/** Milliseconds and numbers of spans; what is not set is left to the SDK. */
interface Batches {
  readonly scheduledDelayMillis?: number;
  readonly exportTimeoutMillis?: number;
  readonly maxQueueSize?: number;
  readonly maxExportBatchSize?: number;
}

/** Some variables are invalid; the message names all of them. */
export class OtelVariablesUnusable extends Error {
  override readonly name = 'OtelVariablesUnusable';
}

type Environment = Readonly<Record<string, string | undefined>>;

const BATCHES = [
  ['scheduledDelayMillis', 'OTEL_BSP_SCHEDULE_DELAY'],
  ['exportTimeoutMillis', 'OTEL_BSP_EXPORT_TIMEOUT'],
  ['maxQueueSize', 'OTEL_BSP_MAX_QUEUE_SIZE'],
  ['maxExportBatchSize', 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE'],
] as const;
const MAX_NUMBER = 10_000_000;

/** The ratio of each sampler; undefined if it is the sampler's argument. */
const SAMPLERS: Readonly<Record<string, number | undefined>> = {
  always_on: 1,
  always_off: 0,
  traceidratio: undefined,
};
const PARENT_BASED = 'parentbased_';
const PROTOCOL = 'http/protobuf';

/** @throws OtelVariablesUnusable */
export function otelVariables(environment: Environment): OtelVariables {
  const problems: string[] = [];
  const read = <T>(name: string, what: string, meaning: (text: string) => T | undefined): T | undefined => {
    const text = environment[name]?.trim() ?? '';
    if (text === '') return undefined;
    const value = meaning(text);
    if (value === undefined) problems.push(`${name}: ${JSON.stringify(text)} is not ${what}.`);
    return value;
  };
  const exporter = read('OTEL_TRACES_EXPORTER', 'otlp or none', oneOf('otlp', 'none'));
  for (const name of ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'])
    read(name, 'an http:// or https:// address', webAddress);
  for (const name of ['OTEL_EXPORTER_OTLP_PROTOCOL', 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'])
    read(name, `supported; use ${PROTOCOL}`, oneOf(PROTOCOL));
  const ratio = read('OTEL_TRACES_SAMPLER_ARG', 'a number from 0 to 1', fraction) ?? 1;
  const names = Object.keys(SAMPLERS).flatMap((name) => [name, PARENT_BASED + name]);
  const sampler =
    read('OTEL_TRACES_SAMPLER', `one of ${names.join(', ')}`, oneOf(...names)) ?? `${PARENT_BASED}always_on`;
  const batches: Partial<Record<keyof Batches, number>> = {};
  for (const [option, name] of BATCHES) {
    const value = read(name, `a whole number from 1 to ${String(MAX_NUMBER)}`, wholeNumber);
    if (value !== undefined) batches[option] = value;
  }
  const isDisabled = environment.OTEL_SDK_DISABLED?.trim().toLowerCase() === 'true';
  if (problems.length > 0) throw new OtelVariablesUnusable(problems.join(' '));
  return {
    isOff: isDisabled || exporter === 'none',
    sampler: {
      isParentBased: sampler.startsWith(PARENT_BASED),
      ratio: SAMPLERS[sampler.replace(PARENT_BASED, '')] ?? ratio,
    },
    batches,
  };
}

function oneOf(...values: readonly string[]) {
  return (text: string): string | undefined => (values.includes(text) ? text : undefined);
}

function webAddress(text: string): string | undefined {
  return /^https?:\/\//i.test(text) && URL.canParse(text) ? text : undefined;
}

function fraction(text: string): number | undefined {
  return /^(0(\.\d+)?|1(\.0+)?|\.\d+)$/.test(text) ? Number(text) : undefined;
}

function wholeNumber(text: string): number | undefined {
  return /^[1-9]\d{0,7}$/.test(text) && Number(text) <= MAX_NUMBER ? Number(text) : undefined;
}

/** The packages that send traces are not installed; the message says what to do. */
export class TracesNotInstalled extends Error {
  override readonly name = 'TracesNotInstalled';

  constructor() {
    super(
      'Traces cannot be sent, because the optional OpenTelemetry packages are not installed. Reinstall Lectern with Node.js 22.18 or newer and without --omit=optional, or leave out --traces.',
    );
  }
}
