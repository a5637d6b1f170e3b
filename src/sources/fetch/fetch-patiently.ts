import type { FetchedAnswer, FetchRequest, Fetcher } from './fetch.ts';
import { FetchFailure } from './fetch-failure.ts';
import { pause } from './patience.ts';

/** Attempts at an address. */
const TRIES = 4;
/** Milliseconds before the first retry if the server does not say; doubled each time. */
const FIRST_PAUSE = 1_000;
/** Seconds; if the server asks for more, it is not retried. */
const LONGEST_PAUSE = 120;

/** Which failures to retry. */
export type Passing = (failure: FetchFailure) => boolean;

/** The server is busy. On the first request, any other failure is more likely a mistake, and somebody is waiting. */
export const isServerBusy: Passing = ({ status = 0 }) => [429, 502, 503, 504].includes(status);

/** Any temporary failure: the last of many pages should not lose the first. */
export const mayPass: Passing = ({ isPassing }) => isPassing;

/**
 * Retries after temporary failures, waiting as long as the server asks.
 * @throws FetchFailure of the last attempt; the reason of the signal
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

/** @throws FetchFailure; the reason of the signal */
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
