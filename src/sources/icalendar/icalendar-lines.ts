import { LineSplitter, type Line } from '../lines.ts';
import { decoded } from '../text-decoding.ts';

/** A content line (RFC 5545, 3.1), unfolded: `DTSTART;TZID=Europe/London:20260118T170000`. */
export interface ContentLine {
  /** From 1. */
  readonly line: number;
  /** In upper case. */
  readonly name: string;
  /** By name in upper case; of duplicates the first counts. Values are unquoted. */
  readonly parameters: ReadonlyMap<string, string>;
  readonly value: string;
}

/** In bytes. Lines should have at most 75; these limits only bound memory. */
const LONGEST_PIECE = 4 * 1024 * 1024;
const LONGEST_LINE = 4 * 1024 * 1024;

const SPACE = 0x20;
const TAB = 0x09;
const RETURN = 0x0d;
const LINE_FEED = 0x0a;
const NOTHING = Buffer.alloc(0);

/**
 * Splits a stream into content lines, keeping those with wanted names. Tolerates what is found in practice: bare line
 * feeds and carriage returns, tabs as folds, text broken without folding.
 */
export class ContentLines {
  /** Lines that are not content lines, and were appended to the previous one. */
  broken = 0;
  /** Lines that exceeded the limit. */
  tooLong = 0;
  /** Names of properties of events that are not wanted. */
  readonly unwanted = new Set<string>();
  /** Whether the line is one of an event, or of something within it, such as an alarm. */
  #inside: '' | 'event' | 'within' = '';
  readonly #wanted: ReadonlySet<string>;
  readonly #splitter = new LineSplitter(LONGEST_PIECE);
  #line = 0;
  #pieces: Buffer[] = [];
  #length = 0;
  /** Undefined until the first line end. */
  #hasReturnsOnly: boolean | undefined;
  #held: Buffer = NOTHING;
  /** What may be the beginning of a folded name; otherwise it is text. */
  #name: Buffer = NOTHING;

  constructor(wanted: ReadonlySet<string>) {
    this.#wanted = wanted;
  }

  /** The content lines known to be complete. */
  push(chunk: Buffer): ContentLine[] {
    const bytes = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    this.#held = NOTHING;
    this.#hasReturnsOnly ??= hasReturnsOnly(bytes);
    if (this.#hasReturnsOnly === undefined && bytes.at(-1) === RETURN) {
      // The next chunk shows whether a line feed follows.
      this.#held = bytes;
      return [];
    }
    return this.#take(this.#splitter.push(this.#hasReturnsOnly === true ? withLineFeeds(bytes) : bytes));
  }

  end(): ContentLine[] {
    const held = this.#take(this.#splitter.push(withLineFeeds(this.#held)));
    const lines = [...held, ...this.#take(this.#splitter.end())];
    const last = this.#finish();
    return last === undefined ? lines : [...lines, last];
  }

  #take(lines: readonly Line[]): ContentLine[] {
    const finished: ContentLine[] = [];
    for (const { number, bytes } of lines) {
      if (bytes === undefined) {
        this.tooLong++;
        continue;
      }
      const ended = withoutComment(bytes.at(-1) === RETURN ? bytes.subarray(0, -1) : bytes);
      if (ended.length === 0) continue;
      const piece = this.#joined(ended);
      if (NAME_ONLY.test(piece.toString('latin1', 0, LONGEST_NAME))) {
        this.#name = piece;
      } else if (piece[0] === SPACE || piece[0] === TAB) {
        this.#continue(piece.subarray(1));
      } else if (BEGINS.test(piece.toString('latin1', 0, LONGEST_NAME))) {
        const before = this.#finish();
        if (before !== undefined) finished.push(before);
        this.#begin(piece, number);
      } else {
        this.#break(piece);
      }
    }
    return finished;
  }

