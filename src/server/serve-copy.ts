import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import { negotiation } from '#representations/negotiation/negotiate.ts';
import { calendarIn } from '#search/query/calendar-date.ts';
import type { TalkIndex } from '#search/index/talk-index.ts';
import type { ReadCopy } from '#replica/read-copy.ts';
import { applicationOf } from './catalogue-application.ts';
import { ImageFolder } from './pages/image-folder.ts';
import { readBrand } from './pages/brand-files.ts';
import { canDrawCards, Cards } from './cards/cards.ts';
import { clockIn } from './clock.ts';
import { DocumentAssembler } from './documents/document-assembler.ts';
import { Connections, connectionsAtMost, type Why } from './http/connections.ts';
import { openListener } from './http/listener.ts';
import type { Listener } from './http/listener.ts';
import { FeedWriterCache } from './feeds/feed-writer-cache.ts';
import { httpServer } from './http/http-server.ts';
import type { ClientTimeouts } from './http/http-server.ts';
import { RateLimit } from './http/rate-limit.ts';
import { ResponseCache } from './http/response-cache.ts';
import { TalkListCache } from './api/listing.ts';
import { loadSdk } from './mcp/sdk.ts';
import { openapiDocument } from './openapi/openapi.ts';
import type { OpenapiDocument } from './openapi/schemas.ts';
import { PageDocuments } from './pages/page-documents.ts';
import { publicationOf, type ServerSettings } from './server-settings.ts';
import { Pieces } from '#replica/pieces.ts';
import { placeOfPieces, type PublishedAs, publishedAsText } from './documents/piece-filler.ts';
import { Catalogue } from '#replica/catalogue.ts';
import { OldAddresses } from './routes/old-addresses.ts';
import type { Instance, Service } from './service.ts';
import { requestLogging } from './request-logging.ts';
import { logStoreHealth } from './ops/store-health-log.ts';
import type { Samples } from './ops/metric-families.ts';
import { ProcessSamples, RequestMetrics } from './ops/process-samples.ts';
import { FORMATS } from '#representations/negotiation/formats.ts';
import type { Publication } from '#representations/representation.ts';
import { TALK } from './openapi/examples.ts';

export interface RunningServer {
  /** The public address. */
  readonly address: string;
  /** Resolves when the catalogue is loaded and every question can be answered. */
  readonly ready: Promise<void>;
  /** Metrics of this process. */
  readonly samples: () => Promise<Samples>;
  /**
   * Finishes requests in flight, within the grace period of the settings, and stops. Call it again with `stopped` if
   * there is less time than a replaced process gets.
   */
  close(why?: Why): Promise<void>;
}

/** Where a server stands among other processes of the same service. */
export interface ServeOptions {
  /** Source of connections, if not a port of its own. */
  readonly openListener?: () => Promise<Listener>;
  /** Number of this worker, from 1; undefined if there is only one process. */
  readonly worker?: number;
  readonly timeouts?: ClientTimeouts;
  /** Writes a line of the access log. */
  readonly writeAccess?: (line: string) => void;
  /** See Instance. */
  readonly corrections?: Instance['corrections'];
}

const MEBIBYTE = 1024 * 1024;

const TEMPORARY =
  'the copy of the catalogue is in a temporary folder: set --cache-folder, or the next start may take longer';
const NO_CARDS = 'optional packages are not installed: preview images and QR codes are not available';

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** Loads and does what a server needs before it has a copy. @throws McpNotInstalled */
export async function prepare(settings: ServerSettings) {
  const assistants = settings.mcp === 'on' ? await loadAssistants() : undefined;
  const drawsCards = canDrawCards();
  const [brand, images, oldAddresses] = await Promise.all([
    readBrand(settings, drawsCards),
    ImageFolder.at(settings.images),
    OldAddresses.at(settings.oldAddresses, settings.baseUrl),
  ]);
  warmUp(publicationOf(settings, settings.port));
  return { assistants, drawsCards, brand, images, oldAddresses };
}

/** @throws McpNotInstalled */
async function loadAssistants() {
  const [sdk, { mcpHandler }] = await Promise.all([loadSdk(), import('./mcp/mcp-handler.ts')]);
  return (service: Parameters<typeof mcpHandler>[1]) => mcpHandler(sdk, service);
}

interface Serving extends ServeOptions {
  readonly settings: ServerSettings;
  readonly log: Logger;
}

/** Serves a copy, and closes it at the end. @throws an error with a `code` if the port is in use */
export async function serve(
  copy: ReadCopy,
  { assistants, drawsCards, brand, images, oldAddresses }: Prepared,
  {
    settings,
    log,
    worker,
    timeouts,
    writeAccess,
    corrections,
    openListener: open = () => openListener(settings.host, settings.port),
  }: Serving,
): Promise<RunningServer> {
  const parts = partsOf(copy, settings, drawsCards);
  const stopLogging = logCopy(copy, log);
  const closeParts = async (): Promise<void> => {
    stopLogging();
    await copy.close();
    await parts.cards?.close();
  };
  const listener = await openedBy(open, closeParts);
  const publication = publicationOf(settings, listener.port);
  const connections = limitedConnections(log);
  const { clients, ...logging } = requestLogging(settings, writeAccess);
  const rateLimit = RateLimit.of(settings, clients, log);
  let isStopping = false;
  const instance = { replica: copy, corrections, worker, draining: () => isStopping };
  const { pieces, assembler } = assembling(copy, { publication, untitled: settings.untitled });
  const service = serviceOf(settings, parts, { publication, brand, images, instance, assembler });
  const requests = new RequestMetrics();
  const samples = new ProcessSamples({ instance, requests, rateLimit });
  const more = { oldAddresses, assistants: assistants?.({ ...service, log }) };
  const application = applicationOf(service, parts.responses, more);
  const server = httpServer(application, connections, log, {
    rateLimit,
    timeouts,
    ...logging,
    observe: requests.observe,
  });
  listener.open((socket) => isTaken(socket, connections, server));
  if (!drawsCards && (worker ?? 1) === 1) log.info(NO_CARDS);
  log.info(`listening at ${publication.baseUrl}`);
  let closed: Promise<void> | undefined;
  const close = (why: Why = 'stopped'): Promise<void> => {
    // While another process takes its place, the service as a whole stays ready.
    isStopping ||= why === 'stopped';
    const drained = connections.drain(why, settings.shutdownGrace);
    return (closed ??= finish(drained));
  };
  const finish = async (drained: Promise<void>): Promise<void> => {
    listener.close();
    await drained;
    server.close();
    samples.close();
    pieces.close();
    await closeParts();
  };
  return {
    address: publication.baseUrl,
    ready: copy.ready,
    close,
    samples: () => samples.take(),
  };
}

