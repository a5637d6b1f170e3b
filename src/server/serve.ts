import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import type { Logger } from 'pino';
import { icalendar } from '#representations/icalendar.js';
import { negotiation } from '#representations/negotiate.js';
import type { Publication } from '#representations/representation.js';
import { calendarIn } from '#search/calendar-date.js';
import { follow, type Follower } from '#search/follower.js';
import { folderOf, openStore } from '#store/open.js';
import type { Store } from '#store/store.js';
import { httpServer, listen, stop } from './http-server.js';
import { KeptAnswers } from './kept-answers.js';
import { Library } from './library.js';
import { openapiDocument } from './openapi.js';
import { RenderedTalks } from './rendered-talks.js';
import type { Service } from './service.js';
import { silentConnections } from './silent-connections.js';

/** What the service runs with; docs/reference/settings.md explains each. */
export interface ServerSettings {
  readonly database: string;
  /** Null: beside the database. */
  readonly cacheFolder: string | null;
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** Null: made of host and port. */
  readonly baseUrl: string | null;
  readonly placesUrl: string;
  readonly mapsUrl: string;
  readonly timeZone: string;
  readonly defaultCount: number;
  readonly maximumCount: number;
  readonly links: 'paths' | 'absolute';
  /** MiB. */
  readonly talkMemory: number;
  /** MiB. */
  readonly answerMemory: number;
  /** Seconds. */
  readonly shutdownGrace: number;
}

export interface RunningServer {
  /** Where people reach it. */
  readonly address: string;
  /** Resolves when the catalogue is loaded and every question can be answered. */
  readonly ready: Promise<void>;
  /** Finishes what is in flight, within the grace that the settings give, and stops. */
  close(): Promise<void>;
}

const MEBIBYTE = 1024 * 1024;
/** Rendered talks kept on disk besides those in memory: enough for a million in two representations. */
const RENDERED_ON_DISK = 4096 * MEBIBYTE;

/** @throws StoreUnavailable when the store cannot be served; an error with a `code` when the port cannot be had */
export async function startServer(settings: ServerSettings, log: Logger): Promise<RunningServer> {
  const store = await openStore(settings.database, { mode: 'read' });
  const port = settings.port === 0 ? await freePort(settings.host) : settings.port;
  const publication = publicationOf(settings, port);
  const { database } = settings;
  const cacheFolder = settings.cacheFolder ?? folderOf(database);
  const follower = await follow({ database, cacheFolder });
  const parts = { store, follower, rendered: renderedTalks(settings, cacheFolder) };
  let draining = false;
  const service = serviceOf(settings, publication, parts, () => draining);
  const server = httpServer(service, log);
  const closeSilent = silentConnections(server);
  const close = async (): Promise<void> => {
    draining = true;
    closeSilent();
    await stop(server, settings.shutdownGrace);
    await follower.close();
    await store.close();
    parts.rendered.close();
  };
  try {
    await listen(server, settings.host, port);
    log.info(`listening at ${publication.baseUrl}`);
  } catch (error) {
    await close();
    throw error;
  }
  return { address: publication.baseUrl, ready: firstIndex(follower), close };
}

function serviceOf(
  settings: ServerSettings,
  publication: Publication,
  parts: { readonly store: Store; readonly follower: Follower; readonly rendered: RenderedTalks },
  draining: () => boolean,
): Service {
  const { timeZone, defaultCount, maximumCount } = settings;
  const rules = { timeZone, defaultCount, maximumCount };
  const kept = new KeptAnswers(settings.answerMemory * MEBIBYTE);
  const library = new Library(parts);
  parts.follower.onSwap(() => {
    kept.clear();
  });
  const calendar = calendarIn(timeZone);
  return {
    library,
    kept,
    publication,
    draining,
    follower: parts.follower,
    negotiation: negotiation(publication),
    calendar: icalendar(publication),
    rules,
    openapi: openapiDocument(publication, rules),
    now: () => new Date(),
    nextMidnight: (now) => calendar.startOfDay(calendar.dayAt(now) + 1) * 1000,
  };
}

function renderedTalks(settings: ServerSettings, folder = tmpdir()): RenderedTalks {
  return new RenderedTalks({
    memory: settings.talkMemory * MEBIBYTE,
    disk: RENDERED_ON_DISK,
    folder,
  });
}

function publicationOf(settings: ServerSettings, port: number): Publication {
  const { placesUrl, mapsUrl, timeZone, links } = settings;
  const everywhere = settings.host === '0.0.0.0' || settings.host === '::';
  const host = everywhere ? 'localhost' : settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  return { baseUrl: settings.baseUrl ?? `http://${host}:${String(port)}`, placesUrl, mapsUrl, timeZone, links };
}

function firstIndex(follower: Follower): Promise<void> {
  if (follower.index !== undefined) return Promise.resolve();
  return new Promise((resolve) => {
    follower.onSwap(() => {
      resolve();
    });
  });
}

/** A port that is free now: the links that we publish need its number before we listen. */
function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, host, () => {
      const address = probe.address();
      probe.close(() => {
        if (address === null || typeof address === 'string') reject(new Error(`${host} has no ports`));
        else resolve(address.port);
      });
    });
  });
}
