import type { Timestamp } from '#catalogue/timestamp.ts';
import { cleanText } from '../feeds/feed-text.ts';

/** What an iCalendar object is made of, before it is lines (RFC 5545) or JSON (RFC 7265). Names are in capitals. */
export interface Component {
  readonly name: string;
  readonly properties: readonly Property[];
  readonly components: readonly Component[];
}

export interface Property {
  readonly name: string;
  /** Names in capitals; the values of one are text on one line. */
  readonly parameters: Readonly<Record<string, string | readonly string[]>>;
  readonly value: PropertyValue;
  /** Lines have to say of what type the value is, because the property has another by default, or none. */
  readonly saysType: boolean;
}

/** Text holds no control characters but tab and line feed. Addresses have only the characters that RFC 3986 allows. */
export type PropertyValue =
  | { readonly type: 'text'; readonly texts: readonly string[] }
  | { readonly type: 'uri' | 'cal-address'; readonly uri: string }
  /** A Timestamp, or a LocalDateTime. */
  | { readonly type: 'date-time'; readonly time: string }
  | { readonly type: 'duration'; readonly duration: string }
  | { readonly type: 'integer'; readonly number: number }
  /** Latitude and longitude, in decimal degrees. */
  | { readonly type: 'float'; readonly numbers: readonly [number, number] }
  /** `+01:00`. */
  | { readonly type: 'utc-offset'; readonly offset: string }
  | { readonly type: 'recur'; readonly rule: Readonly<Record<string, string | number>> };

type Parameters = Property['parameters'];

/** An address in the characters of RFC 3986, whatever it was. */
export function cleanUri(text: string): string {
  return text
    .toWellFormed()
    .replace(/%(?![\da-f]{2})|[^\w\-.~:/?#[\]@!$&'()*+,;=%]/giu, (character) => encodeURIComponent(character));
}

/** None when there is nothing to say. */
export function text(name: string, value: string, parameters: Parameters = {}): Property[] {
  const cleaned = cleanText(value);
  if (cleaned === '') return [];
  return [{ name, parameters, value: { type: 'text', texts: [cleaned] }, saysType: false }];
}

/**
 * A property of several texts; none when they are all empty. No text ends in a backslash: readers take its escape and the
 * comma behind it for a comma that is escaped, and read two as one.
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

/** A property that has no type by default. */
export function typed(name: string, value: PropertyValue, parameters: Parameters = {}): Property {
  return { name, parameters, value, saysType: true };
}

export function utc(name: string, time: Timestamp): Property {
  return property(name, { type: 'date-time', time });
}
