import type { FetchedAnswer, FetchRequest, Fetcher } from './fetch.ts';
import { FetchFailure } from './fetch-failure.ts';
import { pause } from './patience.ts';

/** How often one address is asked in all. */
const TRIES = 4;
/** Milliseconds before the second try of a server that does not say how long; then twice as many each time. */
const FIRST_PAUSE = 1_000;
/** Seconds that are waited for at most; a server that asks for more is for another day. */
const LONGEST_PAUSE = 120;

/** Which failures are worth another try. */
export type Passing = (failure: FetchFailure) => boolean;

/** A server that says that it is busy. Whatever else fails at the first try is more often a mistake, and somebody waits. */
export const isBusy: Passing = ({ status = 0 }) => [429, 502, 503, 504].includes(status);

/** Whatever may pass: of pages that stand in a long row the last should not lose the first. */
export const mayPass: Passing = ({ isPassing }) => isPassing;

/**
 * Does it again when it fails for what passes by itself, after as long as the server asks for.
 * @throws FetchFailure of the last try; the signal's reason
 */
export async function patiently<T>(
  signal: AbortSignal | undefined,
  passes: Passing,
  work: () => Promise<T>,
): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof FetchFailure) || !passes(error) || tried === TRIES) throw error;
      if ((error.retryAfter ?? 0) > LONGEST_PAUSE) throw error;
      await pause(pauseAfter(error, tried), signal);
    }
  }
}

/** @throws FetchFailure; the signal's reason */
export async function fetchUnconditionally(
  fetcher: Fetcher,
  address: string,
  request: FetchRequest,
): Promise<FetchedAnswer> {
  const fetched = await fetcher.fetch(address, request);
  if (fetched.kind === 'answer') return fetched;
  const what = `${fetched.address} answered 304 Not Modified to an unconditional request.`;
  throw new FetchFailure('refused', what, 'Report this to whoever runs that server.');
}

function pauseAfter({ retryAfter }: FetchFailure, tried: number): number {
  return retryAfter === undefined ? FIRST_PAUSE * 2 ** (tried - 1) : retryAfter * 1000;
}
