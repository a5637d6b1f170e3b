import { resolve } from 'node:path';

/** A parsed store address. */
export type StoreAddress = SqliteAddress | PostgresAddress;

export interface SqliteAddress {
  readonly engine: 'sqlite';
  /** Absolute path. */
  readonly path: string;
}

export interface PostgresAddress {
  readonly engine: 'postgres';
  /** At least one, in the order in which they are tried. */
  readonly hosts: readonly PostgresHost[];
  /** Undefined values are left to the driver, which takes them from the environment or the system's defaults. */
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly database: string | undefined;
  readonly session: SessionAttributes;
  readonly connectMilliseconds: number;
  /** Parameters passed on to the driver, such as sslmode. */
  readonly parameters: Readonly<Record<string, string>>;
}

interface PostgresHost {
  /** A host name, an IP address, or the absolute path of the folder of a Unix socket. */
  readonly name: string | undefined;
  readonly port: number | undefined;
}

/** Which hosts are acceptable: libpq's `target_session_attrs` (postgresql.org/docs/current/libpq-connect.html). */
const SESSION_ATTRIBUTES = ['any', 'read-write', 'read-only', 'primary', 'standby', 'prefer-standby'] as const;
export type SessionAttributes = (typeof SESSION_ATTRIBUTES)[number];

type ReadAddress =
  | { readonly ok: true; readonly address: StoreAddress }
  /** `what` never quotes the address, which may contain a password. */
  | { readonly ok: false; readonly what: string; readonly hint: string };

const SECONDS = { least: 1, most: 300, otherwise: 2 };

/** Parameters passed on to the driver. */
const DRIVER_PARAMETERS: readonly string[] = [
  'application_name',
  'ssl',
  'sslmode',
  'sslcert',
  'sslkey',
  'sslrootcert',
  'sslnegotiation',
  'uselibpqcompat',
];
const OUR_PARAMETERS: readonly string[] = [
  'target_session_attrs',
  'connect_timeout',
  'host',
  'port',
  'user',
  'password',
  'dbname',
];

/** user:password@ · hosts · /database · ?parameters; the last @ before the path ends the password. */
const POSTGRES = /^postgres(?:ql)?:\/\/(?:([^/?]*)@)?([^/?@]*)(?:\/([^?]*))?(?:\?(.*))?$/s;

/** Reads `sqlite:PATH` or `postgres://user:password@host:port,host:port/database?parameters`. */
export function readAddress(text: string): ReadAddress {
  try {
    return { ok: true, address: addressOf(text) };
  } catch (error) {
    if (error instanceof BadAddress) return { ok: false, what: error.message, hint: error.hint };
    throw error;
  }
}

/** The address for messages, without the password. */
export function describe(address: StoreAddress): string {
  if (address.engine === 'sqlite') return address.path;
  const user = address.user === undefined ? '' : `${encodeURIComponent(address.user)}@`;
  const database = address.database === undefined ? '' : `/${address.database}`;
  return `postgres://${user}${address.hosts.map(describeHost).join(',')}${database}`;
}

export function describeHost({ name, port }: PostgresHost): string {
  const host = name?.includes(':') === true && !name.startsWith('/') ? `[${name}]` : (name ?? '');
  return port === undefined ? host : `${host}:${port}`;
}

class BadAddress extends Error {
  readonly hint: string;

  constructor(what: string, hint: string) {
    super(what);
    this.hint = hint;
  }
}

const EXAMPLE = 'postgres://user:password@db1.example.org,db2.example.org/talks';

function addressOf(text: string): StoreAddress {
  if (text.includes('\0')) throw new BadAddress('The address contains a NUL character.', 'Remove that character.');
  if (text.startsWith('sqlite:')) return sqliteAddress(text.slice('sqlite:'.length));
  if (/^postgres(ql)?:/.test(text)) return postgresAddress(text);
  const hint = `Write sqlite: and the path of a file, for example sqlite:lectern.db, or ${EXAMPLE}.`;
  throw new BadAddress('This is not the address of a database.', hint);
}

function sqliteAddress(path: string): SqliteAddress {
  const hint = 'Write sqlite: and the path of a file, for example sqlite:lectern.db.';
  if (path === '') throw new BadAddress('The path is missing.', hint);
  if (path === ':memory:') {
    throw new BadAddress('A database in memory cannot be shared by the processes that import and serve.', hint);
  }
  return { engine: 'sqlite', path: resolve(path) };
}

