import type { SourceState } from './source-state.ts';

/**
 * What is kept of the sources that a catalogue is kept in step with, beside the catalogue: no version of it, and nothing
 * that an export has. One contract; each engine fulfils it in a file of this name.
 */
export interface SourceStates {
  /** All of them, by name. @throws StoreUnavailable */
  list(): Promise<readonly ListedSource[]>;

  /**
   * Takes a source for oneself, so that nobody else works on it; one that nobody knew becomes known. Undefined, and nothing
   * is changed, while another one has it. What a claim that has run out was for may be taken over. @throws StoreUnavailable
   */
  claim(name: string, claim: Claim, now: Date): Promise<ClaimedSource | undefined>;

  /**
   * Moves the end of one's own claim. False if it is another's by now, or the store takes no writing just now.
   * @throws StoreUnavailable
   */
  renew(name: string, token: string, until: Date): Promise<boolean>;

  /**
   * Gives the claim up, and keeps `state` if there is one. False, and nothing is changed, if it is another's by now.
   * @throws StoreUnavailable
   */
  settle(name: string, token: string, state: SourceState | undefined): Promise<boolean>;

  /** Puts another state in place of a source's, whoever is at it: what that one settles counts. @throws StoreUnavailable */
  replace(name: string, state: SourceState): Promise<void>;

  /** Forgets all but these, and those that somebody is at. @throws StoreUnavailable */
  forgetAllBut(names: readonly string[], now: Date): Promise<void>;
}

export interface Claim {
  /** Nobody else's. Says which process it is, in words of the caller's. */
  readonly token: string;
  /** Who it is, for people: a machine and a process. */
  readonly by: string;
  readonly until: Date;
}

export interface ClaimedSource {
  /** As the one before left it; undefined when none has come to an end yet. */
  readonly state: SourceState | undefined;
}

export interface ListedSource {
  readonly name: string;
  /** Undefined while its first run goes on, or if that was cut off. */
  readonly state: SourceState | undefined;
  /** Who is at it, and until when at most; it may have run out. */
  readonly claim: Claim | undefined;
}
