import type { OptionalTalkField } from '#sources/source-talk.ts';

/** Returns the text of a file with one talk that has these fields. Undefined ones are left out. */
type Write = (fields: Readonly<Record<string, unknown>>) => string;

/** By the format's name of a field: the field of a talk, a value, and the empty value if the format has one. */
export type Case = Readonly<Record<string, readonly [says: OptionalTalkField, value: unknown, empty?: unknown]>>;

interface FormatCase {
  readonly write: Write;
  readonly fields: Case;
  /** Whether the format has null. */
  readonly hasNull: boolean;
}

/** By format name. */
export type FormatCases = Readonly<Record<string, FormatCase>>;

/** The start of the talk in each case. */
export const START = '2027-01-18T17:00:00Z';

export const json = (value: unknown): string => JSON.stringify(value);
