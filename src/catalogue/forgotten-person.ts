import type { Timestamp } from './timestamp.ts';

/** A forgotten person, without saying who: imports leave out a person whose slug has one of these hashes. */
export interface ForgottenPerson {
  /** Random; operators use it to refer to this entry. */
  readonly id: string;
  /** HMAC-SHA-256, in hexadecimal, of the slug and, if there was one, of the e-mail address. */
  readonly hashes: readonly string[];
  /** The key of `hashes`: 32 random bytes in hexadecimal, the same for all of a catalogue. */
  readonly key: string;
  readonly since: Timestamp;
}
