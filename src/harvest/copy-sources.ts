import { setTimeout as sleep } from 'node:timers/promises';
import { type Claim, NEVER_RUN, type SourceState, type SourceStates } from '#store/source-states.ts';
import { freeAbandoned, type ClaimHolders } from './sync/claim-holder.ts';

interface ClaimRequest {
  /** Holder of the claim, for messages. */
  readonly by: string;
  readonly token: string;
  /** Tells which claims are of ended processes. */
  readonly holders?: ClaimHolders;
  readonly now: () => Date;
  /** Called once for a source that is being read. */
  readonly onWait?: (name: string) => void;
  /** Stops the waiting with the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * Milliseconds until a claim expires, and until it is renewed. This limits the wait for a killed process that cannot be
 * detected. SQLite cannot store a renewal while the catalogue is written, which takes less time.
 */
const CLAIMED_FOR = 15 * 60_000;
const RENEWED_EVERY = 60_000;

/** Milliseconds between tries. */
const TRY_AGAIN = 250;

/**
 * Claims these sources, and waits for those that are being read.
 * @throws StoreUnavailable; the signal's reason when that is aborted. Then all claims are released.
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

/** Renews claims until stopped. @param claimed returns the claimed sources, which may change */
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

/** Releases claims, without changing states. */
export async function releaseSources(states: SourceStates, names: readonly string[], token: string): Promise<void> {
  for (const name of names) await states.settle(name, token, undefined);
}

/** Sync states by name of the source. Undefined: never read completely. */
type NamedStates = ReadonlyMap<string, SourceState | undefined>;

/** Sync states of all sources of a store. @throws StoreUnavailable */
export async function statesIn(states: Pick<SourceStates, 'list'>): Promise<NamedStates> {
  return new Map((await states.list()).map(({ name, state }) => [name, state]));
}

/** Makes claimed sources be read when they are next due, even if unchanged. */
export async function forgetSeen(
  states: Pick<SourceStates, 'list' | 'replace'>,
  claimed: readonly string[],
): Promise<void> {
  // Without sources, there may be no catalogue either.
  if (claimed.length === 0) return;
  for (const [name, state] of await statesIn(states)) {
    if (state !== undefined && claimed.includes(name)) await states.replace(name, { ...state, seen: null });
  }
}

/**
 * Replaces the states of claimed sources with those of a copied catalogue, and releases the claims. Read the states
 * before the catalogue: sources imported in between are then read again, and nothing is missed.
 */
export async function replaceSources(
  states: SourceStates,
  claimed: readonly string[],
  { by, token }: { readonly by: NamedStates; readonly token: string },
): Promise<void> {
  for (const name of claimed) await states.settle(name, token, by.get(name) ?? NEVER_RUN);
}
