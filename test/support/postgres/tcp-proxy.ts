import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { freePort } from '../http/free-port.ts';

export interface CutPoint {
  /** The side whose bytes are watched. */
  readonly from: 'client' | 'server';
  /** When to cut: after this text, or after this many bytes of a connection. */
  readonly at: string | number;
  /** Whether the other side still gets the chunk that triggered the cut. */
  readonly delivered: boolean;
}

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

/** A TCP proxy on this machine that simulates network failures. */
export class TcpProxy {
  readonly port: number;
  #target: number;
  #listener: Server | undefined;
  readonly #pairs = new Set<Pair>();
  #isStalled = false;
  #awaited: { bytes: number; readonly resolve: () => void } | undefined;
  #cut: { readonly point: CutPoint; readonly happened: () => void } | undefined;

  private constructor(port: number, target: number) {
    this.port = port;
    this.#target = target;
  }

  /** Starts a proxy to a port of this machine. */
  static async to(target: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(await freePort(), target);
    await proxy.accept();
    return proxy;
  }

  /** Number of open connections through the proxy. */
  get connections(): number {
    return this.#pairs.size;
  }

  /** Sends new connections to another port. */
  redirect(target: number): void {
    this.#target = target;
  }

  /** Resets all connections, like a network failure. */
  cut(): void {
    for (const { client, server } of this.#pairs) {
      reset(client);
      reset(server);
    }
  }

  /** Cuts the first connection that reaches this point; resolves once it is cut. */
  cutWhen(point: CutPoint): Promise<void> {
    return new Promise((happened) => {
      this.#cut = { point, happened };
    });
  }

  /** Resolves when this many more bytes have arrived from clients. */
  passed(bytes: number): Promise<void> {
    return new Promise((resolve) => {
      this.#awaited = { bytes, resolve };
    });
  }

  /** Holds back all data; connections stay open, and new ones are accepted. */
  stall(): void {
    this.#isStalled = true;
    for (const { client, server } of this.#pairs) {
      client.pause();
      server.pause();
    }
  }

  /** Forwards what was held back. */
  resume(): void {
    this.#isStalled = false;
    for (const { client, server } of this.#pairs) {
      client.resume();
      server.resume();
    }
  }

  /** Refuses new connections; open ones stay. */
  async refuse(): Promise<void> {
    const listener = this.#listener;
    this.#listener = undefined;
    if (listener === undefined) return;
    // Does not await the `close` event, which waits until all connections are closed.
    listener.close();
    await new Promise<void>((done) => setImmediate(done));
  }

  /** Accepts new connections again. */
  async accept(): Promise<void> {
    if (this.#listener !== undefined) return;
    const listener = createServer((client) => {
      this.#pair(client);
    });
    listener.listen(this.port, '127.0.0.1');
    await once(listener, 'listening');
    this.#listener = listener;
  }

  async close(): Promise<void> {
    await this.refuse();
    this.cut();
  }

  #pair(client: Socket): void {
    const server = connect({ host: '127.0.0.1', port: this.#target });
    const pair = { client, server };
    this.#pairs.add(pair);
    this.#carry(pair, 'client');
    this.#carry(pair, 'server');
    if (this.#isStalled) {
      client.pause();
      server.pause();
    }
  }

  #count(bytes: number): void {
    if (this.#awaited === undefined) return;
    this.#awaited.bytes -= bytes;
    if (this.#awaited.bytes <= 0) this.#awaited.resolve();
  }

  #carry(pair: Pair, from: 'client' | 'server'): void {
    const [source, target] = from === 'client' ? [pair.client, pair.server] : [pair.server, pair.client];
    const heard = new Heard();
    source.setNoDelay(true);
    source.on('data', (bytes: Buffer) => {
      if (from === 'client') this.#count(bytes.length);
      const cut = this.#cut;
      if (cut?.point.from === from && heard.reaches(bytes, cut.point.at)) {
        this.#cut = undefined;
        if (cut.point.delivered) target.end(bytes);
        else reset(target);
        reset(source);
        cut.happened();
      } else if (!target.write(bytes)) {
        source.pause();
      }
    });
    target.on('drain', () => {
      if (!this.#isStalled) source.resume();
    });
    source.on('end', () => target.end());
    source.on('error', () => {
      reset(target);
    });
    source.on('close', () => {
      this.#pairs.delete(pair);
      target.end();
    });
  }
}

/**
 * Destroys a connection that has ended: resetting it would fail (EINVAL in libuv) and keep the process from exiting.
 */
function reset(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}

/** The bytes seen in one direction of a connection. */
class Heard {
  #bytes = 0;
  #tail = '';

  /** Adds a chunk; true once this text or this many bytes have been seen. */
  reaches(bytes: Buffer, at: string | number): boolean {
    const text = this.#tail + bytes.toString('latin1');
    this.#bytes += bytes.length;
    this.#tail = typeof at === 'string' ? text.slice(1 - at.length || text.length) : '';
    return typeof at === 'string' ? text.includes(at) : this.#bytes >= at;
  }
}
