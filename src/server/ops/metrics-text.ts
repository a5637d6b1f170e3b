import { FAMILIES, familyOf, type Samples } from './metric-families.ts';

/** The text format of Prometheus, version 0.0.4 (prometheus.io/docs/instrumenting/exposition_formats). */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** The values of one service by worker number, which is undefined if there is only one process. */
export interface ToldSamples {
  readonly workers: ReadonlyMap<number | undefined, Samples>;
  /** Counters of workers that have exited, so that no sum ever decreases. */
  readonly retired?: Samples;
  /** Of the process that answers for all. */
  readonly own?: Samples | undefined;
}

/** All metrics of a service in the text format of Prometheus. */
export function metricsText({ workers, retired = {}, own = {} }: ToldSamples): string {
  const lines = new Map<string, Map<string, number>>(Object.keys(FAMILIES).map((name) => [name, new Map()]));
  const add = (samples: Samples, worker: number | undefined): void => {
    for (const [text, value] of Object.entries(samples)) {
      const name = familyOf(text);
      const known = name === undefined ? undefined : lines.get(name);
      if (name === undefined || known === undefined) continue;
      const { of } = FAMILIES[name] ?? {};
      if (of === 'sum') known.set(text, (known.get(text) ?? 0) + value);
      else if (of === 'worker') known.set(worker === undefined ? text : ofWorker(text, worker), value);
      else if (!known.has(text)) known.set(text, value);
    }
  };
  for (const samples of [retired, own]) add(samples, undefined);
  for (const [worker, samples] of [...workers].sort(([a = 0], [b = 0]) => a - b)) add(samples, worker);
  return [...lines].map(([name, samples]) => written(name, samples)).join('');
}

/** The counters of a worker, without its gauges. */
export function countedIn(samples: Samples): Samples {
  return Object.fromEntries(Object.entries(samples).filter(([text]) => FAMILIES[familyOf(text) ?? '']?.of === 'sum'));
}

/** Adds two sets of counters. */
export function sumOf(one: Samples, other: Samples): Samples {
  const sum: Record<string, number> = { ...one };
  for (const [text, value] of Object.entries(other)) sum[text] = (sum[text] ?? 0) + value;
  return sum;
}

/** Adds the worker number to the labels. */
function ofWorker(text: string, worker: number): string {
  const label = `worker="${String(worker)}"`;
  return text.endsWith('}') ? `${text.slice(0, -1)},${label}}` : `${text}{${label}}`;
}

function written(name: string, samples: ReadonlyMap<string, number>): string {
  const family = FAMILIES[name];
  if (family === undefined || samples.size === 0) return '';
  const lines = [...samples].map(([text, value]) => `${text} ${String(value)}\n`);
  return `# HELP ${name} ${family.help}\n# TYPE ${name} ${family.type}\n${lines.join('')}`;
}
