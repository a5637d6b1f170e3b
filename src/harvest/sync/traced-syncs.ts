import { tracingChannel } from 'node:diagnostics_channel';

export interface TracedSync {
  /** The name of the source. */
  readonly source: string;
}

/** The reading and import of each source that is due. */
export const SOURCE_SYNCS = tracingChannel<unknown, TracedSync>('lectern:sync');
