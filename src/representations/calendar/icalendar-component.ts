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

/** Longest line, without its CRLF. */
const MAX_OCTETS = 75;
/** The most characters by which a line may be shorter, to keep joined characters together. */
const MAX_JOINED = 12;

/** A component as content lines (RFC 5545, 3.4), each with its CRLF. */
export function contentLines(component: Component): string {
  const lines = component.properties.map((property) => folded(contentLine(property)));
  return `BEGIN:${component.name}\r\n${lines.join('')}${component.components.map(contentLines).join('')}END:${component.name}\r\n`;
}

/** An unfolded line (RFC 5545, 3.1). */
function contentLine({ name, parameters, value, saysType }: Property): string {
  let line = name;
  if (saysType) line += `;VALUE=${value.type.toUpperCase()}`;
  for (const [parameter, said] of Object.entries(parameters)) {
    const values = typeof said === 'string' ? [said] : said;
    line += `;${parameter}=${values.map(parameterValue).join(',')}`;
  }
  return `${line}:${written(value)}`;
}

function written(value: PropertyValue): string {
  switch (value.type) {
    case 'text':
      return value.texts.map(escaped).join(',');
    case 'uri':
    case 'cal-address':
      return value.uri;
    case 'date-time':
      return value.time.replace(/[-:]/g, '');
    case 'date':
      return value.date.replace(/-/g, '');
    case 'duration':
      return value.duration;
    case 'integer':
      return String(value.number);
    case 'float':
      return value.numbers.map(String).join(';');
    case 'utc-offset':
      return value.offset.replace(/:/g, '');
    case 'recur':
      return Object.entries(value.rule)
        .map(([part, said]) => `${part.toUpperCase()}=${said}`)
        .join(';');
  }
}

/** TEXT (RFC 5545, 3.3.11); after cleanText, its only line ends are line feeds. */
function escaped(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\n/g, '\\n');
}

/**
 * RFC 5545, 3.2: quoted if it has a delimiter. It cannot have quotes and line ends. Readers that do not know the
 * escapes of RFC 6868 show them literally, so only what looks like one is escaped. Some readers take a backslash for an
 * escape, as in other places, and so miss the closing quote.
 */
function parameterValue(text: string): string {
  const value = text
    .replace(/"/g, "'")
    .replace(/\n/g, ' ')
    .replace(/\\/g, '/')
    .replace(/\^(?=[\^n'])/g, '^^');
  return /[;:,\t^]/.test(value) ? `"${value}"` : value;
}

/**
 * Folds a line, and adds its CRLF (RFC 5545, 3.1). No line is longer than 75 octets without its CRLF. No character is
 * split, since some readers decode before they unfold, and no accent or joined emoji is separated from its base.
 */
export function folded(line: string): string {
  let end = lineEnd(line, 0, MAX_OCTETS);
  let text = line.slice(0, end);
  while (end < line.length) {
    const from = end;
    // The leading space of a folded line takes one octet.
    end = lineEnd(line, from, MAX_OCTETS - 1);
    text += `\r\n ${line.slice(from, end)}`;
  }
  return `${text}\r\n`;
}

/** The end of a line that begins at `from` and has room for `room` octets. */
function lineEnd(line: string, from: number, room: number): number {
  const end = from + room;
  const most = line.slice(from, end);
  if (ASCII.test(most) && (end >= line.length || line.charCodeAt(end) < FIRST_JOINED))
    return Math.min(end, line.length);
  /** The last position at which the line may end, and the characters since. */
  let gap = from;
  let sinceGap = 0;
  let octets = 0;
  let previous = 0;
  for (let at = from; at < line.length;) {
    const code = line.codePointAt(at) ?? 0;
    if (!isJoined(previous, code) || sinceGap >= MAX_JOINED) {
      gap = at;
      sinceGap = 0;
    }
    octets += octetsOf(code);
    if (octets > room) return gap;
    sinceGap += 1;
    at += code < 0x10000 ? 1 : 2;
    previous = isFlag(code) && isFlag(previous) ? 0 : code;
  }
  return line.length;
}

const ASCII = /^[\0-\x7f]*$/;
/** Characters below it are never joined to others. */
const FIRST_JOINED = 0x300;
const ZERO_WIDTH_JOINER = 0x200d;

/** Whether two code points form one visible character. Scripts with more complex rules are ignored. */
function isJoined(before: number, code: number): boolean {
  if (code < FIRST_JOINED) return false;
  if (code === ZERO_WIDTH_JOINER || before === ZERO_WIDTH_JOINER) return true;
  if (isFlag(code)) return isFlag(before);
  return /^[\p{M}\p{Emoji_Modifier}\u{e0020}-\u{e007f}]$/u.test(String.fromCodePoint(code));
}

/** A flag is two regional indicators. */
function isFlag(code: number): boolean {
  return code >= 0x1f1e6 && code <= 0x1f1ff;
}

/** Octets of a code point in UTF-8. */
function octetsOf(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
