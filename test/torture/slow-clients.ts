import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { askPort } from '../support/http/ask.ts';
import { opened } from '../support/http/raw-exchange.ts';

/** Seconds after which nobody is waited for any more. */
export const CUT_WITHIN = 45;
/** Requests a second of those who are not slow. */
const NORMAL_RATE = 50;

/** Ways to be slow: what is sent at once, what is then sent again and again, and how much of the answer is read. */
interface Slowness {
  readonly first: string;
  /** Every second, in turn. */
  readonly then: readonly string[];
  /** Bytes a second; undefined: all that comes. */
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
  /** Answered with more than any socket on the way holds. */
  readonly large: string;
  /** Asked by others, in turn. */
  readonly targets: readonly string[];
}

interface SlowOutcome {
  /** Seconds for which those connections were kept on which the server waited for more; Infinity: longer than CUT_WITHIN. */
  readonly longest: number;
  /** Connections that were not cut within CUT_WITHIN. */
  readonly uncut: number;
  /** Connections that were not made. */
  readonly refused: number;
  /** Of normal requests. */
  readonly milliseconds: readonly number[];
  readonly failed: number;
}

/** Lets many clients be slow in every way until all are cut, while others ask as ever. */
export async function askSlowly(port: number, { clients, large, targets }: SlowOptions): Promise<SlowOutcome> {
  const ways = waysToBeSlow(large);
  // A server that has just started renders what it is asked for first: that is measured elsewhere.
  for (const target of [large, ...targets]) await timed(port, target);
  let slow = clients;
  let refused = 0;
  const durations = Array.from({ length: clients }, async (_, n) => {
    const way = ways[n % ways.length];
    try {
      return way === undefined ? 0 : await untilCut(port, way);
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
    await delay(1_000 / NORMAL_RATE);
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

/** Seconds until the server has closed the connection; Infinity where it has not in time. Rejects when there is none. */
async function untilCut(port: number, { first, then, reads }: Slowness): Promise<number> {
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
  }, 1_000);
  // Whoever does not read is not told. By now the end is missing, or it comes.
  const patience = setTimeout(() => (reads === undefined ? socket.destroy() : socket.resume()), CUT_WITHIN * 1_000);
  await once(socket, 'close');
  clearInterval(trickling);
  clearTimeout(patience);
  if (reads !== undefined) return received.isWhole ? Infinity : CUT_WITHIN;
  const seconds = (performance.now() - begun) / 1_000;
  return seconds < CUT_WITHIN ? seconds : Infinity;
}

/** How much has come of an answer. */
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