function postgresAddress(text: string): PostgresAddress {
  const parts = POSTGRES.exec(text);
  if (parts === null) {
    const hint = `Write %40 for an @ and %2F for a / in the password; for example ${EXAMPLE}.`;
    throw new BadAddress('This is not a valid PostgreSQL address.', hint);
  }
  const [, userAndPassword, hosts = '', database, query = ''] = parts;
  const parameters = parametersOf(query);
  const [user, password] = splitOnce(userAndPassword ?? '', ':').map((part) => part && decoded(part));
  return {
    engine: 'postgres',
    hosts: hostsOf(hosts, parameters),
    user: given(user) ?? given(parameters.get('user')),
    password: given(password) ?? given(parameters.get('password')),
    database: given(database && decoded(database)) ?? given(parameters.get('dbname')),
    session: sessionOf(parameters.get('target_session_attrs')),
    connectMilliseconds: secondsOf(parameters.get('connect_timeout')) * 1000,
    parameters: Object.fromEntries([...parameters].filter(([name]) => DRIVER_PARAMETERS.includes(name))),
  };
}

function parametersOf(query: string): Map<string, string> {
  const parameters = new Map<string, string>();
  for (const pair of query.split('&').filter((each) => each !== '')) {
    const [name = '', value = ''] = splitOnce(pair, '=').map((part) => part && decoded(part));
    const known = [...OUR_PARAMETERS, ...DRIVER_PARAMETERS];
    if (!known.includes(name)) {
      const hint = `Remove it, or correct its spelling; the parameters are ${known.join(', ')}.`;
      throw new BadAddress(
        `It has a parameter ${JSON.stringify(name.slice(0, 60))}, which Lectern does not know.`,
        hint,
      );
    }
    parameters.set(name, value);
  }
  return parameters;
}

/**
 * Hosts of the address, or else of its parameters `host` and `port`, where `host` may be the folder of a Unix socket.
 */
function hostsOf(written: string, parameters: ReadonlyMap<string, string>): PostgresHost[] {
  if (written !== '') return written.split(',').map(hostOf);
  const names = (parameters.get('host') ?? '').split(',');
  const ports = (parameters.get('port') ?? '').split(',');
  if (ports.length > 1 && ports.length !== names.length) {
    throw new BadAddress(
      `It has ${names.length} hosts but ${ports.length} ports.`,
      'Write one port for all of them, or one for each.',
    );
  }
  return names.map((name, at) => {
    return { name: given(name), port: portOf(ports[at] ?? ports[0]) };
  });
}

function hostOf(written: string): PostgresHost {
  const [, bracketed, plain, port] = /^(?:\[([0-9A-Fa-f:.]+)\]|([^:[\]]*))(?::(.*))?$/s.exec(written) ?? [];
  if (bracketed === undefined && plain === undefined) {
    const hint = 'Write a name or an IP address, optionally with a port; an IPv6 address in brackets: [::1]:5432.';
    throw new BadAddress('A host is not valid.', hint);
  }
  return { name: bracketed ?? given(plain && decoded(plain)), port: portOf(port) };
}

function portOf(text: string | undefined): number | undefined {
  if (text === undefined || text === '') return undefined;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port >= 1 && port <= 65_535) return port;
  const hint = 'Write a number from 1 to 65535; and %40 for an @, %3A for a :, %2F for a / in the password.';
  throw new BadAddress('A port is not a number.', hint);
}

function sessionOf(text = 'any'): SessionAttributes {
  const known = SESSION_ATTRIBUTES.find((each) => each === text);
  if (known !== undefined) return known;
  throw new BadAddress('Its target_session_attrs is not valid.', `Write one of ${SESSION_ATTRIBUTES.join(', ')}.`);
}

function secondsOf(text = String(SECONDS.otherwise)): number {
  const seconds = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (seconds >= SECONDS.least && seconds <= SECONDS.most) return seconds;
  throw new BadAddress(
    'Its connect_timeout is out of range.',
    `Write a whole number from ${SECONDS.least} to ${SECONDS.most}.`,
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new BadAddress(
      'It has an invalid percent-encoding.',
      'Write %25 for a % in the user, the password or elsewhere.',
    );
  }
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** An empty text counts as not given. */
function given(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}
