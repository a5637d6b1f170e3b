import type { Timestamp } from './timestamp.ts';

/** A forgotten person, without saying who: imports leave out a person whose slug has one of these hashes. */
export interface ForgottenPerson {
  /** Random; operators use it to refer to this entry. */
  readonly id: string;
  /** HMAC-SHA-256, in hexadecimal, of the slug, and of the e-mail address with the slug that it makes, as far as known. */
  readonly hashes: readonly string[];
  /** The key of `hashes`: 32 random bytes in hexadecimal, the same for all of a catalogue. */
  readonly key: string;
  readonly since: Timestamp;
}
