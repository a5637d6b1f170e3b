import { randomUUID } from 'node:crypto';
import type { SourceStates } from '#store/source-states.ts';

/** Tells whether the process with a claim is still running, without waiting for the claim to expire. */
export interface ClaimHolders {
  /** This process, in a form that `isGone` understands. */
  readonly own: string;
  /** Whether the process is known to have ended; false if unknown, as on another machine. */
  readonly isGone: (holder: string) => boolean;
}

/** The token of a claim: its holder, then a unique part. */
export function claimToken({ own }: ClaimHolders): string {
  return `${own} ${randomUUID()}`;
}

/** Whether a claim was left behind by a process that has ended. */
export function isAbandoned({ token }: { readonly token: string }, { isGone }: ClaimHolders): boolean {
  return isGone(token.slice(0, Math.max(0, token.lastIndexOf(' '))));
}

/** Releases the claims of ended processes. Returns the names of these sources. @throws StoreUnavailable */
export async function freeAbandoned(sources: SourceStates, holders: ClaimHolders): Promise<ReadonlySet<string>> {
  const freed = new Set<string>();
  for (const { name, claim } of await sources.list()) {
    if (claim === undefined || !isAbandoned(claim, holders)) continue;
    if (await sources.settle(name, claim.token, undefined)) freed.add(name);
  }
  return freed;
}
