import type { Logger } from 'pino';
import { sourcesFileAt } from './sources-file.js';
import type { Settings } from './settings.js';
import type { Syncing, SyncSettings } from './syncing.js';

/** What brings the sources in on their schedule, not started yet; undefined when the file cannot be used, which has been said. */
export async function syncingOf(
  settings: SyncSettings & Pick<Settings, 'sources'>,
  log: Logger,
): Promise<Syncing | undefined> {
  const { sources } = settings;
  if (sources === null || (await sourcesFileAt(sources)) === undefined) return undefined;
  const { Syncing } = await import('./syncing.js');
  const [, program = ''] = process.argv;
  return new Syncing({ program, settings, sources, log });
}
