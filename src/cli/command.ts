import { EXIT_STATUS } from './exit-status.ts';
import { explain } from './failure.ts';
import { run } from './program.ts';

/** Environment failures get one clear line; bugs get their stack. */
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

// A reader that closes the pipe early, as `head` does, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  process.exitCode = await run(process.argv.slice(2), process.env);
} catch (error) {
  process.exitCode = fail(error);
}
