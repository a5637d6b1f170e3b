import { Agent } from 'node:http';
import { after } from 'node:test';
import { pino } from 'pino';
import { startServer } from '#server/serve.ts';
import type { ServeOptions } from '#server/serve-copy.ts';
import type { ServerSettings } from '#server/server-settings.ts';
import { metricsText } from '#server/ops/metric-families.ts';
import { askPort, type AskOptions } from './ask.ts';
import { Contract } from './contract.ts';
import { freePort } from './free-port.ts';
import { freshDatabase, type DatabasePlace } from '../db/fresh-database.ts';
import { jsonOf, type HttpAnswer } from './http-answer.ts';
import { importRecords } from '../db/import-records.ts';
import { valueAt } from '../json-value.ts';
import { Lazy } from '../lazy.ts';
import { UNIVERSITY } from '../catalogue/university.ts';
import { until } from '../until.ts';
import type { WireRecord } from '../catalogue/wire-records.ts';

/** The part of a server that most tests need. */
export type AskableServer = Pick<TestServer, 'ask' | 'read' | 'import'>;

/** A server in this process with its own catalogue, reached over HTTP. */
export interface TestServer {
  readonly port: number;
  /** Folder of files that belong to the database. */
  readonly folder: string;
  readonly database: DatabasePlace;
  /** Log lines of the server from `warn` up, each a JSON object. */
  readonly log: readonly string[];
  readonly contract: Contract;
  /** Sends a request and checks the response against `Contract`. */
  ask(path: string, options?: AskOptions): Promise<HttpAnswer>;
  /** The parsed JSON of a 200 response. */
  read(path: string): Promise<unknown>;
  /** Its metrics, in Prometheus format. */
  metrics(): Promise<string>;
  /** Imports records into the served database and waits until the server serves the new version. */
  import(records: readonly WireRecord[], options?: { readonly replace?: boolean }): Promise<void>;
  close(): Promise<void>;
}

/** The default base address of test servers. */
export const BASE_URL = 'https://talks.example.org';

/** Default settings of test servers, without paths and port. */
export const TEST_SETTINGS: Omit<ServerSettings, 'database' | 'cacheFolder' | 'port'> = {
  host: '127.0.0.1',
  baseUrl: BASE_URL,
  placesUrl: '//places.example.org/places/',
  mapsUrl: null,
  timeZone: 'Europe/London',
  defaultCount: 20,
  maximumCount: 1000,
  links: 'paths',
  uidForm: 'slug',
  oldAddresses: null,
  parameters: 'strict',
  alarm: null,
  terms: [],
  privateCalendars: 'hidden',
  jsonp: 'off',
  untitled: 'To be announced',
  mcp: 'off',
  brandName: 'Lectern',
  brandLogo: null,
  brandColour: null,
  brandLinks: [],
  brandCss: null,
  brandPicture: null,
  brandPictureAlt: '',
  brandWelcome: '',
  featured: null,
  images: null,
  imageHosts: [],
  privacyUrl: null,
  privacyContact: null,
  answerMemory: 8,
  shutdownGrace: 5,
  rateLimit: null,
  trustedProxies: [],
  accessLog: 'off',
  accessLogPersonal: 'off',
};

/** A server that starts on first use and is closed after the tests. */
export interface LazyServer extends AskableServer, Pick<TestServer, 'metrics'> {
  readonly started: () => Promise<TestServer>;
}

export function testServer(
  records: readonly WireRecord[],
  settings: Partial<ServerSettings> = {},
  options: ServeOptions = {},
): LazyServer {
  const server = new Lazy(() => startTestServer(records, settings, undefined, options));
  after(async () => (await server.made)?.close());
  return askable(server);
}

const university = new Lazy(() => startTestServer(UNIVERSITY));
let readers = 0;

/**
 * A server with the catalogue `UNIVERSITY`, shared by all test files of a process, and closed after the last of them.
 * Tests must not import into it.
 */
export function universityServer(): LazyServer {
  readers += 1;
  after(async () => {
    readers -= 1;
    if (readers === 0) await (await university.made)?.close();
  });
  return askable(university);
}

function askable(server: Lazy<TestServer>): LazyServer {
  return {
    started: () => server.get(),
    ask: async (...question) => (await server.get()).ask(...question),
    read: async (path) => (await server.get()).read(path),
    metrics: async () => (await server.get()).metrics(),
    import: async (...records) => (await server.get()).import(...records),
  };
}

const documents = new Map<string, Promise<unknown>>();

/**
 * The OpenAPI document of a server with these settings, which answers requests. Servers whose settings differ only in
 * where their files are publish the same one; making it takes a fifth of the time that a server takes to start.
 */
function openapiOf({
  database: _database,
  cacheFolder: _cacheFolder,
  port,
  ...settings
}: ServerSettings): Promise<unknown> {
  const key = JSON.stringify({ ...settings, port: settings.baseUrl === null ? port : null });
  const document = documents.get(key) ?? askPort(port, '/openapi.json').then(jsonOf);
  documents.set(key, document);
  return document;
}

export async function startTestServer(
  records: readonly WireRecord[],
  settings: Partial<ServerSettings> = {},
  given?: DatabasePlace,
  options: ServeOptions = {},
): Promise<TestServer> {
  const database = given ?? (await freshDatabase());
  const { address, folder } = database;
  await importRecords(address, records);
  const log: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void log.push(line) });
  const port = await freePort();
  const every = { ...TEST_SETTINGS, cacheFolder: folder, ...settings, database: address, port };
  const server = await startServer(every, logger, options);
  await server.ready;
  const agent = new Agent({ keepAlive: true });
  const contract = new Contract(await openapiOf(every), [folder, process.cwd()]);

  const ask = async (path: string, options: AskOptions = {}): Promise<HttpAnswer> => {
    const answer = await askPort(port, path, { agent, ...options });
    contract.check({ method: options.method ?? 'GET', target: path }, answer);
    return answer;
  };
  const version = async (): Promise<unknown> => valueAt(jsonOf(await ask('/readyz')), 'catalogue', 'version');
  return {
    port,
    folder,
    database,
    log,
    contract,
    ask,
    read: async (path) => {
      const answer = await ask(path);
      if (answer.status !== 200) throw new Error(`${path} → ${String(answer.status)} ${answer.body.toString()}`);
      return jsonOf(answer);
    },
    metrics: async () => metricsText({ workers: new Map([[undefined, await server.samples()]]) }),
    import: async (more, options) => {
      const made = await importRecords(address, more, options);
      await until(async () => (await version()) === made, 'the server to serve the import');
    },
    close: async () => {
      agent.destroy();
      await server.close();
      await database.remove();
    },
  };
}
