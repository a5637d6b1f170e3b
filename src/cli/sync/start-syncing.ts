import { resolve } from 'node:path';
import type { Logger } from 'pino';
import type { CorrectionSettings, CorrectionsWatch } from '../corrections/corrections-watch.ts';
import { EXIT_STATUS } from '../exit-status.ts';
import { serviceLog } from '../log.ts';
import { type Environment, flagVariables } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { sourcesFileAt } from '../settings/sources-file.ts';
import { listenForStop, onSighup } from '../stop.ts';
import type { Call } from '../verbs/verb.ts';
import type { ScheduledSync } from './scheduled-sync.ts';

/** Prepares scheduled syncing, without starting it; undefined if the sources file is not valid, which has been reported. */
export async function scheduledSyncOf(
  { sources, config, database, shutdownGrace }: Pick<Settings, 'sources' | 'config' | 'database' | 'shutdownGrace'>,
  { environment, given, host: { stderr } }: Pick<Call, 'environment' | 'given' | 'host'>,
  log: Logger,
): Promise<ScheduledSync | undefined> {
  const file =
    sources === null ? undefined : await sourcesFileAt({ sources, config }, { environment: environment(), stderr });
  if (sources === null || file === undefined) return undefined;
  const on = file.sources.filter(({ enabled }) => enabled).length;
  const { ScheduledSync } = await import('./scheduled-sync.ts');
  const [, program = ''] = process.argv;
  const counts = { on, off: file.sources.length - on };
  const own = {
    ...flagVariables(given),
    DATABASE_URL: database,
    LECTERN_SOURCES: resolve(sources),
    // This process watches it.
    LECTERN_CORRECTIONS: '',
  };
  const ofRuns = (): Environment => ({ ...environment(), ...own });
  return new ScheduledSync({ program, environment: ofRuns, shutdownGrace, sources, counts, log });
}

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

/** A watcher of the file of --corrections, not yet started; undefined if none is given. */
export async function watchOf(
  { corrections, ...settings }: CorrectionSettings & Pick<Settings, 'corrections'>,
  log: Logger,
): Promise<CorrectionsWatch | undefined> {
  if (corrections === null) return undefined;
  const { CorrectionsWatch } = await import('../corrections/corrections-watch.ts');
  return new CorrectionsWatch(corrections, settings, log);
}
