import type { Answer, FetchRequest, Fetcher } from './fetch.js';
import { FetchFailure } from './fetch-failure.js';
import { pause } from './patience.js';

/** How often one address is asked in all. */
const TRIES = 4;
/** Milliseconds before the second try of a server that does not say how long; then twice as many each time. */
const FIRST_PAUSE = 1_000;
/** Seconds that are waited for at most; a server that asks for more is for another day. */
const LONGEST_PAUSE = 120;

/**
 * Does it again when it fails for what may pass by itself, after as long as the server asks for.
 * @throws FetchFailure of the last try; the signal's reason
 */
export async function patiently<T>(signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof FetchFailure) || !mayPass(error) || tried === TRIES) throw error;
      await pause(pauseAfter(error, tried), signal);
    }
  }
}

/** @throws FetchFailure; the signal's reason */
export async function fetchUnconditionally(fetcher: Fetcher, address: string, request: FetchRequest): Promise<Answer> {
  const fetched = await fetcher.fetch(address, request);
  if (fetched.kind === 'answer') return fetched;
  const what = `${fetched.address} answers that nothing has changed, without having been asked.`;
  throw new FetchFailure('refused', what, 'Tell whoever runs it.');
}

/** A name that is not found, or a port that refuses, is more often a mistake than a bad moment. */
function mayPass({ isPassing, problem, retryAfter = 0 }: FetchFailure): boolean {
  return isPassing && retryAfter <= LONGEST_PAUSE && !['unknown-host', 'no-connection'].includes(problem.code);
}

function pauseAfter({ retryAfter }: FetchFailure, tried: number): number {
  return retryAfter === undefined ? FIRST_PAUSE * 2 ** (tried - 1) : retryAfter * 1000;
}
