import { setTimeout as delay } from 'node:timers/promises';
import { askPort } from '../support/http/ask.ts';
import { opened } from '../support/http/raw-exchange.ts';

/** Seconds within which a server that has nothing else to do cuts slow clients. */
export const CUT_WITHIN = 45;

/** A way to be slow: what is sent first, what is sent every second after that, and how much of the response is read. */
interface Slowness {
  readonly first: string;
  /** One of these every second, in turn. */
  readonly then: readonly string[];
  /** Bytes per second; undefined: everything. */
  readonly reads?: number;
}

const HEAD = 'HTTP/1.1\r\nHost: talks.example.org\r\n';

function waysToBeSlow(large: string): readonly Slowness[] {
  return [
    { first: '', then: [] },
    { first: 'G', then: ['E', 'T', ' ', '/', 'a', 'a'] },
    { first: `GET /api ${HEAD}`, then: ['X: y\r\n'] },
    { first: `GET /api ${HEAD}X: `, then: ['y'] },
    { first: `POST /api ${HEAD}Content-Length: 100000\r\n\r\n`, then: ['a'] },
    { first: `GET /healthz ${HEAD}Transfer-Encoding: chunked\r\n\r\n`, then: ['1\r\na\r\n'] },
    { first: `GET ${large} ${HEAD}\r\n`, then: [], reads: 0 },
    { first: `GET ${large} ${HEAD}\r\n`, then: [], reads: 10 },
  ];
}

interface SlowOptions {
  readonly clients: number;
  /** A target whose response is larger than any socket buffer. */
  readonly large: string;
  /** Targets of the normal clients, in turn. */
  readonly targets: readonly string[];
  /** Requests per second of the normal clients. */
  readonly rate?: number;
  /** Seconds within which slow clients must be cut. */
  readonly within?: number;
}

interface SlowOutcome {
  /** Seconds until the last slow sender was cut; Infinity: one was not cut in time. */
  readonly longest: number;
  /** Connections that were not cut in time. */
  readonly uncut: number;
  /** Connections that could not be opened. */
  readonly refused: number;
  /** Durations of normal requests. */
  readonly milliseconds: readonly number[];
  readonly failed: number;
}

/** Runs many slow clients of every kind until all are cut, while normal clients send requests. */
export async function askSlowly(
  port: number,
  { clients, large, targets, rate = 50, within = CUT_WITHIN }: SlowOptions,
): Promise<SlowOutcome> {
  const ways = waysToBeSlow(large);
  // Warms up the server. The time of the first rendering is measured elsewhere.
  for (const target of [large, ...targets]) await timed(port, target);
  let slow = clients;
  let refused = 0;
  const durations = Array.from({ length: clients }, async (_, n) => {
    const way = ways[n % ways.length];
    try {
      return way === undefined ? 0 : await untilCut(port, way, within);
    } catch {
      refused += 1;
      return 0;
    } finally {
      slow -= 1;
    }
  });
  const milliseconds: number[] = [];
  let failed = 0;
  const asking: Promise<void>[] = [];
  for (let asked = 0; slow > 0; asked += 1) {
    asking.push(
      timed(port, targets[asked % targets.length] ?? '/').then(
        (time) => void milliseconds.push(time),
        () => void (failed += 1),
      ),
    );
    await delay(1_000 / rate);
  }
  await Promise.all(asking);
  const kept = await Promise.all(durations);
  const uncut = kept.filter((seconds) => seconds === Infinity).length;
  const longest = Math.max(...kept.filter((seconds) => seconds !== CUT_WITHIN));
  return { longest, uncut, refused, milliseconds, failed };
}

/** Milliseconds. Rejects for anything but a 200. */
async function timed(port: number, target: string): Promise<number> {
  const begun = performance.now();
  const { status } = await askPort(port, target);
  if (status !== 200) throw new Error(`${target}: ${String(status)}`);
  return performance.now() - begun;
}

/** Seconds until the server closes the connection; Infinity: not in time. Rejects if it cannot be opened. */
async function untilCut(port: number, { first, then, reads }: Slowness, within: number): Promise<number> {
  const socket = await opened(port);
  const begun = performance.now();
  const received = new Received();
  socket.on('error', () => undefined).on('data', (chunk: Buffer) => received.add(chunk));
  if (reads !== undefined) socket.pause();
  socket.write(first);
  let turn = 0;
  const trickling = setInterval(() => {
    if (then.length > 0) socket.write(then[turn % then.length] ?? '');
    if (reads !== undefined && reads > 0) socket.read(reads);
    turn += 1;
    // A client that does not read does not notice a close until it has sent something, was refused, and sends again.
    if (reads !== undefined && turn >= CUT_WITHIN && turn % CUT_WITHIN < 2) socket.write('\r\n');
  }, 1_000);
  // Reading on at last shows whether the response is complete.
  const patience = setTimeout(() => (reads === undefined ? socket.destroy() : socket.resume()), within * 1_000);
  // Not `once`, which rejects with the error of a connection that was cut.
  await new Promise((resolve) => socket.once('close', resolve));
  clearInterval(trickling);
  clearTimeout(patience);
  if (reads !== undefined) return received.isWhole ? Infinity : CUT_WITHIN;
  const seconds = (performance.now() - begun) / 1_000;
  return seconds < within ? seconds : Infinity;
}

/** The part of a response that has arrived. */
class Received {
  #head = '';
  #bytes = 0;

  add(chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (!this.#head.includes('\r\n\r\n')) this.#head += chunk.toString('latin1');
  }

  get isWhole(): boolean {
    const end = this.#head.indexOf('\r\n\r\n') + 4;
    const length = /\r\ncontent-length: *(\d+)/i.exec(this.#head.slice(0, end))?.[1];
    return length !== undefined && this.#bytes >= end + Number(length);
  }
}
