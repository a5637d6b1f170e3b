import { isatty } from 'node:tty';

const STANDARD_INPUT = 0;

/**
 * SIGHUP has two meanings. Whoever runs a service asks it to reload; a terminal that is closed tells what was started
 * on it, and that has to end. They are told apart by whether there was a terminal and it is there no more.
 */
export function onSighup(reload: () => void): void {
  const hadTerminal = isatty(STANDARD_INPUT);
  const hangUp = (): void => {
    if (!hadTerminal || isatty(STANDARD_INPUT)) {
      reload();
      return;
    }
    process.kill(process.pid, 'SIGTERM');
    // When all is tidied up, end as a process without a terminal does: Node would abort, for it cannot reset it.
    process.once('exit', () => {
      process.off('SIGHUP', hangUp);
      process.kill(process.pid, 'SIGHUP');
    });
  };
  process.on('SIGHUP', hangUp);
}