/** Logs what is wrong with the copy, now and later. Call the result at the end. */
function logCopy(copy: ReadCopy, log: Logger): () => void {
  const { folder, folderTrouble } = copy;
  if (folderTrouble !== undefined) log.warn({ folder, reason: folderTrouble }, TEMPORARY);
  return logStoreHealth(copy, log);
}

/** An assembler that copies the pieces that the copy's thread, or that of another process, is told to write. */
function assembling(copy: ReadCopy, publishedAs: PublishedAs) {
  const pieces = new Pieces(placeOfPieces(copy.folder, publishedAs));
  pieces.follow();
  copy.instruct(publishedAs);
  return { pieces, assembler: new DocumentAssembler(publishedAsText(publishedAs), pieces) };
}

/** @param orElse cleans up if it cannot be opened */
async function openedBy(open: () => Promise<Listener>, orElse: () => Promise<void>): Promise<Listener> {
  try {
    return await open();
  } catch (error) {
    await orElse();
    throw error;
  }
}

/** Returns false when it is too late for a connection. */
function isTaken(socket: Socket, connections: Connections, server: Server): boolean {
  const isAdded = connections.add(socket);
  if (isAdded && !socket.destroyed) server.emit('connection', socket);
  return isAdded;
}

/** As many connections as the limit on open files allows. */
function limitedConnections(log: Logger): Connections {
  const most = connectionsAtMost();
  return new Connections(most, () =>
    log.warn({ connections: most }, 'too many connections: closing idle ones; raise the limit of open files'),
  );
}

interface Parts {
  readonly replica: ReadCopy;
  readonly responses: ResponseCache;
  readonly cards: Cards | undefined;
}

function partsOf(replica: ReadCopy, { answerMemory }: ServerSettings, drawsCards: boolean): Parts {
  const responses = new ResponseCache(answerMemory * MEBIBYTE);
  return { replica, responses, cards: drawsCards ? new Cards() : undefined };
}

function serviceOf(
  settings: ServerSettings,
  parts: Parts,
  {
    publication,
    brand,
    images,
    instance,
    assembler,
  }: Pick<Service, 'publication' | 'brand' | 'images' | 'instance' | 'assembler'>,
): Service {
  const { timeZone, defaultCount, maximumCount, alarm, terms } = settings;
  const rules = { timeZone, defaultCount, maximumCount, alarm, terms, lenient: settings.parameters === 'lenient' };
  const { replica, responses, cards } = parts;
  const talkLists = new TalkListCache();
  let openapi: OpenapiDocument | undefined;
  const calendar = calendarIn(timeZone);
  const prepareSuggestions = ({ names }: TalkIndex): void => {
    // If it fails, so does the first response that needs them, which reports it.
    names.prepareSuggestions(calendar.startOfDay(calendar.dayAt(new Date()))).catch(() => undefined);
  };
  replica.onSwap(({ index }) => {
    talkLists.clear();
    responses.clear();
    prepareSuggestions(index);
  });
  if (replica.index !== undefined) prepareSuggestions(replica.index);
  return {
    catalogue: new Catalogue(replica),
    assembler,
    talkLists,
    pages: new PageDocuments(assembler, timeZone),
    feedWriters: new FeedWriterCache(publication, alarm),
    cards,
    publication,
    brand,
    images,
    instance,
    negotiation: negotiation(publication),
    rules,
    unlistedCalendars: settings.privateCalendars === 'unlisted',
    jsonp: settings.jsonp === 'on',
    openapi: () => (openapi ??= openapiDocument(publication, rules)),
    clock: clockIn(timeZone),
  };
}

/**
 * Writes one talk in every format, so that the first request for a format is not slow and does not block others:
 * working out the offsets of the service's time zone alone takes a tenth of a second.
 */
function warmUp(publication: Publication): void {
  const head = {
    kind: 'series',
    title: 'Talks',
    description: '',
    self: publication.baseUrl,
    page: null,
    updated: TALK.talk.updated,
    span: { first: TALK.talk.start, last: TALK.talk.end },
    size: 1,
  } as const;
  const options = { cancelled: 'title', alarm: null } as const;
  for (const format of FORMATS) {
    if (format.kind === 'representation') format.create(publication).item(TALK);
    else if (format.kind === 'feed') {
      const feed = format.create(publication, options);
      feed.entry(TALK);
      feed.frame(head);
    } else {
      const steps = format.create(publication, options).document(head, [TALK]);
      while (steps.next().done !== true) continue;
    }
  }
}
