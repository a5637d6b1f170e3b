import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { settledPort } from './settled-port.ts';

export interface CutPoint {
  /** Whose words are listened to. */
  readonly from: 'client' | 'server';
  /** What is heard when it is time: these words, or so many bytes of a connection. */
  readonly at: string | number;
  /** Whether the other side still gets the chunk in which that was heard. */
  readonly delivered: boolean;
}

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

/** A network between a client and a server on this machine, which does to connections what networks do. */
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

  /** Starts one that leads to a port of this machine. */
  static async to(target: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(await settledPort(), target);
    await proxy.accept();
    return proxy;
  }

  /** How many connections there are through it. */
  get connections(): number {
    return this.#pairs.size;
  }

  /** New connections lead there. */
  redirect(target: number): void {
    this.#target = target;
  }

  /** Ends every connection at once, as a network does that forgets them. */
  cut(): void {
    for (const { client, server } of this.#pairs) {
      reset(client);
      reset(server);
    }
  }

  /** Ends the connection on which this is heard, once; resolves when it was. */
  cutWhen(point: CutPoint): Promise<void> {
    return new Promise((happened) => {
      this.#cut = { point, happened };
    });
  }

  /** Resolves when so many bytes more have come from clients. */
  passed(bytes: number): Promise<void> {
    return new Promise((resolve) => {
      this.#awaited = { bytes, resolve };
    });
  }

  /** Nothing passes any more; connections stay, and new ones are taken. */
  stall(): void {
    this.#isStalled = true;
    for (const { client, server } of this.#pairs) {
      client.pause();
      server.pause();
    }
  }

  /** What was held back passes. */
  resume(): void {
    this.#isStalled = false;
    for (const { client, server } of this.#pairs) {
      client.resume();
      server.resume();
    }
  }

  /** New connections are refused; those that are there stay. */
  async refuse(): Promise<void> {
    const listener = this.#listener;
    this.#listener = undefined;
    if (listener === undefined) return;
    // “close” waits for connections too, and those stay.
    listener.close();
    await new Promise<void>((done) => setImmediate(done));
  }

  /** New connections are taken, again. */
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

/** A connection that has been ended can no longer be reset (EINVAL of libuv); trying would keep its process from ending. */
function reset(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}

/** What went one way on a connection. */
class Heard {
  #bytes = 0;
  #tail = '';

  /** Takes the next chunk; true when it holds the end of these words, or of so many bytes. */
  reaches(bytes: Buffer, at: string | number): boolean {
    const text = this.#tail + bytes.toString('latin1');
    this.#bytes += bytes.length;
    this.#tail = typeof at === 'string' ? text.slice(1 - at.length || text.length) : '';
    return typeof at === 'string' ? text.includes(at) : this.#bytes >= at;
  }
}
