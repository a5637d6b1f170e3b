import type { Timestamp } from '#catalogue/timestamp.ts';
import { cleanText } from '../feeds/feed-text.ts';

/**
 * A component of an iCalendar object, to be written as lines (RFC 5545) or JSON (RFC 7265). Names are in upper case.
 */
export interface Component {
  readonly name: string;
  readonly properties: readonly Property[];
  readonly components: readonly Component[];
}

export interface Property {
  readonly name: string;
  /** Names in upper case; values are text on one line. */
  readonly parameters: Readonly<Record<string, string | readonly string[]>>;
  readonly value: PropertyValue;
  /** Whether lines state the type of the value, because the property has another default type, or none. */
  readonly saysType: boolean;
}

/** Text contains no control characters but tab and line feed; addresses only the characters of RFC 3986. */
export type PropertyValue =
  | { readonly type: 'text'; readonly texts: readonly string[] }
  | { readonly type: 'uri' | 'cal-address'; readonly uri: string }
  /** A Timestamp, or a LocalDateTime. */
  | { readonly type: 'date-time'; readonly time: string }
  /** `2027-10-31` */
  | { readonly type: 'date'; readonly date: string }
  | { readonly type: 'duration'; readonly duration: string }
  | { readonly type: 'integer'; readonly number: number }
  /** Latitude and longitude, in decimal degrees. */
  | { readonly type: 'float'; readonly numbers: readonly [number, number] }
  /** `+01:00`. */
  | { readonly type: 'utc-offset'; readonly offset: string }
  | { readonly type: 'recur'; readonly rule: Readonly<Record<string, string | number>> };

type Parameters = Property['parameters'];

/** Percent-encodes everything that RFC 3986 does not allow in an address. */
export function cleanUri(text: string): string {
  return text
    .toWellFormed()
    .replace(/%(?![\da-f]{2})|[^\w\-.~:/?#[\]@!$&'()*+,;=%]/giu, (character) => encodeURIComponent(character));
}

/** A property with a text; none if it is empty. */
export function textProperty(name: string, value: string): Property[] {
  const cleaned = cleanText(value);
  if (cleaned === '') return [];
  return [{ name, parameters: {}, value: { type: 'text', texts: [cleaned] }, saysType: false }];
}

/**
 * A property with several texts; none if they are all empty. Trailing backslashes are removed: readers would take the
 * escaped backslash and the comma after it for an escaped comma.
 */
export function texts(name: string, values: readonly string[]): Property[] {
  const cleaned = values.map((value) => cleanText(value).replace(/\\+$/, '')).filter((value) => value !== '');
  if (cleaned.length === 0) return [];
  return [{ name, parameters: {}, value: { type: 'text', texts: cleaned }, saysType: false }];
}

export function property(name: string, value: PropertyValue, parameters: Parameters = {}): Property {
  return { name, parameters, value, saysType: false };
}

export function uri(name: string, address: string): Property {
  return property(name, { type: 'uri', uri: cleanUri(address) });
}

/** A property without a default type. */
export function typed(name: string, value: PropertyValue, parameters: Parameters = {}): Property {
  return { name, parameters, value, saysType: true };
}

export function utc(name: string, time: Timestamp): Property {
  return property(name, { type: 'date-time', time });
}
