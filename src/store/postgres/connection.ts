import pg from 'pg';
import { describe, describeHost, type PostgresAddress, type SessionAttributes } from '../address.ts';
import { StoreUnavailable } from '../store.ts';
import { isAnswer, meaningOf, TimedOut } from './postgres-errors.ts';

/** Columns of rows whose statement says no more of them. */
type AnyRow = Readonly<Record<string, unknown>>;

/** Milliseconds between two probes of a server that takes long to answer, and failed probes until it counts as gone. */
const LOOK_AGAIN = 5_000;
const LOOKS_IN_VAIN = 2;
/** Milliseconds that closing a connection properly may take. */
const GOODBYE = 300;
/** Milliseconds of silence before TCP keep-alive probes. */
const KEEP_ALIVE = 10_000;

const { INT2, INT4, INT8, FLOAT8, BOOL, BYTEA } = pg.types.builtins;

/** Numbers, booleans and bytes are those of JavaScript; our numbers fit into a double. All else stays text. */
const TYPES = {
  getTypeParser(type: number): (text: string) => unknown {
    if ([INT2, INT4, INT8, FLOAT8].includes(type)) return Number;
    // oxlint-disable-next-line typescript/no-unsafe-assignment -- The driver types nothing here.
    const parse: (text: string) => unknown = pg.types.getTypeParser(type, 'text');
    return [BOOL, BYTEA].includes(type) ? parse : (text) => text;
  },
};

/** A column of rows in binary format. */
interface Column {
  readonly name: string;
  readonly decode: (bytes: Buffer) => unknown;
}

/** The same for values in binary format; any other is text. Bytes are copied, since the driver uses its buffer again. */
const DECODERS: ReadonlyMap<number, Column['decode']> = new Map<number, Column['decode']>([
  [INT2, (bytes) => bytes.readInt16BE()],
  [INT4, (bytes) => bytes.readInt32BE()],
  [INT8, (bytes) => bytes.readInt32BE() * 2 ** 32 + bytes.readUInt32BE(4)],
  [FLOAT8, (bytes) => bytes.readDoubleBE()],
  [BOOL, (bytes) => bytes[0] === 1],
  [BYTEA, (bytes) => Buffer.from(bytes)],
]);

/** A connection to a server. Every query has a time limit; a connection that does not answer in time is cut. */
export class Connection {
  readonly #client: pg.Client;
  readonly #address: PostgresAddress;
  /** Index of its host in the address. */
  readonly place: number;
  readonly ended: Promise<void>;
  #isUsable = true;

  private constructor(client: pg.Client, address: PostgresAddress, place: number) {
    this.#client = client;
    this.#address = address;
    this.place = place;
    // Queries get their own errors; an idle connection that is cut must not end the process.
    client.on('error', () => {
      this.#isUsable = false;
    });
    this.ended = new Promise((resolve) => {
      client.once('end', () => {
        this.#isUsable = false;
        resolve();
      });
    });
  }

  /** Connects within the address's timeout. Throws errors of the driver as they are. */
  static async open(address: PostgresAddress, place: number): Promise<Connection> {
    const connection = new Connection(new pg.Client(configOf(address, place)), address, place);
    try {
      await connection.#within(address.connectMilliseconds, () => connection.#client.connect());
      return connection;
    } catch (error) {
      connection.cut();
      throw error;
    }
  }

  get isUsable(): boolean {
    return this.#isUsable;
  }

  /** Runs a statement. Without values it may be several statements; returns the rows of the last one. */
  async query<Row = AnyRow>(text: string, values: readonly unknown[], milliseconds: number): Promise<readonly Row[]> {
    return this.#within(milliseconds, () => this.#ask<Row>(text, values));
  }

