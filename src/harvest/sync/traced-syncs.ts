import { tracingChannel } from 'node:diagnostics_channel';

interface TracedSync {
  /** Name of the source. */
  readonly source: string;
}

/** Traces the reading and import of each due source. */
export const SOURCE_SYNCS = tracingChannel<unknown, TracedSync>('lectern:sync');
