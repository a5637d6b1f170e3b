import { isObject } from './json-object.ts';

/**
 * A line that marks a catalogue file. An export without records has it, to tell it from an empty file; so has an export
 * of a catalogue with forgotten people. It may be anywhere in a catalogue file, and is not a record.
 */
export const CATALOGUE_MARK = '{"type":"catalogue"}\n';

/** The same line with the number of forgotten people, whose talks have fewer speakers than before. */
export function catalogueMark(forgotten: number): string {
  return forgotten === 0 ? CATALOGUE_MARK : `${JSON.stringify({ type: 'catalogue', forgotten })}\n`;
}

/** Whether a line's JSON value is the mark. */
export function isCatalogueMark(value: unknown): boolean {
  if (!isObject(value) || value.type !== 'catalogue') return false;
  const { type: _, forgotten = 0, ...others } = value;
  return Number.isSafeInteger(forgotten) && Number(forgotten) >= 0 && Object.keys(others).length === 0;
}
