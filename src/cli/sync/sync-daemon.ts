import { watchOf } from '../corrections/watch-corrections.ts';
import { EXIT_STATUS } from '../exit-status.ts';
import { onSighup } from './sighup.ts';
import { serviceLog } from '../log.ts';
import { scheduledSyncOf } from './start-syncing.ts';
import { listenForStop } from '../stop.ts';
import type { Call } from '../verbs/verb.ts';

/** Syncs the sources on their schedule until stopped. Returns the exit status. */
export async function runSyncDaemon(call: Call): Promise<number> {
  const { settings } = call;
  const stop = listenForStop();
  const log = await serviceLog(settings);
  const syncing = await scheduledSyncOf(settings, call, log);
  if (syncing === undefined) return EXIT_STATUS.usage.status;
  const corrections = await watchOf(settings, log);
  process.once('exit', () => syncing.kill());
  onSighup(() => syncing.wake());
  // Keeps this process alive between runs.
  const waiting = setInterval(() => undefined, 3_600_000);
  corrections?.start();
  syncing.start();
  await stop.asked;
  clearInterval(waiting);
  // The import of a run may hold the lock that corrections wait for.
  await syncing.stop();
  await corrections?.stop();
  return EXIT_STATUS.fine.status;
}
