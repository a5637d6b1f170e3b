/**
 * Bytes above which a body is streamed: sent as the client reads it, instead of being built or
 * compressed as a whole.
 */
export const LARGE = 512 * 1024;

/** The body of a response: bytes, or what makes them when they are sent. */
export type Body = Buffer | AssembledBody;

export interface AssembledBody {
  /** Bytes; undefined if they are not known before it is assembled. */
  readonly length: number | undefined;
  /** About how many bytes it has. */
  readonly size: number;
  /** The whole body, for one that is not large. */
  whole(): LentBuffer;
  /** Refills and yields `chunk` repeatedly, or yields fewer bytes when making them takes long. */
  chunks(chunk: Buffer): Iterable<Buffer>;
}

/** About how many bytes a body has. */
export function sizeOf(body: Body): number {
  return Buffer.isBuffer(body) ? body.length : body.size;
}

/** A buffer lent for the body of one response. */
export interface LentBuffer {
  readonly body: Buffer;
  /** Returns it to the pool after sending. A buffer that is never returned is garbage-collected. */
  readonly release: () => void;
}

const SMALLEST_BITS = 14;
const LARGEST_BITS = 19;
/** Bytes pooled per size: most bodies are sent before the next one is assembled. */
const KEPT_OF_EACH_SIZE = 1024 * 1024;

/**
 * A pool of buffers in which bodies are assembled. Allocating 64 KiB per response costs three times
 * as much as filling it.
 */
export class BodyBuffers {
  /** By size: those of 16 KiB, of 32 KiB, and so on. */
  readonly #free: Buffer[][] = Array.from({ length: LARGEST_BITS - SMALLEST_BITS + 1 }, () => []);

  lend(length: number): LentBuffer {
    const bits = Math.max(SMALLEST_BITS, 32 - Math.clz32(length - 1));
    const free = this.#free[bits - SMALLEST_BITS];
    if (free === undefined) return { body: Buffer.allocUnsafeSlow(length), release: () => undefined };
    const whole = free.pop() ?? Buffer.allocUnsafeSlow(2 ** bits);
    let lent = true;
    const release = (): void => {
      if (lent && free.length < KEPT_OF_EACH_SIZE >> bits) free.push(whole);
      lent = false;
    };
    return { body: whole.subarray(0, length), release };
  }
}

/** Work waiting to continue. */
const waiting: (() => void)[] = [];

/**
 * Resolves when a piece of long work may continue. Each turn of the event loop continues one piece,
 * the one that has waited longest: however many large documents are requested, other requests wait
 * for a single piece, not for one of each.
 */
export function turnOfLongWork(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });
}

function goOn(): void {
  const resolve = waiting.shift();
  // Its work until it waits again runs first, then whatever has arrived meanwhile.
  if (waiting.length > 0) setImmediate(goOn);
  resolve?.();
}
