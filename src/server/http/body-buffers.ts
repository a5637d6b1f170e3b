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
