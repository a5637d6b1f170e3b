import type { OptionalTalkField } from '#sources/source-talk.ts';

/** Text of a file with one talk, of which `fields` are as they are given: undefined is left out. */
type Write = (fields: Readonly<Record<string, unknown>>) => string;

/** By what the format calls it: what it says, and how it says that there is none; no `empty` where it cannot. */
export type Case = Readonly<Record<string, readonly [says: OptionalTalkField, value: unknown, empty?: unknown]>>;

interface FormatCase {
  readonly write: Write;
  readonly fields: Case;
  /** Whether null can be written. */
  readonly hasNull: boolean;
}

/** By the name of the format. */
export type FormatCases = Readonly<Record<string, FormatCase>>;

/** When the talk of each case begins. */
export const START = '2027-01-18T17:00:00Z';

export const json = (value: unknown): string => JSON.stringify(value);
