import { FetchFailure } from './fetch-failure.ts';
import { pause } from './time-budget.ts';

/** Attempts per address. */
const ATTEMPTS = 4;
/** Milliseconds before the first retry if the server does not say; doubled each time. */
const FIRST_PAUSE = 1_000;
/** In seconds; if the server asks for more, there is no retry. */
const LONGEST_PAUSE = 120;

/** Which failures to retry. */
type RetryIf = (failure: FetchFailure) => boolean;

/** Retry only if the server is busy. On a first request, others are more likely mistakes, and somebody is waiting. */
export const isServerBusy: RetryIf = ({ status = 0 }) => [429, 502, 503, 504].includes(status);

/** Retry after any temporary failure: the last of many pages should not lose the earlier ones. */
export const isTemporary: RetryIf = (failure) => failure.isTemporary;

/**
 * Retries after temporary failures, waiting as long as the server asks.
 * @throws the FetchFailure of the last attempt; the reason of the signal
 */
export async function withRetries<T>(
  signal: AbortSignal | undefined,
  retryIf: RetryIf,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof FetchFailure) || !retryIf(error) || attempt === ATTEMPTS) throw error;
      if ((error.retryAfter ?? 0) > LONGEST_PAUSE) throw error;
      await pause(pauseAfter(error, attempt), signal);
    }
  }
}

function pauseAfter({ retryAfter }: FetchFailure, attempt: number): number {
  return retryAfter === undefined ? FIRST_PAUSE * 2 ** (attempt - 1) : retryAfter * 1000;
}
