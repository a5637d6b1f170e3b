import type { Logger } from 'pino';
import type { IndexReplica } from '#search/replica/index-replica.ts';

const LOOKED_AT_EVERY = 250;

/** What can be wrong for a while without anything failing, and how it is told. */
interface Trouble {
  /** Undefined while all is well. */
  readonly reason: () => string | undefined;
  readonly begins: string;
  readonly ends: string;
  /** performance.now when it began. */
  since: number | undefined;
}

/**
 * Writes down once when the store cannot be followed, or the index not be saved, and once when that is over.
 * @returns what ends this
 */
export function logStoreHealth(follower: Pick<IndexReplica, 'trouble' | 'snapshotTrouble'>, log: Logger): () => void {
  const troubles: readonly Trouble[] = [
    {
      reason: () => follower.trouble,
      begins: 'the store cannot be read; what is in memory is still answered',
      ends: 'the store can be read again',
      since: undefined,
    },
    {
      reason: () => follower.snapshotTrouble,
      begins: 'the index cannot be saved, so that the next start will take longer',
      ends: 'the index can be saved again',
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

function look(trouble: Trouble, log: Logger): void {
  const reason = trouble.reason();
  if (reason !== undefined && trouble.since === undefined) {
    trouble.since = performance.now();
    log.warn({ reason }, trouble.begins);
  } else if (reason === undefined && trouble.since !== undefined) {
    // Who reads only warnings wants to know that one is over.
    log.warn({ seconds: Math.round((performance.now() - trouble.since) / 1000) }, trouble.ends);
    trouble.since = undefined;
  }
}
