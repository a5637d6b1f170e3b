import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../until.js';
import { Daemon } from './daemon.js';
import { ADMINISTRATOR, PASSWORD, USER } from './database-folder.js';
import { ownedFolder, removeFolder } from './owned-folder.js';
import { systemProgram } from './programs.js';
import { ReachedServer } from './reached-server.js';
import { settledPort } from './settled-port.js';

/** Why a test of PgBouncer cannot run here; false when it can. For the `skip` of a test. */
export function withoutPgBouncer(): string | false {
  if (systemProgram('pgbouncer') !== undefined) return false;
  return 'PgBouncer is not installed: “.ci/servers”, or your package manager, installs it';
}

/** PgBouncer in front of a server, lending each of its connections for one transaction at a time. */
export class PgBouncer extends ReachedServer {
  readonly #daemon: Daemon;
  readonly #folder: string;

  private constructor(server: ReachedServer, port: number, daemon: Daemon, folder: string) {
    super(server.version, port);
    this.#daemon = daemon;
    this.#folder = folder;
  }

  /** @param size how many connections to the server it has for each database */
  static async inFrontOf(server: ReachedServer, size = 4): Promise<PgBouncer> {
    const program = systemProgram('pgbouncer');
    if (program === undefined) throw new Error('PgBouncer is not installed.');
    const folder = ownedFolder('pgbouncer');
    const port = await settledPort();
    const configuration = join(folder, 'pgbouncer.ini');
    const users = join(folder, 'users.txt');
    await writeFile(users, [USER, ADMINISTRATOR].map((user) => `"${user}" "${PASSWORD}"\n`).join(''));
    const settings = {
      listen_addr: '127.0.0.1',
      listen_port: port,
      unix_socket_dir: '',
      auth_type: 'scram-sha-256',
      auth_file: users,
      pool_mode: 'transaction',
      default_pool_size: size,
      max_client_conn: 200,
      admin_users: ADMINISTRATOR,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`);
    const behind = `* = host=${server.host} port=${server.port}\n`;
    await writeFile(configuration, `[databases]\n${behind}\n[pgbouncer]\n${lines.join('')}`);
    const daemon = await Daemon.start({ program, args: [configuration], log: join(folder, 'log') });
    const pooler = new PgBouncer(server, port, daemon, folder);
    await until(() => pooler.#answers(), 'PgBouncer to start', 20_000);
    return pooler;
  }

  async remove(): Promise<void> {
    this.#daemon.signal('SIGQUIT');
    await this.#daemon.ended();
    await removeFolder(this.#folder);
  }

  async #answers(): Promise<boolean> {
    if (!this.#daemon.isRunning) throw new Error(`PgBouncer ended instead of starting:\n${this.#daemon.said()}`);
    try {
      await this.query('SELECT 1');
      return true;
    } catch {
      return false;
    }
  }
}
