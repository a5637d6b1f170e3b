import type { Logger } from 'pino';
import { sourcesFileAt } from '../settings/sources-file.ts';
import type { Settings } from '../settings/settings.ts';
import type { Call } from '../verbs/verb.ts';
import type { ScheduledSync, SyncSettings } from './scheduled-sync.ts';

/** Prepares scheduled syncing, without starting it; undefined if the sources file is not valid, which has been reported. */
export async function scheduledSyncOf(
  settings: SyncSettings & Pick<Settings, 'sources' | 'config'>,
  { environment, host: { stderr } }: Pick<Call, 'environment' | 'host'>,
  log: Logger,
): Promise<ScheduledSync | undefined> {
  const { sources, config } = settings;
  const given = { environment: environment(), stderr };
  const file = sources === null ? undefined : await sourcesFileAt({ sources, config }, given);
  if (sources === null || file === undefined) return undefined;
  const on = file.sources.filter(({ enabled }) => enabled).length;
  const { ScheduledSync } = await import('./scheduled-sync.ts');
  const [, program = ''] = process.argv;
  const counts = { on, off: file.sources.length - on };
  return new ScheduledSync({ program, environment, settings, sources, counts, log });
}
