import { isatty } from 'node:tty';

const STANDARD_INPUT = 0;

/**
 * SIGHUP has two meanings: an operator asks a service to reload, or a terminal was closed and what
 * was started on it must end. It is the latter if there was a terminal and it is gone.
 */
export function onSighup(reload: () => void): void {
  const hadTerminal = isatty(STANDARD_INPUT);
  const hangUp = (): void => {
    if (!hadTerminal || isatty(STANDARD_INPUT)) {
      reload();
      return;
    }
    process.kill(process.pid, 'SIGTERM');
    // Node would abort on exit, because it cannot reset the terminal; end by SIGHUP instead.
    process.once('exit', () => {
      process.off('SIGHUP', hangUp);
      process.kill(process.pid, 'SIGHUP');
    });
  };
  process.on('SIGHUP', hangUp);
}
