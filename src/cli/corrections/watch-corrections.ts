import type { Logger } from 'pino';
import type { Settings } from '../settings/settings.ts';
import type { CorrectionSettings, CorrectionsWatch } from './corrections-watch.ts';

/** A watcher of the file of --corrections, not yet started; undefined if none is given. */
export async function watchOf(
  { corrections, ...settings }: CorrectionSettings & Pick<Settings, 'corrections'>,
  log: Logger,
): Promise<CorrectionsWatch | undefined> {
  if (corrections === null) return undefined;
  const { CorrectionsWatch } = await import('./corrections-watch.ts');
  return new CorrectionsWatch(corrections, settings, log);
}
