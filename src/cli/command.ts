import { EXIT_STATUS } from './exit-status.ts';
import { explain } from './failure.ts';
import { run } from './program.ts';

/** What went wrong around us gets one clear line; what is wrong with us gets its stack. */
function fail(error: unknown): number {
  const explanation = explain(error);
  if (explanation !== undefined) {
    process.stderr.write(`lectern: ${explanation}\n`);
    return EXIT_STATUS.failed.status;
  }
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`lectern: this is a bug in Lectern. Please report it with these lines:\n${trace}\n`);
  return EXIT_STATUS.bug.status;
}

process.on('uncaughtException', (error) => {
  process.exit(fail(error));
});

// Who has seen enough, as `head` has, has closed the pipe: nothing is wrong, and nobody is there to be told.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  process.exitCode = await run(process.argv.slice(2), process.env);
} catch (error) {
  process.exitCode = fail(error);
}
