import { isReady, type Running } from './readiness.ts';

/** What a process says of itself, by the names of its metrics. */
export type ProcessNumbers = Readonly<Record<string, number>>;

export function processNumbers(running: Running): ProcessNumbers {
  const { index, lastSeen, damaged } = running.replica;
  return {
    lectern_ready: isReady(running) ? 1 : 0,
    ...(index === undefined
      ? {}
      : { lectern_catalogue_version: index.state.version, lectern_catalogue_talks: index.size }),
    lectern_catalogue_damaged_records: damaged.damage.length + damaged.more,
    lectern_store_seen_timestamp_seconds: lastSeen / 1000,
    process_resident_memory_bytes: process.memoryUsage.rss(),
  };
}
