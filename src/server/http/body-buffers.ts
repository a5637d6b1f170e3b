/** A buffer lent for the body of one answer. */
export interface LentBuffer {
  readonly body: Buffer;
  /** Gives it back, once it is sent and nothing reads it any more. One that is never given back is collected as garbage. */
  readonly release: () => void;
}

const SMALLEST_BITS = 14;
const LARGEST_BITS = 19;
/** Bytes kept of each size: as many buffers as there may be answers on their way at once. */
const KEPT_OF_EACH_SIZE = 4 * 1024 * 1024;

/**
 * Buffers that bodies are put together in, used again and again. Asking the system for 64 KiB anew for each answer
 * costs three times what filling them does.
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
