import type { Logger } from 'pino';
import { sourcesFileAt } from '../settings/sources-file.ts';
import type { Settings } from '../settings/settings.ts';
import type { Syncing, SyncSettings } from './scheduled-sync.ts';

/** What brings the sources in on their schedule, not started yet; undefined when the file cannot be used, which has been said. */
export async function syncingOf(
  settings: SyncSettings & Pick<Settings, 'sources'>,
  log: Logger,
): Promise<Syncing | undefined> {
  const { sources } = settings;
  const file = sources === null ? undefined : await sourcesFileAt(sources);
  if (sources === null || file === undefined) return undefined;
  const on = file.sources.filter(({ enabled }) => enabled).length;
  const { Syncing } = await import('./scheduled-sync.ts');
  const [, program = ''] = process.argv;
  return new Syncing({ program, settings, sources, counts: { on, off: file.sources.length - on }, log });
}
