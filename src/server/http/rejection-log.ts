import type { Logger } from 'pino';

/**
 * Milliseconds for which further rejections for one reason are counted after the first has been
 * logged.
 */
const COUNTED_FOR = 60_000;
/** How many reasons are tracked at once; a damaged catalogue has one per record. */
const MAX_REASONS = 50;
const OTHER_REASONS = 'other reasons';

/** A log line: the first request, or how many more in how many seconds. */
interface Line {
  readonly reason: string;
  readonly url?: string | undefined;
  readonly requestId?: string | undefined;
  readonly times?: number;
  readonly seconds?: number;
}

/** Logs rejected requests: the first for each reason, and then once a minute how many more. */
export class RejectionLog {
  readonly #write: (line: Line) => void;
  /** Count since the last line, by reason. */
  readonly #counts = new Map<string, number>();

  constructor(write: (line: Line) => void) {
    this.#write = write;
  }

  rejected(why: string, url: string | undefined, requestId?: string): void {
    const reason = this.#counts.has(why) || this.#counts.size < MAX_REASONS ? why : OTHER_REASONS;
    const count = this.#counts.get(reason);
    this.#counts.set(reason, (count ?? -1) + 1);
    if (count !== undefined) return;
    this.#write(requestId === undefined ? { reason, url } : { reason, url, requestId });
    this.#countFurther(reason);
  }

  #countFurther(reason: string): void {
    const timer = setTimeout(() => {
      const times = this.#counts.get(reason) ?? 0;
      if (times === 0) {
        this.#counts.delete(reason);
        return;
      }
      this.#write({ reason, times, seconds: COUNTED_FOR / 1000 });
      this.#counts.set(reason, 0);
      this.#countFurther(reason);
    }, COUNTED_FOR);
    timer.unref();
  }
}

/** Logs requests that got a 503. */
export function unavailableLog(log: Logger): RejectionLog {
  return new RejectionLog((line) => log.warn(line, 'request rejected: service unavailable'));
}
