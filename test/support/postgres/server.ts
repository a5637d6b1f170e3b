import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../http/free-port.ts';
import { until } from '../until.ts';
import { Daemon } from './daemon.ts';
import { makeDatabaseFolder, PASSWORD, USER } from './database-folder.ts';
import { ownedFolder, removeFolder } from './owned-folder.ts';
import { serverPrograms, type PostgresVersion, type Programs } from './programs.ts';
import { ReachedServer } from './reached-server.ts';

export interface PostgresServerOptions {
  readonly version: PostgresVersion;
  /** Settings of postgresql.conf, such as `max_connections`, besides those that make tests fast. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Shutdown mode: `fast` ends sessions and writes a checkpoint, `immediate` leaves recovery to the next start. */
type Stopping = 'fast' | 'immediate';

const STOPPING = { fast: 'SIGINT', immediate: 'SIGQUIT' } as const;

/** Starts a server without test databases. @throws if that version is not installed */
export async function postgresServer({ version, settings = {} }: PostgresServerOptions): Promise<PostgresServer> {
  const programs = serverPrograms(version);
  if (programs === undefined) throw new Error(`PostgreSQL ${version} is not installed: run “npm ci”.`);
  const folder = ownedFolder('postgres');
  await makeDatabaseFolder(programs, join(folder, 'data'), settings);
  const server = new PostgresServer({ version, programs, folder, port: await freePort() });
  await server.start();
  await server.query(`CREATE ROLE ${USER} LOGIN PASSWORD '${PASSWORD}'`);
  return server;
}

interface ServerPlace {
  readonly version: PostgresVersion;
  readonly programs: Programs;
  /** Holds `data`, the data directory; `log`; and the socket. */
  readonly folder: string;
  readonly port: number;
}

/** A PostgreSQL server on this machine. It keeps its port when it is restarted. */
export class PostgresServer extends ReachedServer {
  readonly programs: Programs;
  /** Holds `data`, the data directory, and the socket. */
  readonly folder: string;
  #daemon: Daemon | undefined;

  constructor({ version, programs, folder, port }: ServerPlace) {
    super(version, port);
    this.programs = programs;
    this.folder = folder;
  }

  get data(): string {
    return join(this.folder, 'data');
  }

  /** Process id of the postmaster; undefined if it never ran. */
  get pid(): number | undefined {
    return this.#daemon?.pid;
  }

  get isRunning(): boolean {
    return this.#daemon?.isRunning === true;
  }

  /** Starts the server, and waits until it accepts connections. */
  async start(): Promise<void> {
    if (this.isRunning) return;
    const here = ['-D', this.data, '-p', String(this.port), '-h', this.host, '-k', this.folder];
    const daemon = await Daemon.start({
      program: join(this.programs.folder, 'postgres'),
      args: here,
      log: join(this.folder, 'log'),
      libraries: this.programs.libraries,
    });
    this.#daemon = daemon;
    const isReady = (): boolean => {
      if (!daemon.isRunning) throw new Error(`PostgreSQL ended instead of starting:\n${daemon.said()}`);
      return this.#status() === 'ready' || this.#status() === 'standby';
    };
    await until(isReady, 'PostgreSQL to start');
  }

  async stop(how: Stopping = 'fast'): Promise<void> {
    this.#daemon?.signal('SIGCONT', 'all');
    this.#daemon?.signal(STOPPING[how]);
    await this.#daemon?.ended();
  }

  /** Kills all processes at once, as a power cut would. */
  async kill(): Promise<void> {
    this.#daemon?.signal('SIGKILL', 'all');
    await this.#daemon?.ended();
  }

  /** Suspends all processes: connections stay open and the system accepts new ones, but queries get no response. */
  freeze(): void {
    this.#daemon?.signal('SIGSTOP', 'all');
  }

  thaw(): void {
    this.#daemon?.signal('SIGCONT', 'all');
  }

  /** The end of the server's log. */
  said(): string {
    return this.#daemon?.said() ?? '';
  }

  /** Stops the server and removes its folder. */
  async remove(): Promise<void> {
    await this.stop('immediate');
    await removeFolder(this.folder);
  }

  /** The eighth line of postmaster.pid: `starting`, `ready`, `standby` or `stopping`. */
  #status(): string {
    try {
      const lines = readFileSync(join(this.data, 'postmaster.pid'), 'latin1').split('\n');
      return Number(lines[0]) === this.#daemon?.pid ? (lines[7] ?? '').trim() : '';
    } catch {
      return '';
    }
  }
}