  /** The piece, preceded by the beginning of a property name if a fold has split the name. */
  #joined(piece: Buffer): Buffer {
    const name = this.#name;
    this.#name = NOTHING;
    if (name.length === 0) return piece;
    const isFold = piece[0] === SPACE || piece[0] === TAB;
    const whole = isFold ? Buffer.concat([name, piece.subarray(1)]) : piece;
    if (isFold && NAMED.test(whole.toString('latin1', 0, LONGEST_NAME))) return whole;
    this.#break(name);
    return piece;
  }

  #break(piece: Buffer): void {
    if (this.#line !== 0) this.broken++;
    this.#continue(Buffer.concat([ESCAPED_LINE_FEED, piece]));
  }

  #begin(piece: Buffer, number: number): void {
    const name = BEGINS.exec(piece.toString('latin1', 0, LONGEST_NAME))?.[1] ?? '';
    if (!this.#wanted.has(name.toUpperCase()) || isFileWithin(name, piece)) {
      if (this.#inside === 'event' && this.unwanted.size < MAX_UNWANTED && NAME_ONLY.test(name))
        this.unwanted.add(name);
      return;
    }
    this.#enter(name, piece);
    this.#line = number;
    this.#pieces = [piece];
    this.#length = piece.length;
  }

  #enter(name: string, piece: Buffer): void {
    const [, isBegin, of] = /^(?:(BEGIN)|END):(\w{1,20})/i.exec(piece.toString('latin1', 0, LONGEST_NAME)) ?? [];
    if (of === undefined || !/^(?:BEGIN|END)$/i.test(name)) return;
    const isEvent = of.toUpperCase() === 'VEVENT';
    if (isEvent) this.#inside = isBegin === undefined ? '' : 'event';
    else if (this.#inside !== '') this.#inside = isBegin === undefined ? 'event' : 'within';
  }

  #continue(piece: Buffer): void {
    if (this.#line === 0) return;
    this.#length += piece.length;
    if (this.#length <= LONGEST_LINE) {
      this.#pieces.push(piece);
      return;
    }
    this.tooLong++;
    this.#line = 0;
    this.#pieces = [];
  }

  #finish(): ContentLine | undefined {
    if (this.#name.length > 0) this.#break(this.#name);
    this.#name = NOTHING;
    if (this.#line === 0) return undefined;
    const [first] = this.#pieces;
    const bytes = this.#pieces.length === 1 && first !== undefined ? first : Buffer.concat(this.#pieces);
    const line = contentLine(decoded(bytes), this.#line);
    this.#line = 0;
    this.#pieces = [];
    return line;
  }
}

/** Calendars in web pages stand in `<!--` and `-->`, on lines of their own or around the first and last. */
function withoutComment(line: Buffer): Buffer {
  if (line.length > LONGEST_COMMENTED || (line.at(-1) !== GREATER && line[0] !== LESS)) return line;
  const text = line.toString('latin1');
  const bare = text.replace(/^<!--\s*(?=BEGIN:VCALENDAR\s*$|$)/i, '').replace(/^(END:VCALENDAR)?\s*-->\s*$/i, '$1');
  return bare === text ? line : Buffer.from(bare, 'latin1');
}

const LONGEST_COMMENTED = 64;
const LESS = 0x3c;
const GREATER = 0x3e;

/** `ATTACH;VALUE=BINARY:…`, which is not used and may have any size. */
function isFileWithin(name: string, piece: Buffer): boolean {
  return (
    (name === 'ATTACH' || name === 'IMAGE') &&
    /^[^:]*;VALUE=BINARY\b/i.test(piece.toString('latin1', 0, LONGEST_PARAMETERS))
  );
}

const LONGEST_PARAMETERS = 1024;

/** Names of properties that are not wanted; a hostile file may have millions. */
const MAX_UNWANTED = 100;
/** No wanted name is longer; only this much of a line is examined. */
const LONGEST_NAME = 64;
/** A name in capitals, as all programs write it: anything else is more likely text. */
const NAME_ONLY = /^[A-Z][A-Z0-9-]{0,58}$/;
const NAMED = /^[A-Z][A-Z0-9-]{0,58}(?:[;:]|$)/;
const BEGINS = /^([A-Za-z0-9-]{1,60})(?=[;:])/;
const ESCAPED_LINE_FEED = Buffer.from('\\n');

/** Whether lines end with CR alone, as on old Macs; undefined: the first line has not ended, or an LF may follow. */
function hasReturnsOnly(bytes: Buffer): boolean | undefined {
  const at = bytes.indexOf(RETURN);
  if (at === -1) return bytes.includes(LINE_FEED) ? false : undefined;
  if (bytes.subarray(0, at).includes(LINE_FEED)) return false;
  return at + 1 === bytes.length ? undefined : bytes[at + 1] !== LINE_FEED;
}

function withLineFeeds(chunk: Buffer): Buffer {
  return Buffer.from(chunk.map((byte) => (byte === RETURN ? LINE_FEED : byte)));
}

/**
 * A parameter with its value; parts of it may be quoted, and then contain `;`, `:` and `,`. Outlook does not quote
 * `tzone://Microsoft/Utc`.
 */
const PARAMETER = /;\s*([A-Za-z0-9-]+)=((?:"[^"]*"|tzone:\/\/|[^";:,])*(?:,(?:"[^"]*"|[^";:,])*)*)/y;

