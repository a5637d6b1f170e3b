import { writeSync } from 'node:fs';
import type { Logger } from 'pino';

const STANDARD_OUTPUT = 1;

/**
 * Prints the address of the service. If that fails, because of a full disk or a closed pipe, the
 * service continues.
 */
export function printReady(address: string, log: Logger): void {
  try {
    writeSync(STANDARD_OUTPUT, `Lectern is ready: ${address}\n`);
  } catch (error) {
    log.warn({ reason: String(error) }, 'cannot write to standard output');
  }
}
