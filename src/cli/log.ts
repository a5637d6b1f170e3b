import { isatty } from 'node:tty';
import type { DestinationStream, Logger } from 'pino';
import { printable } from './reports/report.ts';
import type { Settings } from './settings/settings.ts';

const STANDARD_ERROR = 2;
/** Maximum number of characters buffered while the log cannot be written; more are dropped. */
const WAITING_AT_MOST = 1024 * 1024;

/** The service log on standard error: JSON objects, one per line, or lines for people. */
export async function serviceLog({ logLevel, logFormat }: Pick<Settings, 'logLevel' | 'logFormat'>): Promise<Logger> {
  const { pino } = await import('pino');
  const destination = pino.destination({ dest: STANDARD_ERROR, sync: true, maxLength: WAITING_AT_MOST });
  // A log that cannot be written, because the disk is full or the terminal is gone, must not end
  // the service.
  destination.on('error', () => undefined);
  const isText = logFormat === 'text' || (logFormat === 'auto' && isatty(STANDARD_ERROR));
  return pino({ level: logLevel }, isText ? await asText(destination) : destination);
}

/** Lines for people: `[2026-11-28 09:15:02] INFO: a worker is ready {"worker":1}`, in colour if the terminal has any. */
async function asText(destination: DestinationStream): Promise<DestinationStream> {
  const { prettyFactory } = await import('pino-pretty');
  const lineOf = prettyFactory({
    // Respects NO_COLOR and FORCE_COLOR.
    colorize: isatty(STANDARD_ERROR) && process.stderr.hasColors(),
    translateTime: 'SYS:yyyy-mm-dd HH:MM:ss',
    ignore: 'pid,hostname',
    singleLine: true,
  });
  return {
    write: (json) => {
      destination.write(lineOf(JSON.parse(json, withoutControls)));
    },
  };
}

/** Control characters from a request or a source must not reach a terminal. Stacks of errors have several lines. */
function withoutControls(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.split('\n').map(printable).join('\n') : value;
}
