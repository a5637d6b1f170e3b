import { isObject } from './json-object.ts';

/**
 * The line of an export without records, which an empty file could not be told from; and of one without people who were
 * forgotten. It may be anywhere in a catalogue
 * file, and is no record.
 */
export const CATALOGUE_MARK = '{"type":"catalogue"}\n';

/** The same line, saying how many people the catalogue was told to forget: their talks have fewer speakers than they had. */
export function catalogueMark(forgotten: number): string {
  return forgotten === 0 ? CATALOGUE_MARK : `${JSON.stringify({ type: 'catalogue', forgotten })}\n`;
}

/** Whether a line's JSON value is the mark. */
export function isCatalogueMark(value: unknown): boolean {
  if (!isObject(value) || value.type !== 'catalogue') return false;
  const { type: _, forgotten = 0, ...others } = value;
  return Number.isSafeInteger(forgotten) && Number(forgotten) >= 0 && Object.keys(others).length === 0;
}
