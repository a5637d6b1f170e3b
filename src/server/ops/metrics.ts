import type { ListedSource } from '#store/source-states.ts';
import { DATA_POLICY, type Answer } from '../http/answer.ts';
import { isReady } from './health.ts';
import type { Service } from '../service.ts';

/** The text format of Prometheus, version 0.0.4 (prometheus.io/docs/instrumenting/exposition_formats). */
const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly samples: readonly (readonly [labels: Readonly<Record<string, string>>, value: number])[];
}

/** How it stands with the service, the catalogue and its sources, in numbers, for whatever gathers them. */
export async function metricsAnswer(service: Service): Promise<Answer> {
  const sources = (await service.sources.listed()) ?? [];
  const metrics = [...serviceMetrics(service), ...sourceMetrics(sources)].filter(({ samples }) => samples.length > 0);
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

function serviceMetrics(service: Service): Metric[] {
  const { index, lastSeen } = service.follower;
  const memory = process.memoryUsage().rss;
  return [
    gauge('lectern_ready', 'Whether every question can be answered just now: 1 or 0.', isReady(service) ? 1 : 0),
    gauge('lectern_catalogue_version', 'Version of the catalogue that answers come from.', index?.state.version),
    gauge('lectern_catalogue_talks', 'Talks in it.', index?.size),
    gauge('lectern_store_seen_timestamp_seconds', 'When the store last answered.', lastSeen / 1000),
    gauge('process_resident_memory_bytes', 'Memory of the process that answers.', memory),
  ];
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

function gauge(name: string, help: string, value: number | undefined): Metric {
  return { name, help, samples: value === undefined ? [] : [[{}, value]] };
}

function seconds(time: string | null | undefined): number | undefined {
  return time === null || time === undefined ? undefined : Date.parse(time) / 1000;
}

function written({ name, help, samples }: Metric): string {
  const lines = samples.map(([labels, value]) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
    return `${name}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${String(value)}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.join('')}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
