import { isObject } from './json-object.ts';

/**
 * The line of an export without records, which an empty file could not be told from. It may be anywhere in a catalogue
 * file, and is no record.
 */
export const CATALOGUE_MARK = '{"type":"catalogue"}\n';

/** Whether a line's JSON value is the mark. */
export function isCatalogueMark(value: unknown): boolean {
  return isObject(value) && value.type === 'catalogue' && Object.keys(value).length === 1;
}
