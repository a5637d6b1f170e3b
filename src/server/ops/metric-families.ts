/**
 * The values of a process by sample: the name of a metric with its labels, such as
 * `lectern_source_failures{source="optics"}`.
 */
export type Samples = Readonly<Record<string, number>>;

/** A metric, as the reference describes it. */
interface Family {
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** How the values of workers are combined: each its own, their sum, or any one, since all are equal. */
  readonly of: 'worker' | 'sum' | 'service';
}

/** Every metric by name, in output order. A test keeps `docs/reference/metrics.md` in step. */
export const FAMILIES: Readonly<Record<string, Family>> = {
  lectern_http_requests_total: {
    help: 'Requests answered, by route, status and representation.',
    type: 'counter',
    of: 'sum',
  },
  lectern_http_request_duration_seconds: {
    help: 'Time from the headers of a request to the end of its response, by route.',
    type: 'histogram',
    of: 'sum',
  },
  lectern_response_cache_requests_total: {
    help: 'Requests for which the response cache was asked: result is hit or miss.',
    type: 'counter',
    of: 'sum',
  },
  lectern_rate_limited_requests_total: {
    help: 'Requests rejected because their clients sent too many (--rate-limit).',
    type: 'counter',
    of: 'sum',
  },
  lectern_ready: { help: '1 if ready to serve every request, else 0.', type: 'gauge', of: 'worker' },
  lectern_catalogue_version: {
    help: 'Version of the catalogue that responses come from.',
    type: 'gauge',
    of: 'worker',
  },
  lectern_catalogue_talks: { help: 'Talks in it.', type: 'gauge', of: 'worker' },
  lectern_catalogue_loaded_timestamp_seconds: {
    help: 'When this version of the catalogue was loaded.',
    type: 'gauge',
    of: 'worker',
  },
  lectern_catalogue_damaged_records: {
    help: 'Parts of the catalogue that cannot be read, as far as they are known.',
    type: 'gauge',
    of: 'worker',
  },
  lectern_store_seen_timestamp_seconds: { help: 'When the database last answered.', type: 'gauge', of: 'worker' },
  lectern_event_loop_delay_seconds: {
    help: 'How late the event loop was in the last quarter of a minute: the median, the 99th percentile, the most.',
    type: 'gauge',
    of: 'worker',
  },
  process_cpu_seconds_total: { help: 'Processor time used.', type: 'counter', of: 'worker' },
  process_resident_memory_bytes: { help: 'Memory of the process.', type: 'gauge', of: 'worker' },
  process_start_time_seconds: { help: 'When the process started.', type: 'gauge', of: 'worker' },
  lectern_source_last_attempt_timestamp_seconds: {
    help: 'When a source was last looked at.',
    type: 'gauge',
    of: 'service',
  },
  lectern_source_last_success_timestamp_seconds: { help: 'When that last succeeded.', type: 'gauge', of: 'service' },
  lectern_source_next_run_timestamp_seconds: { help: 'When it is due again.', type: 'gauge', of: 'service' },
  lectern_source_failures: { help: 'Failures in a row, up to the last run.', type: 'gauge', of: 'service' },
  lectern_source_problems: { help: 'Problems that its last run found.', type: 'gauge', of: 'service' },
  lectern_source_talks: { help: 'Talks that it had when it was last read.', type: 'gauge', of: 'service' },
  lectern_source_changes: {
    help: 'Talks that its last run added, moved, renamed and so on.',
    type: 'gauge',
    of: 'service',
  },
};

/** The name of a sample with its labels, whose values may contain any characters. */
export function sample(name: string, labels: Readonly<Record<string, string>> = {}): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return pairs.length === 0 ? name : `${name}{${pairs.join(',')}}`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

/** The samples of a histogram have three different suffixes. */
const OF_HISTOGRAM = /_(?:bucket|sum|count)$/;

/** The name of the metric that a sample belongs to; undefined for one of another version of Lectern. */
export function familyOf(text: string): string | undefined {
  const name = text.split('{', 1)[0] ?? '';
  if (name in FAMILIES) return name;
  const family = name.replace(OF_HISTOGRAM, '');
  return FAMILIES[family]?.type === 'histogram' ? family : undefined;
}
