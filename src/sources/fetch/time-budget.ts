import { setTimeout } from 'node:timers/promises';
import { FetchFailure, LATER } from './fetch-failure.ts';

/** Time limits for untrusted servers: one for each step, and one for all steps together. */
export class TimeBudget {
  readonly #signal: AbortSignal | undefined;
  #left: number;

  /** @param total in milliseconds */
  constructor(total: number, signal: AbortSignal | undefined) {
    this.#left = total;
    this.#signal = signal;
  }

  /**
   * Waits for the work, within the limits.
   * @param most in milliseconds @param what the host and what it failed to do: `h.example sent nothing`
   * @throws FetchFailure on a timeout; the reason of the signal. The caller must then stop the work
   */
  async wait<T>(work: Promise<T>, most: number, what: string): Promise<T> {
    const signal = this.#signal;
    const begun = performance.now();
    const over = new AbortController();
    const limit = Math.min(most, this.#left);
    const timeout = setTimeout(limit, undefined, { signal: over.signal }).then(() => {
      throw limit < most ? overBudget(what) : tooSlow(what, limit);
    });
    const stopped = new Promise<never>((_, reject) => {
      const stop = (): void => reject(reasonOf(signal));
      if (signal?.aborted === true) stop();
      signal?.addEventListener('abort', stop, { once: true, signal: over.signal });
    });
    try {
      return await Promise.race([work, timeout, stopped]);
    } finally {
      this.#left -= performance.now() - begun;
      over.abort();
      timeout.catch(() => undefined);
    }
  }
}

function tooSlow(what: string, limit: number): FetchFailure {
  const seconds = Number((limit / 1000).toPrecision(2));
  return new FetchFailure('too-slow', `${what} for ${seconds} seconds.`, LATER, { isTemporary: true });
}

function overBudget(what: string): FetchFailure {
  return new FetchFailure('too-slow', `The request took too long in all. At the end ${what}.`, LATER, {
    isTemporary: true,
  });
}

function reasonOf(signal: AbortSignal | undefined): Error {
  const reason: unknown = signal?.reason;
  return reason instanceof Error ? reason : new Error('Stopped', { cause: reason });
}

/** @throws the reason of the signal, as soon as it is aborted */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await setTimeout(milliseconds, undefined, signal === undefined ? {} : { signal });
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}
