import { cp, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { run } from '../../support/docs/generated-client.ts';
import { freePort } from '../../support/http/free-port.ts';
import { removed } from '../../support/temporary-folder.ts';
import { installed, startDaemon, type Daemon } from '../daemon.ts';

/** Where Debian's package has WordPress. */
export const WORDPRESS = '/usr/share/wordpress';

export const PASSWORD = 'password of a test';

/** A WordPress of its own, with MariaDB, the theme Twenty Twenty-Three and the plug-in. */
export class WordPressSite {
  readonly origin: string;
  readonly #folder: string;
  readonly #daemons: readonly Daemon[];

  private constructor(origin: string, folder: string, daemons: readonly Daemon[]) {
    this.origin = origin;
    this.#folder = folder;
    this.#daemons = daemons;
  }

  /** @param server the address of Lectern */
  static async start(server: string): Promise<WordPressSite> {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-wp-'));
    const daemons: Daemon[] = [];
    const origin = `http://127.0.0.1:${String(await freePort())}`;
    const site = new WordPressSite(origin, folder, daemons);
    try {
      await cp(WORDPRESS, join(folder, 'site'), { recursive: true, dereference: true });
      await symlink(
        resolve('integrations/wordpress/lectern-talks'),
        join(folder, 'site/wp-content/plugins/lectern-talks'),
      );
      await writeFile(join(folder, 'site/wp-config.php'), configuration(origin, join(folder, 'db.sock')));
      daemons.push(await startMariaDb(folder));
      await site.php(INSTALLATION, { SERVER: server, PASSWORD });
      const port = Number(new URL(origin).port);
      daemons.push(
        await startDaemon(program('php'), ['-S', `127.0.0.1:${String(port)}`, '-t', join(folder, 'site')], port),
      );
      return site;
    } catch (error) {
      await site.close();
      throw error;
    }
  }

  /** Runs code inside WordPress, and returns what it prints. */
  async php(code: string, variables: Readonly<Record<string, string>> = {}): Promise<string> {
    const file = join(this.#folder, 'run.php');
    await writeFile(file, `<?php\nconst SITE = '${join(this.#folder, 'site')}';\n${code}`);
    const settings = ['-d', 'display_errors=stderr', '-d', 'error_reporting=E_ALL&~E_DEPRECATED'];
    const { status, output } = await run(program('php'), [...settings, file], this.#folder, variables);
    if (status !== 0) throw new Error(output);
    return output;
  }

  /** Publishes a post of an author, and returns its address. */
  async publish(content: string): Promise<string> {
    const id = await this.php(
      `require SITE . '/wp-load.php';
      $author = get_user_by( 'login', 'author' )->ID;
      wp_set_current_user( $author );
      echo wp_insert_post( wp_slash( array( 'post_title' => 'Seminars', 'post_status' => 'publish', 'post_author' => $author, 'post_content' => getenv( 'CONTENT' ) ) ) );`,
      { CONTENT: content },
    );
    return `${this.origin}/?p=${id}`;
  }

  /** Makes all lists that WordPress keeps older, which leads to a new request to the server. */
  async age(seconds: number): Promise<void> {
    await this.php(
      `require SITE . '/wp-load.php';
      foreach ( $wpdb->get_col( "SELECT option_name FROM $wpdb->options WHERE option_name LIKE '\\\\_transient\\\\_lectern\\\\_%'" ) as $name ) {
        $kept = get_option( $name );
        $kept['due'] -= ${String(seconds)};
        $kept['since'] -= ${String(seconds)};
        update_option( $name, $kept );
        $end = str_replace( '_transient_', '_transient_timeout_', $name );
        update_option( $end, get_option( $end ) - ${String(seconds)} );
      }`,
    );
  }

  async close(): Promise<void> {
    for (const daemon of this.#daemons.toReversed()) await daemon.stop();
    await removed(this.#folder);
  }
}

function program(name: string): string {
  return installed(name) ?? name;
}

async function startMariaDb(folder: string): Promise<Daemon> {
  const data = `--datadir=${join(folder, 'db')}`;
  const user = `--user=${userInfo().username}`;
  const options = ['--no-defaults', data, user, '--auth-root-authentication-method=normal', '--skip-test-db'];
  const made = await run(program('mariadb-install-db'), options, folder);
  if (made.status !== 0) throw new Error(made.output);
  const files = [`--socket=${join(folder, 'db.sock')}`, `--pid-file=${join(folder, 'db.pid')}`];
  const started = ['--no-defaults', data, user, ...files, '--skip-networking', '--innodb-flush-log-at-trx-commit=0'];
  return startDaemon(program('mariadbd'), started, 'ready for connections');
}

function configuration(origin: string, socket: string): string {
  return `<?php
define( 'DB_NAME', 'wordpress' );
define( 'DB_USER', 'root' );
define( 'DB_PASSWORD', '' );
define( 'DB_HOST', 'localhost:${socket}' );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'WP_HOME', '${origin}' );
define( 'WP_SITEURL', '${origin}' );
define( 'WP_HTTP_BLOCK_EXTERNAL', true );
define( 'WP_ACCESSIBLE_HOSTS', '127.0.0.1' );
define( 'DISABLE_WP_CRON', true );
foreach ( array( 'AUTH_KEY', 'SECURE_AUTH_KEY', 'LOGGED_IN_KEY', 'NONCE_KEY', 'AUTH_SALT', 'SECURE_AUTH_SALT', 'LOGGED_IN_SALT', 'NONCE_SALT' ) as $key ) {
	define( $key, 'a key of a test' );
}
$table_prefix = 'wp_';
defined( 'ABSPATH' ) || define( 'ABSPATH', __DIR__ . '/' );
require_once ABSPATH . 'wp-settings.php';
`;
}

const INSTALLATION = `
define( 'WP_INSTALLING', true );
preg_match( "/localhost:([^']*)/", file_get_contents( SITE . '/wp-config.php' ), $socket );
( new mysqli( null, 'root', '', '', 0, $socket[1] ) )->query( 'CREATE DATABASE wordpress' );
// A site without mail.
function wp_mail() { return true; }
require SITE . '/wp-load.php';
require_once ABSPATH . 'wp-admin/includes/upgrade.php';
require_once ABSPATH . 'wp-admin/includes/plugin.php';
wp_install( 'Department of Physics', 'admin', 'admin@example.org', false, '', getenv( 'PASSWORD' ) );
wp_insert_user( array( 'user_login' => 'author', 'user_pass' => getenv( 'PASSWORD' ), 'user_email' => 'author@example.org', 'role' => 'author' ) );
update_option( 'lectern_talks_server', getenv( 'SERVER' ) );
switch_theme( 'twentytwentythree' );
$failed = activate_plugin( 'lectern-talks/lectern-talks.php' );
if ( is_wp_error( $failed ) ) {
	fwrite( STDERR, $failed->get_error_message() );
	exit( 1 );
}
`;
