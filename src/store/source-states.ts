import type { SourceState } from './source-state.ts';

/**
 * Sync states of the sources. They are stored beside the catalogue: they make no version, and are not exported.
 * Each engine implements this in a file of the same name.
 */
export interface SourceStates {
  /** All sources, sorted by name. @throws StoreUnavailable */
  list(): Promise<readonly ListedSource[]>;

  /**
   * Claims a source, so that no other process works on it; adds it if it is unknown. Undefined, and nothing is changed,
   * while another process has a claim on it that is in force. @throws StoreUnavailable
   */
  claim(name: string, claim: Claim, now: Date): Promise<ClaimedSource | undefined>;

  /**
   * Extends the caller's claim. False if another process has claimed the source by now, or if the store cannot be
   * written just now. @throws StoreUnavailable
   */
  renew(name: string, token: string, until: Date): Promise<boolean>;

  /**
   * Releases the claim, and stores `state` if it is given. False, and nothing is changed, if another process has
   * claimed the source by now. @throws StoreUnavailable
   */
  settle(name: string, token: string, state: SourceState | undefined): Promise<boolean>;

  /** Replaces a source's state even if it is claimed; `settle` may then overwrite it. @throws StoreUnavailable */
  replace(name: string, state: SourceState): Promise<void>;

  /** Deletes all sources but these and those with a claim in force. @throws StoreUnavailable */
  forgetAllBut(names: readonly string[], now: Date): Promise<void>;
}

export interface Claim {
  /** Unique to the claim. Identifies the process, in a form that the caller chooses. */
  readonly token: string;
  /** Who has the claim, for messages: a machine and a process. */
  readonly by: string;
  readonly until: Date;
}

/**
 * Milliseconds that a claim can last at most. They last seconds, and clocks may differ: one that lasts longer was made
 * while a clock was far ahead, and is void.
 */
const LONGEST_CLAIM = 3_600_000;

/** The first and last millisecond in which a claim ends that is in force. */
export function endsInForce(now: Date): [first: number, last: number] {
  return [now.getTime() + 1, now.getTime() + LONGEST_CLAIM];
}

/** Whether a claim keeps others from claiming the source. */
export function isInForce({ until }: Claim, now: Date): boolean {
  const [first, last] = endsInForce(now);
  return first <= until.getTime() && until.getTime() <= last;
}

export interface ClaimedSource {
  /** As the previous run left it; undefined if no run has ended yet. */
  readonly state: SourceState | undefined;
}

export interface ListedSource {
  readonly name: string;
  /** Undefined during the first run, or if that was interrupted. */
  readonly state: SourceState | undefined;
  /** The claim on it, which may have expired. */
  readonly claim: Claim | undefined;
}
