import { EXIT_STATUS } from '../exit-status.ts';
import type { Host } from '../host.ts';
import { printable } from './report.ts';

/** Says why a command does nothing. @returns its exit status */
export function refused({ stderr }: Host, what: string, status: 'failed' | 'usage'): number {
  stderr.write(`${printable(what)}\n`);
  return EXIT_STATUS[status].status;
}
