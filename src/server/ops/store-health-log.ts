import type { Logger } from 'pino';
import type { KnownDamage } from '#replica/damage-watch.ts';
import type { ReadCopy } from '#replica/read-copy.ts';

const LOOKED_AT_EVERY = 250;
/** Damaged records named in a log line. */
const MAX_NAMED = 5;

/** A condition that can last for a while without requests failing, and how it is logged. */
interface Trouble {
  /** Undefined while all is well. */
  readonly reason: () => string | undefined;
  readonly begins: string;
  readonly details?: () => object;
  readonly ends: string;
  /** performance.now when it began. */
  since: number | undefined;
}

/**
 * Logs once when the store cannot be followed or the copy cannot be written, and once when that is over.
 * @returns a function that stops it
 */
export function logStoreHealth(
  replica: Pick<ReadCopy, 'trouble' | 'storeAwaySince' | 'damaged' | 'copyTrouble'>,
  log: Logger,
): () => void {
  const troubles: readonly Trouble[] = [
    {
      reason: () => replica.trouble,
      begins: 'the store cannot be read; serving from the copy',
      details: () =>
        replica.storeAwaySince === undefined ? {} : { since: new Date(replica.storeAwaySince).toISOString() },
      ends: 'the store can be read again',
      since: undefined,
    },
    {
      reason: () => namesOf(replica.damaged),
      begins: 'part of the catalogue is damaged; records that were not copied before get 503, all others are served',
      ends: 'the catalogue is no longer damaged',
      since: undefined,
    },
    {
      reason: () => replica.copyTrouble,
      begins: 'the copy cannot be written; what is served may be old, and the next start will take longer',
      ends: 'the copy can be written again',
      since: undefined,
    },
  ];
  const timer = setInterval(() => {
    for (const trouble of troubles) look(trouble, log);
  }, LOOKED_AT_EVERY);
  timer.unref();
  return () => {
    clearInterval(timer);
  };
}

/** The first ones; undefined if there are none. */
function namesOf({ damage, more }: KnownDamage): string | undefined {
  if (damage.length === 0) return undefined;
  const rest = damage.length - MAX_NAMED + more;
  const named = damage.slice(0, MAX_NAMED).map(({ what }) => what);
  return [...named, ...(rest > 0 ? [`And ${String(rest)} more, which lectern check lists.`] : [])].join(' ');
}

function look(trouble: Trouble, log: Logger): void {
  const reason = trouble.reason();
  if (reason !== undefined && trouble.since === undefined) {
    trouble.since = performance.now();
    log.warn({ reason, ...trouble.details?.() }, trouble.begins);
  } else if (reason === undefined && trouble.since !== undefined) {
    // Logged as a warning too, for those who only read warnings.
    log.warn({ seconds: Math.round((performance.now() - trouble.since) / 1000) }, trouble.ends);
    trouble.since = undefined;
  }
}