const NO_PARAMETERS: ReadonlyMap<string, string> = new Map();

function contentLine(text: string, line: number): ContentLine {
  const name = BEGINS.exec(text)?.[1] ?? '';
  let at = name.length;
  if (text[at] === ':') {
    return { line, name: name.toUpperCase(), parameters: NO_PARAMETERS, value: text.slice(at + 1) };
  }
  const parameters = new Map<string, string>();
  PARAMETER.lastIndex = at;
  for (let found = PARAMETER.exec(text); found !== null; found = PARAMETER.exec(text)) {
    const [, parameter = '', value = ''] = found;
    if (!parameters.has(parameter.toUpperCase())) parameters.set(parameter.toUpperCase(), parameterValue(value));
    at = PARAMETER.lastIndex;
  }
  // A malformed parameter is skipped up to the next colon.
  const colon = text.indexOf(':', at);
  return { line, name: name.toUpperCase(), parameters, value: colon === -1 ? '' : text.slice(colon + 1) };
}

/** Unquoted, with `^n`, `^'` and `^^` decoded (RFC 6868). */
function parameterValue(value: string): string {
  const plain = value.replaceAll('"', '').trim();
  return plain.replace(/\^[n'^]/g, (code) => (code === '^n' ? '\n' : code === "^'" ? '"' : '^'));
}

/** Overhead of a line, or of a parameter or item of it, in characters. */
const OVERHEAD = 100;
/** Lists whose items are kept as objects. */
const LISTS = new Set(['CATEGORIES', 'EXDATE', 'RDATE']);

/** What it takes to hold a line, in characters. */
export function sizeOfLine({ name, parameters, value }: ContentLine): number {
  const items = LISTS.has(name) ? value.split(',').length : 1;
  let size = (items + parameters.size) * OVERHEAD + value.length;
  for (const [parameter, text] of parameters) size += parameter.length + text.length;
  return size;
}

/** Decodes a TEXT value (RFC 5545, 3.3.11). */
export function unescapedText(value: string): string {
  if (!value.includes('\\')) return value;
  // `\r` is no escape, but some programs write `\r\n`.
  return value
    .replace(/\\r(?=\\n|\s|$)/g, ' ')
    .replace(/\\([\\;,:"nN])/g, (_, character: string) => (character === 'n' || character === 'N' ? '\n' : character));
}

/** Decodes a list of TEXT values: escaped commas do not separate. */
export function valueTexts(value: string): string[] {
  return (value.match(/(?:\\.|[^\\,])+/gs) ?? [])
    .map((text) => unescapedText(text).trim())
    .filter((text) => text !== '');
}
