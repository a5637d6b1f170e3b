import { SYNC_VARIABLE } from '../sync/sync-messages.ts';
import { WORKER_VARIABLE } from './worker-messages.ts';

/** Whether Lectern itself started this process, as a worker or for a sync. */
export function isOwnProcess(environment: Readonly<Record<string, string | undefined>>): boolean {
  return process.channel !== undefined && [SYNC_VARIABLE, WORKER_VARIABLE].some((name) => name in environment);
}
