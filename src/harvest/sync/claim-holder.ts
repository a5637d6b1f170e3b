import { randomUUID } from 'node:crypto';
import type { SourceStates } from '#store/source-states.ts';

/** Tells whether the process that holds a claim still runs, without waiting for the claim to run out. */
export interface ClaimHolders {
  /** This process, in a form that `isGone` knows. */
  readonly own: string;
  /** Whether that process is known to have ended; false of one that nobody here can know, as on another machine. */
  readonly isGone: (holder: string) => boolean;
}

/** The token of a claim: who holds it, then something unique. */
export function claimToken({ own }: ClaimHolders): string {
  return `${own} ${randomUUID()}`;
}

/** Whether a claim was left behind by a process that has ended. */
export function isAbandoned({ token }: { readonly token: string }, { isGone }: ClaimHolders): boolean {
  return isGone(token.slice(0, Math.max(0, token.lastIndexOf(' '))));
}

/** Frees what ended processes have claimed. Returns the names of these sources. @throws StoreUnavailable */
export async function freeAbandoned(sources: SourceStates, holders: ClaimHolders): Promise<ReadonlySet<string>> {
  const freed = new Set<string>();
  for (const { name, claim } of await sources.list()) {
    if (claim === undefined || !isAbandoned(claim, holders)) continue;
    if (await sources.settle(name, claim.token, undefined)) freed.add(name);
  }
  return freed;
}
