import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { clockIn } from '../clock.ts';
import { startReadCopy, type ReadCopy } from '#replica/read-copy.ts';
import { Catalogue } from '#replica/catalogue.ts';
import { publicationOf, type PublicationSettings } from '../server-settings.ts';
import { mcpServers } from './mcp-server.ts';
import type { McpService } from './mcp-server.ts';
import { loadSdk, loadStdioSdk } from './sdk.ts';

/** Settings of `lectern mcp`; docs/reference/settings.md explains each. */
interface StdioSettings extends PublicationSettings {
  readonly database: string;
  readonly cacheFolder: string | null;
  readonly untitled: string;
  readonly port: number;
  readonly defaultCount: number;
  readonly maximumCount: number;
  readonly brandName: string;
}

/** Largest message, in bytes. */
const LARGEST_MESSAGE = 64 * 1024;
/** Milliseconds that the first message may wait for the index. */
const INDEX_WITHIN = 10_000;

/** The streams of the assistant, and when to stop. */
interface StdioConnection {
  readonly input: Readable;
  /** Nothing else may write to it. */
  readonly output: Writable;
  readonly log: Logger;
  readonly stop: AbortSignal;
}

/**
 * Answers the assistant that started this process, until it closes the input or `stop` is aborted.
 * @throws StoreUnavailable when the store cannot be read; McpNotInstalled
 */
export async function serveStdio(
  settings: StdioSettings,
  { input, output, log, stop }: StdioConnection,
): Promise<void> {
  const [sdk, stdio] = await Promise.all([loadSdk(), loadStdioSdk()]);
  const { database, cacheFolder, untitled, timeZone } = settings;
  const copy = await startReadCopy({ database, cacheFolder, untitled, timeZone });
  try {
    await Promise.race([copy.ready, sleep(INDEX_WITHIN, undefined, { ref: false })]);
    const transport = new stdio.StdioServerTransport(input, output, { maxBufferSize: LARGEST_MESSAGE });
    const ended = whenClosed(transport);
    const serving = stdio.serveStdio(mcpServers(sdk, serviceOf(settings, copy, log)), {
      transport,
      maxSubscriptions: 0,
      onerror: (error) => log.warn({ reason: error.message }, 'assistant rejected'),
    });
    stop.addEventListener('abort', () => void serving.close());
    if (stop.aborted) await serving.close();
    await ended;
  } finally {
    // An open input would keep the process alive.
    input.destroy();
    await copy.close();
  }
}

/** Resolves when either side has closed the transport. */
function whenClosed(transport: { close: () => Promise<void> }): Promise<void> {
  const close = transport.close.bind(transport);
  return new Promise((resolve) => {
    transport.close = async () => {
      await close();
      resolve();
    };
  });
}

function serviceOf(settings: StdioSettings, replica: ReadCopy, log: Logger): McpService {
  const { timeZone, defaultCount, maximumCount, port } = settings;
  return {
    catalogue: new Catalogue(replica),
    publication: publicationOf(settings, port),
    rules: { timeZone, defaultCount, maximumCount },
    clock: clockIn(timeZone),
    brand: { name: settings.brandName },
    instance: { replica },
    log,
  };
}