  /** Like `query`, but waits as long as the server responds to probes. */
  async queryWithoutLimit<Row = AnyRow>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return this.#whileThere(() => this.#ask<Row>(text, values));
  }

  /** COPY … FROM STDIN; waits as long as the server responds to probes. */
  async copyIn(text: string, data: Buffer): Promise<void> {
    await this.#whileThere(() => {
      return new Promise<void>((resolve, reject) => {
        this.#client.query(new CopyIn(text, data, (error) => (error === undefined ? resolve() : reject(error))));
      });
    });
  }

  /**
   * The rows of a query in batches, read in binary format: as text, which is all that the driver knows, bytes and numbers
   * take five times as long. `milliseconds`: limit of each wait.
   */
  async *copyOut<Row>(text: string, milliseconds: number): AsyncGenerator<readonly Row[]> {
    const { fields } = await this.#within(milliseconds, () => this.#client.query(`${text} LIMIT 0`));
    const columns = fields.map(({ name, dataTypeID }) => ({ name, decode: DECODERS.get(dataTypeID) ?? String }));
    const copy = new CopyOut<Row>(`COPY (${text}) TO STDOUT (FORMAT binary)`, columns);
    this.#client.query(copy);
    for (;;) {
      const batch = await this.#within(milliseconds, () => copy.next());
      if (batch === undefined) return;
      yield batch;
    }
  }

  /** Calls `onChange` for every notification on the channel. */
  async listen(channel: string, onChange: () => void, milliseconds: number): Promise<void> {
    this.#client.on('notification', onChange);
    await this.query(`LISTEN ${channel}`, [], milliseconds);
  }

  /** Whether there is a pooler in between, so that session state may be lost, or another client's. */
  async isPooled(milliseconds: number): Promise<boolean> {
    const [row] = await this.query<{ pid: number }>('SELECT pg_backend_pid() AS pid', [], milliseconds);
    return !('processID' in this.#client) || this.#client.processID !== row?.pid;
  }

  /** Closes the connection properly, or cuts it if that takes too long. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.cut(), GOODBYE);
    this.#isUsable = false;
    await this.#client.end().catch(() => undefined);
    clearTimeout(timer);
  }

  /** Cuts the connection at once; pending queries fail. */
  cut(): void {
    this.#isUsable = false;
    this.#client.connection.stream.destroy();
  }

  async #ask<Row>(text: string, values: readonly unknown[]): Promise<readonly Row[]> {
    const query: pg.QueryConfig = { text, values: [...values], types: TYPES };
    /* oxlint-disable-next-line typescript/no-unsafe-type-assertion -- See `Row`. */
    const result = (await this.#client.query(query)) as unknown as { rows: Row[] } | { rows: Row[] }[];
    const last = [result].flat().at(-1);
    return last?.rows ?? [];
  }

  async #within<T>(milliseconds: number, act: () => Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    let last: NodeJS.Immediate | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const end = (): void => {
        reject(new TimedOut());
        this.cut();
      };
      // If this process was busy, the answer may be here already: it is read before an immediate runs.
      timer = setTimeout(() => (last = setImmediate(end)), milliseconds);
    });
    try {
      return await Promise.race([act(), late]);
    } finally {
      clearTimeout(timer);
      clearImmediate(last);
    }
  }

  /** Waits as long as the server accepts other connections: how long creating an index takes cannot be known. */
  async #whileThere<T>(act: () => Promise<T>): Promise<T> {
    let isOver = false;
    let inVain = 0;
    const look = async (): Promise<void> => {
      const isThere = await this.#isThere();
      if (isOver) return;
      inVain = isThere ? 0 : inVain + 1;
      if (inVain >= LOOKS_IN_VAIN) this.cut();
      else timer = setTimeout(() => void look(), LOOK_AGAIN);
    };
    let timer = setTimeout(() => void look(), LOOK_AGAIN);
    try {
      return await act();
    } catch (error) {
      throw inVain >= LOOKS_IN_VAIN ? new TimedOut() : error;
    } finally {
      isOver = true;
      clearTimeout(timer);
    }
  }

  /** Whether the server answers, even with a refusal. */
  async #isThere(): Promise<boolean> {
    try {
      const probe = await Connection.open(this.#address, this.place);
      void probe.close();
      return true;
    } catch (error) {
      return isAnswer(error);
    }
  }
}

