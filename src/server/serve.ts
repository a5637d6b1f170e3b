import type { Logger } from 'pino';
import { startReadCopyBeside } from '#replica/read-copy.ts';
import type { RunningServer, ServeOptions } from './serve-copy.ts';
import type { ServerSettings } from './server-settings.ts';

/** Milliseconds between a start and the quick check of the database: the first requests have the processor. */
const QUICK_LOOK = 2_000;

/** @throws StoreUnavailable if the store cannot be read; McpNotInstalled; an error with a `code` if the port is in use */
export async function startServer(
  settings: ServerSettings,
  log: Logger,
  options: ServeOptions = {},
): Promise<RunningServer> {
  const { database, cacheFolder, untitled, timeZone } = settings;
  const thread = new URL(import.meta.resolve('#server/documents/filling-thread.ts'));
  // While the thread loads its modules and opens the copy, this one loads those that answer requests.
  const { copy, result } = await startReadCopyBeside(
    { database, cacheFolder, untitled, timeZone, quickLookMilliseconds: QUICK_LOOK, thread },
    async () => {
      const { prepare, serve } = await import('./serve-copy.ts');
      return { serve, prepared: await prepare(settings) };
    },
  );
  return result.serve(copy, result.prepared, { settings, log, ...options });
}
