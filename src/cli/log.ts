import type { Logger } from 'pino';
import type { Settings } from './settings/settings.ts';

const STANDARD_ERROR = 2;
/** Characters that wait while the log cannot be written; what comes then is dropped. */
const WAITING_AT_MOST = 1024 * 1024;

/** The log of the service: JSON objects on standard error, one a line. */
export async function serviceLog({ logLevel }: Pick<Settings, 'logLevel'>): Promise<Logger> {
  const { pino } = await import('pino');
  const destination = pino.destination({ dest: STANDARD_ERROR, sync: true, maxLength: WAITING_AT_MOST });
  // That it cannot be written, on a full disk or to a terminal that is gone, is no reason to stop answering.
  destination.on('error', () => undefined);
  return pino({ level: logLevel }, destination);
}