function configOf(address: PostgresAddress, place: number): pg.ClientConfig {
  const { name, port } = address.hosts[place] ?? {};
  return {
    application_name: 'lectern',
    ...tlsOf(address.parameters),
    ...(name === undefined ? {} : { host: name }),
    ...(port === undefined ? {} : { port }),
    ...(address.user === undefined ? {} : { user: address.user }),
    ...(address.password === undefined ? {} : { password: address.password }),
    ...(address.database === undefined ? {} : { database: address.database }),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE,
  };
}

/** The driver reads sslmode and the like only from an address. */
function tlsOf({ application_name, ...tls }: PostgresAddress['parameters']): pg.ClientConfig {
  const name = application_name === undefined ? {} : { application_name };
  if (Object.keys(tls).length === 0) return name;
  const { ssl } = new pg.Client({ connectionString: `postgres://localhost/?${new URLSearchParams(tls).toString()}` });
  const { sslnegotiation } = tls;
  return { ...name, ssl, ...(sslnegotiation === 'direct' ? { sslnegotiation } : {}) };
}

/** CopyDone (postgresql.org/docs/current/protocol-message-formats.html). */
const COPY_DONE = Buffer.from([0x63, 0, 0, 0, 4]);
/** Largest CopyData payload that we send in one message, in bytes. */
const COPY_MESSAGE = 1024 * 1024;

/** A COPY command, in the form in which the driver runs custom queries. */
abstract class Copy implements pg.Submittable {
  readonly #text: string;
  protected connection: pg.Connection | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  submit(connection: pg.Connection): void {
    this.connection = connection;
    connection.query(this.#text);
  }

  handleCommandComplete(): void {
    // ReadyForQuery comes after it.
  }

  abstract handleReadyForQuery(): void;
  abstract handleError(error: Error): void;
}

/** COPY … FROM STDIN: writes data into a table. */
class CopyIn extends Copy {
  readonly #data: Buffer;
  readonly #onEnd: (error?: Error) => void;

  constructor(text: string, data: Buffer, onEnd: (error?: Error) => void) {
    super(text);
    this.#data = data;
    this.#onEnd = onEnd;
  }

  handleCopyInResponse(): void {
    const stream = this.connection?.stream;
    for (let at = 0; at < this.#data.length; at += COPY_MESSAGE) {
      const part = this.#data.subarray(at, at + COPY_MESSAGE);
      const head = Buffer.allocUnsafe(5);
      head.writeUInt8(0x64, 0);
      head.writeUInt32BE(part.length + 4, 1);
      stream?.write(head);
      stream?.write(part);
    }
    stream?.write(COPY_DONE);
  }

  handleReadyForQuery(): void {
    this.#onEnd();
  }

  handleError(error: Error): void {
    this.#onEnd(error);
  }
}

/** Bytes before the first row: signature, flags and an empty extension. */
const BINARY_HEADER = 19;
/** Rows per batch, and finished batches at which reading from the server pauses. */
const BATCH = 1000;
const READY = 4;

/** COPY … TO STDOUT (FORMAT binary): reads the rows of a query. */
class CopyOut<Row> extends Copy {
  readonly #columns: readonly Column[];
  readonly #ready: Row[][] = [];
  #batch: Row[] = [];
  #isFirst = true;
  #isOver = false;
  #failure: Error | undefined;
  #wake: (() => void) | undefined;

  constructor(text: string, columns: readonly Column[]) {
    super(text);
    this.#columns = columns;
  }

