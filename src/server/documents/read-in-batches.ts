import { CatalogueDamaged } from '#store/store.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { TalkIndex } from '#search/index/talk-index.ts';
import type { Store } from '#store/store.ts';

/** Talks that are read together: a page of a search, most often. */
const BATCH = 20;
/** Milliseconds of reading and rendering after which others get their turn. */
const LONGEST_TURN = 5;

/**
 * Reads talks a batch at a time, so that a large document keeps nobody waiting.
 * @returns the version that they are of: another than the index's as soon as the store has one
 */
export async function readInBatches(
  store: Store,
  index: TalkIndex,
  talks: Uint32Array,
  take: (number: number, details: TalkDetails) => void,
): Promise<number> {
  let began = performance.now();
  const takeTurns = async (): Promise<void> => {
    if (performance.now() - began < LONGEST_TURN) return;
    await nextTurn();
    began = performance.now();
  };
  for (let from = 0; from < talks.length; from += BATCH) {
    const batch = [...talks.subarray(from, from + BATCH)];
    const found = await store.talks(batch);
    if (found.version !== index.state.version) return found.version;
    for (const [at, number] of batch.entries()) {
      const details = found.value[at];
      if (details === undefined)
        throw new CatalogueDamaged(`The catalogue is damaged: the talk with number ${String(number)} is missing.`);
      take(number, details);
      if (from > 0) await takeTurns();
    }
    await takeTurns();
  }
  return index.state.version;
}
