import { resolve } from 'node:path';
import type { Logger } from 'pino';
import { flagVariables } from '../settings/flag-variables.ts';
import { sourcesFileAt } from '../settings/sources-file.ts';
import type { Settings } from '../settings/settings.ts';
import type { Environment } from '../settings/read-settings.ts';
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
