import { badTime } from './findings.ts';
import { isoTime } from './iso-time.ts';
import type { WrittenTime } from './iso-time.ts';
import { stringText } from './json-document.ts';
import type { JsonObject } from './json-document.ts';
import { UTC, ianaZone } from './wall-clock.ts';

/**
 * The ISO 8601 time in a member of an object; undefined if there is none.
 *
 * @param zone the name of that of a time without an offset
 * @throws BadEntry if it cannot be read
 */
export function jsonTime(object: JsonObject, where: string, zone: string, hint: string): WrittenTime | undefined {
  const text = stringText(object[where]);
  if (text === '') return undefined;
  const time = isoTime(text, ianaZone(zone) ?? UTC);
  if (time === undefined) throw badTime(where, text, hint);
  return time;
}
