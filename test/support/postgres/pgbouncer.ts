import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../http/free-port.ts';
import { until } from '../until.ts';
import { Daemon } from './daemon.ts';
import { ADMINISTRATOR, PASSWORD, USER } from './database-folder.ts';
import { ownedFolder, removeFolder } from './owned-folder.ts';
import { systemProgram } from './programs.ts';
import { ReachedServer } from './reached-server.ts';

/** Why tests on PgBouncer are skipped; false if they run. */
export function withoutPgBouncer(): string | false {
  if (systemProgram('pgbouncer') !== undefined) return false;
  return 'PgBouncer is not installed: “.ci/servers”, or your package manager, installs it';
}

/** PgBouncer in front of a server, in transaction pooling mode. */
export class PgBouncer extends ReachedServer {
  readonly #program: string;
  readonly #folder: string;
  #daemon: Daemon | undefined;

  private constructor(server: ReachedServer, port: number, program: string) {
    super(server.version, port);
    this.#program = program;
    this.#folder = ownedFolder('pgbouncer');
  }

  /** @param size server connections per database */
  static async inFrontOf(server: ReachedServer, size = 4): Promise<PgBouncer> {
    const program = systemProgram('pgbouncer');
    if (program === undefined) throw new Error('PgBouncer is not installed.');
    const pooler = new PgBouncer(server, await freePort(), program);
    await pooler.#configure(server, size);
    await pooler.start();
    return pooler;
  }

  async start(): Promise<void> {
    const daemon = await Daemon.start({
      program: this.#program,
      args: [join(this.#folder, 'pgbouncer.ini')],
      log: join(this.#folder, 'log'),
    });
    this.#daemon = daemon;
    await until(() => this.#answers(daemon), 'PgBouncer to start');
  }

  /** Stops PgBouncer and every connection through it. */
  async stop(): Promise<void> {
    this.#daemon?.signal('SIGTERM');
    await this.#daemon?.ended();
  }

  async remove(): Promise<void> {
    await this.stop();
    await removeFolder(this.#folder);
  }

  async #configure(server: ReachedServer, size: number): Promise<void> {
    const users = join(this.#folder, 'users.txt');
    await writeFile(users, [USER, ADMINISTRATOR].map((user) => `"${user}" "${PASSWORD}"\n`).join(''));
    const settings = {
      listen_addr: '127.0.0.1',
      listen_port: this.port,
      unix_socket_dir: '',
      auth_type: 'scram-sha-256',
      auth_file: users,
      pool_mode: 'transaction',
      default_pool_size: size,
      max_client_conn: 200,
      // Seconds to wait after a failed login to the server; the default is 15.
      server_login_retry: 1,
      admin_users: ADMINISTRATOR,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
    const behind = `* = host=${server.host} port=${server.port}\n`;
    const configuration = `[databases]\n${behind}\n[pgbouncer]\n${lines.join('')}`;
    await writeFile(join(this.#folder, 'pgbouncer.ini'), configuration);
  }

  async #answers(daemon: Daemon): Promise<boolean> {
    if (!daemon.isRunning) throw new Error(`PgBouncer ended instead of starting:\n${daemon.said()}`);
    try {
      await this.query('SELECT 1');
      return true;
    } catch {
      return false;
    }
  }
}
