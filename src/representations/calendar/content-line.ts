import type { Component, Property, PropertyValue } from './icalendar-component.ts';

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
