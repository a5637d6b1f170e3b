import { setTimeout as sleep } from 'node:timers/promises';
import { NEVER_RUN, type SourceState } from '#store/source-state.ts';
import type { Claim, SourceStates } from '#store/source-states.ts';
import { freeAbandoned, type ClaimHolders } from './sync/claim-holder.ts';

export interface ClaimRequest {
  /** Of whom others are told that wait. */
  readonly by: string;
  readonly token: string;
  /** Tells of whom need not be waited for. */
  readonly holders?: ClaimHolders;
  readonly now: () => Date;
  /** Called once for a source that is being read. */
  readonly onWait?: (name: string) => void;
  /** Stops the waiting with the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * Milliseconds that a claim lasts, and after which it is renewed: who is killed where nobody can tell is not waited for much
 * longer. SQLite takes no renewal while the catalogue is written, which takes less.
 */
const CLAIMED_FOR = 15 * 60_000;
const RENEWED_EVERY = 60_000;

/** Milliseconds between two tries. */
const TRY_AGAIN = 250;

/**
 * Takes these sources for oneself, waiting for those that are being read.
 * @throws StoreUnavailable; the signal's reason when that is aborted. None is kept then.
 */
export async function claimSources(
  states: SourceStates,
  names: Iterable<string>,
  request: ClaimRequest,
): Promise<readonly string[]> {
  const claimed: string[] = [];
  try {
    for (const name of names) {
      await claimSource(states, name, request);
      claimed.push(name);
    }
    return claimed;
  } catch (error) {
    await releaseSources(states, claimed, request.token);
    throw error;
  }
}

async function claimSource(states: SourceStates, name: string, request: ClaimRequest): Promise<void> {
  const { by, token, holders, now, signal } = request;
  for (let tries = 0; ; tries += 1) {
    signal?.throwIfAborted();
    const time = now();
    const claim: Claim = { by, token, until: new Date(time.getTime() + CLAIMED_FOR) };
    if ((await states.claim(name, claim, time)) !== undefined) return;
    if (holders !== undefined && (await freeAbandoned(states, holders)).has(name)) continue;
    if (tries === 0) request.onWait?.(name);
    await sleep(TRY_AGAIN);
  }
}

/** Keeps claims until it is stopped. @param claimed names them, also those that come later */
export function keepClaims(
  states: Pick<SourceStates, 'renew'>,
  claimed: () => readonly string[],
  { token, now }: Pick<ClaimRequest, 'token' | 'now'>,
): { readonly stop: () => void } {
  const timer = setInterval(() => {
    const until = new Date(now().getTime() + CLAIMED_FOR);
    for (const name of claimed()) states.renew(name, token, until).catch(() => false);
  }, RENEWED_EVERY).unref();
  return { stop: () => clearInterval(timer) };
}

/** Gives claims up, and leaves the states as they are. */
export async function releaseSources(states: SourceStates, names: readonly string[], token: string): Promise<void> {
  for (const name of names) await states.settle(name, token, undefined);
}

/** By name: how it stood with sources. Undefined of one that has never been read to the end. */
export type NamedStates = ReadonlyMap<string, SourceState | undefined>;

/** How it stands with all sources of a store. @throws StoreUnavailable */
export async function statesIn(states: Pick<SourceStates, 'list'>): Promise<NamedStates> {
  return new Map((await states.list()).map(({ name, state }) => [name, state]));
}

/** Has sources that were claimed read in any case when they are due next, whatever has been read of them. */
export async function forgetSeen(
  states: Pick<SourceStates, 'list' | 'replace'>,
  claimed: readonly string[],
): Promise<void> {
  // Where there are none, there may be no catalogue either.
  if (claimed.length === 0) return;
  for (const [name, state] of await statesIn(states)) {
    if (state !== undefined && claimed.includes(name)) await states.replace(name, { ...state, seen: null });
  }
}

/**
 * Puts the states of a copied catalogue in place of those of the sources that were claimed, and gives the claims up. They must
 * have been read before the catalogue was: what came in meanwhile is then read once more, and nothing is missed.
 */
export async function replaceSources(
  states: SourceStates,
  claimed: readonly string[],
  { by, token }: { readonly by: NamedStates; readonly token: string },
): Promise<void> {
  for (const name of claimed) await states.settle(name, token, by.get(name) ?? NEVER_RUN);
}
