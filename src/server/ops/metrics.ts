import type { ListedSource } from '#store/source-states.ts';
import { DATA_POLICY, type Answer } from '../http/answer.ts';
import type { Service } from '../service.ts';
import { processNumbers, type Instance, type ProcessNumbers } from './instance.ts';

/** The text format of Prometheus, version 0.0.4 (prometheus.io/docs/instrumenting/exposition_formats). */
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly samples: readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[];
}

/** How it stands with the service, the catalogue and its sources, in numbers, for whatever gathers them. */
export async function metricsAnswer({ instance }: Pick<Service, 'instance'>): Promise<Answer> {
  const sources = (await instance.sources.listed()) ?? [];
  const metrics = [...processMetrics(instance), ...sourceMetrics(sources)].filter(({ samples }) => samples.length > 0);
  return {
    status: 200,
    contentType: CONTENT_TYPE,
    body: Buffer.from(metrics.map(written).join('')),
    tag: undefined,
    variant: '',
    headers: DATA_POLICY,
    keep: 'never',
    until: Infinity,
  };
}

/** Of each process, and what they are. */
const OF_PROCESS: Readonly<Record<string, string>> = {
  lectern_ready: '1 if ready to serve every request, else 0.',
  lectern_catalogue_version: 'Version of the catalogue that answers come from.',
  lectern_catalogue_talks: 'Talks in it.',
  lectern_catalogue_damaged_records: 'Parts of the catalogue that cannot be read, as far as they are known.',
  lectern_rate_limited_requests_total: 'Requests rejected because their clients sent too many (--rate-limit).',
  lectern_store_seen_timestamp_seconds: 'When the store last answered.',
  process_resident_memory_bytes: 'Memory of the process that answers.',
};

/** Of every worker, whichever of them answers, so that a scrape is of all; without a label where there is one process alone. */
function processMetrics(instance: Instance): Metric[] {
  const { worker, otherWorkers } = instance;
  const own = processNumbers(instance);
  const workers = worker === undefined ? [] : [...new Map(otherWorkers()).set(worker, own)].sort(([a], [b]) => a - b);
  const processes: readonly (readonly [Metric['samples'][number][0], ProcessNumbers])[] =
    worker === undefined ? [[{}, own]] : workers.map(([number, numbers]) => [{ worker: String(number) }, numbers]);
  return Object.entries(OF_PROCESS).map(([name, help]) => ({
    name,
    help,
    samples: processes.flatMap(([labels, { [name]: value }]) =>
      value === undefined ? [] : [[labels, value] as const],
    ),
  }));
}

function sourceMetrics(sources: readonly ListedSource[]): Metric[] {
  const ofEach = (name: string, help: string, value: (source: ListedSource) => number | null | undefined): Metric => ({
    name: `lectern_source_${name}`,
    help,
    samples: sources.flatMap((source) => {
      const known = value(source);
      return known === null || known === undefined ? [] : [[{ source: source.name }, known] as const];
    }),
  });
  return [
    ofEach('last_attempt_timestamp_seconds', 'When a source was last looked at.', ({ state }) =>
      seconds(state?.lastAttempt),
    ),
    ofEach('last_success_timestamp_seconds', 'When that last succeeded.', ({ state }) => seconds(state?.lastSuccess)),
    ofEach('next_run_timestamp_seconds', 'When it is due again.', ({ state }) => seconds(state?.nextRun)),
    ofEach('failures', 'Failures in a row, up to the last run.', ({ state }) => state?.failures),
    ofEach('problems', 'Problems that its last run found.', ({ state }) => {
      return state === undefined ? undefined : state.problems.length + state.moreProblems;
    }),
    ofEach('talks', 'Talks that it had when it was last read.', ({ state }) => state?.talks),
    {
      name: 'lectern_source_changes',
      help: 'Talks that its last run added, moved, renamed and so on.',
      samples: sources.flatMap(({ name, state }) =>
        Object.entries(state?.changes ?? {}).map(([change, count]) => [{ source: name, change }, count] as const),
      ),
    },
  ];
}

function seconds(time: string | null | undefined): number | undefined {
  return time === null || time === undefined ? undefined : Date.parse(time) / 1000;
}

function written({ name, help, samples }: Metric): string {
  const lines = samples.map(([labels, value]) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
    return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${String(value)}\n`;
  });
  const type = name.endsWith('_total') ? 'counter' : 'gauge';
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