  /** The next batch; undefined after the last one. */
  async next(): Promise<Row[] | undefined> {
    for (;;) {
      if (this.#failure !== undefined) throw this.#failure;
      const batch = this.#ready.shift();
      if (this.#ready.length < READY) this.connection?.stream.resume();
      if (batch !== undefined || this.#isOver) return batch;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  handleCopyOutResponse(): void {
    // Rows follow.
  }

  /** Each message has one row. The first one begins with the header, the last one has the trailer only. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    const at = this.#isFirst ? BINARY_HEADER : 0;
    this.#isFirst = false;
    if (chunk.length < at + 2 || chunk.readInt16BE(at) === -1) return;
    if (this.#batch.push(this.#row(chunk, at + 2)) === BATCH) this.#handOver();
  }

  handleReadyForQuery(): void {
    this.#isOver = true;
    if (this.#batch.length > 0) this.#handOver();
    this.#wake?.();
  }

  handleError(error: Error): void {
    this.#failure = error;
    this.#wake?.();
  }

  /** Each value follows its length, which is -1 for null. */
  #row(bytes: Buffer, first: number): Row {
    const row: Record<string, unknown> = {};
    let at = first;
    for (const { name, decode } of this.#columns) {
      const length = bytes.readInt32BE(at);
      const end = at + 4 + Math.max(length, 0);
      row[name] = length < 0 ? null : decode(bytes.subarray(at + 4, end));
      at = end;
    }
    /* oxlint-disable-next-line typescript/no-unsafe-type-assertion -- What the caller knows of the columns. */
    return row as Row;
  }

  #handOver(): void {
    this.#ready.push(this.#batch);
    this.#batch = [];
    if (this.#ready.length >= READY) this.connection?.stream.pause();
    this.#wake?.();
  }
}

/** Milliseconds within which a server must say what it is, once connected. */
const ANSWER = 2_000;

/** The current role of a server. */
interface Kind {
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
}

/**
 * Connects to the first acceptable host of the address, in its order, as libpq does
 * (postgresql.org/docs/current/libpq-connect.html, target_session_attrs).
 * @throws StoreUnavailable with a message that says what is wrong with each host
 */
export async function connectTo(
  address: PostgresAddress,
  wanted: SessionAttributes = address.session,
): Promise<Connection> {
  const reasons: string[] = [];
  let secondBest: Connection | undefined;
  for (const [place, host] of address.hosts.entries()) {
    try {
      const connection = await Connection.open(address, place);
      const kind = await kindOf(connection);
      if (fits(kind, wanted)) {
        void secondBest?.close();
        return connection;
      }
      if (wanted === 'prefer-standby' && secondBest === undefined) secondBest = connection;
      else void connection.close();
      reasons.push(`${describeHost(host)} ${misfit(kind, wanted)}`);
    } catch (error) {
      reasons.push(`${describeHost(host)} ${meaningOf(error)}`);
    }
  }
  if (secondBest !== undefined) return secondBest;
  throw new StoreUnavailable(`The catalogue at ${describe(address)} cannot be used: ${reasons.join(' ')}`);
}

async function kindOf(connection: Connection): Promise<Kind> {
  try {
    const text = `
      SELECT pg_is_in_recovery() AS "isStandby", current_setting('transaction_read_only') = 'on' AS "isReadOnly"`;
    const [kind] = await connection.query<Kind>(text, [], ANSWER);
    return kind ?? { isStandby: false, isReadOnly: false };
  } catch (error) {
    connection.cut();
    throw error;
  }
}

function fits({ isStandby, isReadOnly }: Kind, wanted: SessionAttributes): boolean {
  switch (wanted) {
    case 'any':
      return true;
    case 'read-write':
      return !isReadOnly && !isStandby;
    case 'read-only':
      return isReadOnly || isStandby;
    case 'primary':
      return !isStandby;
    case 'standby':
    case 'prefer-standby':
      return isStandby;
  }
}

function misfit({ isStandby }: Kind, wanted: SessionAttributes): string {
  if (wanted === 'primary' || wanted === 'read-write') {
    return isStandby ? 'is a standby, which does not accept imports. Add the primary to the address.' : 'is read-only.';
  }
  return 'is the primary, but the address requires a standby.';
}
