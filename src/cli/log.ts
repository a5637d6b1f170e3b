import type { Logger } from 'pino';
import type { Settings } from './settings/settings.ts';

const STANDARD_ERROR = 2;
/** Maximum number of characters buffered while the log cannot be written; more are dropped. */
const WAITING_AT_MOST = 1024 * 1024;

/** The service log: JSON objects on standard error, one per line. */
export async function serviceLog({ logLevel }: Pick<Settings, 'logLevel'>): Promise<Logger> {
  const { pino } = await import('pino');
  const destination = pino.destination({ dest: STANDARD_ERROR, sync: true, maxLength: WAITING_AT_MOST });
  // A log that cannot be written, because the disk is full or the terminal is gone, must not end
  // the service.
  destination.on('error', () => undefined);
  return pino({ level: logLevel }, destination);
}
