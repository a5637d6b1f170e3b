import type { LocatedProblem } from '#catalogue/problem.ts';
import { EXIT_STATUS } from '../exit-status.ts';
import type { Host } from '../host.ts';
import { printable, problemReport } from './report.ts';

/** Says why a command does nothing. @returns its exit status */
export function refused({ stderr }: Host, what: string, status: 'failed' | 'usage'): number {
  stderr.write(`${printable(what)}\n`);
  return EXIT_STATUS[status].status;
}

/** Lists the problems because of which a command changed nothing. @param more problems not listed. @returns its exit status */
export function refusedFor({ stderr }: Host, problems: readonly LocatedProblem[], more = 0): number {
  stderr.write(`${problemReport(problems, more)}Nothing was changed.\n`);
  return EXIT_STATUS.failed.status;
}
