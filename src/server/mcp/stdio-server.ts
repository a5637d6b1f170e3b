import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { calendarIn } from '#search/query/calendar-date.ts';
import { startReplica, type IndexReplica } from '#search/replica/index-replica.ts';
import { folderOf, openStore } from '#store/open.ts';
import { StoreUnavailable, type Store } from '#store/store.ts';
import { Catalogue } from '../documents/snapshot.ts';
import { firstIndex } from '../first-index.ts';
import { publicationOf, type PublicationSettings } from '../publication.ts';
import { withTitles } from '../untitled-talks.ts';
import { mcpServers, type McpService } from './mcp-server.ts';
import { loadSdk, loadStdioSdk } from './sdk.ts';

/** What an assistant on this machine is served with; docs/reference/settings.md explains each. */
export interface StdioSettings extends PublicationSettings {
  readonly database: string;
  /** Null: beside the database. */
  readonly cacheFolder: string | null;
  readonly port: number;
  readonly defaultCount: number;
  readonly maximumCount: number;
  readonly untitled: string;
  readonly brandName: string;
}

/** Bytes of a message. */
const LARGEST_MESSAGE = 64 * 1024;
/** Milliseconds that the first message may wait for the index. */
const INDEX_WITHIN = 10_000;

/** Where an assistant is, and when it is left. */
export interface StdioConnection {
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
  const store = await openStore(settings.database, { mode: 'read' });
  const cacheFolder = settings.cacheFolder ?? folderOf(settings.database);
  const replica = await startReplica({ database: settings.database, cacheFolder });
  try {
    if (replica.index === undefined && replica.isTroubleLasting) throw new StoreUnavailable(replica.trouble);
    await Promise.race([firstIndex(replica), sleep(INDEX_WITHIN, undefined, { ref: false })]);
    const transport = new stdio.StdioServerTransport(input, output, { maxBufferSize: LARGEST_MESSAGE });
    const ended = whenClosed(transport);
    const serving = stdio.serveStdio(mcpServers(sdk, serviceOf(settings, { store, replica, log })), {
      transport,
      maxSubscriptions: 0,
      onerror: (error) => log.warn({ reason: error.message }, 'assistant rejected'),
    });
    stop.addEventListener('abort', () => void serving.close());
    if (stop.aborted) await serving.close();
    await ended;
  } finally {
    // An open input would keep the process.
    input.destroy();
    await replica.close();
    await store.close();
  }
}

/** Resolves when a transport has been closed, whoever closed it. */
function whenClosed(transport: { close: () => Promise<void> }): Promise<void> {
  const close = transport.close.bind(transport);
  return new Promise((resolve) => {
    transport.close = async () => {
      await close();
      resolve();
    };
  });
}

function serviceOf(
  settings: StdioSettings,
  { store, replica, log }: { readonly store: Store; readonly replica: IndexReplica; readonly log: Logger },
): McpService {
  const { timeZone, defaultCount, maximumCount, port } = settings;
  const calendar = calendarIn(timeZone);
  return {
    catalogue: new Catalogue(withTitles(store, settings.untitled), replica),
    publication: publicationOf(settings, port),
    rules: { timeZone, defaultCount, maximumCount },
    clock: {
      now: () => new Date(),
      nextMidnight: (now) => calendar.startOfDay(calendar.dayAt(now) + 1) * 1000,
    },
    brand: { name: settings.brandName },
    instance: { replica },
    log,
  };
}
