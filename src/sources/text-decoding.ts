import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

/**
 * Decodes bytes in an unknown encoding: UTF-8, or else Windows-1252, which is Latin-1 plus typographic characters.
 * Every byte is valid in the latter, so nothing is rejected.
 */
export function decoded(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString('utf8') : windows1252(bytes);
}

export function windows1252(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (control) => WINDOWS_1252[control.charCodeAt(0) - 0x80] ?? control);
}

/** 0x80 to 0x9f in Windows-1252, which are controls in Latin-1 and in Node's own decoder (WHATWG Encoding). */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

/**
 * Removes a byte order mark, and converts UTF-16 to UTF-8. UTF-16 is recognised by its mark or by a NUL in the first
 * character. Only the beginning is examined, so that the file is streamed.
 */
export async function* withoutMark(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  let decoder: TextDecoder | undefined;
  let begun = false;
  for await (const chunk of chunks) {
    if (begun) {
      yield decoder === undefined ? chunk : Buffer.from(decoder.decode(chunk, { stream: true }));
      continue;
    }
    head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
    if (head.length < LONGEST_MARK) continue;
    begun = true;
    decoder = utf16DecoderOf(head);
    yield decoder === undefined ? afterMark(head) : Buffer.from(decoder.decode(head, { stream: true }));
  }
  if (!begun) yield afterMark(head);
  else if (decoder !== undefined) yield Buffer.from(decoder.decode());
}

/** Enough to recognise the encoding, in bytes. */
const LONGEST_MARK = 4;

/** The decoder itself removes the mark. */
function utf16DecoderOf(head: Buffer): TextDecoder | undefined {
  const [first, second] = head;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be');
  if (first !== 0 && second === 0) return new TextDecoder('utf-16le');
  if (first === 0 && second !== 0) return new TextDecoder('utf-16be');
  return undefined;
}

function afterMark(head: Buffer): Buffer {
  return head.subarray(0, 3).equals(UTF8_MARK) ? head.subarray(3) : head;
}

const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** The first characters of a file, to recognise its format; drops an incomplete character at the end. */
export function headText(bytes: Buffer): string {
  const utf16 = bytes.length >= LONGEST_MARK ? utf16DecoderOf(bytes) : undefined;
  if (utf16 !== undefined) return utf16.decode(bytes);
  return afterMark(bytes).toString('utf8');
}

/**
 * Converts text to UTF-8 without a byte order mark and with LF line ends. Other encodings are decoded line by line, so
 * that the result does not depend on the chunks.
 *
 * @param longest line in bytes; the chunks of a longer one are decoded separately
 */
export async function* utf8Lines(chunks: AsyncIterable<Buffer>, longest: number): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  let size = 0;
  for await (const chunk of withoutMark(chunks)) {
    const cut = size + chunk.length > longest ? chunk.length : endOfLines(chunk);
    if (cut > 0) yield asUtf8(Buffer.concat([...rest, chunk.subarray(0, cut)]));
    rest = cut > 0 ? [chunk.subarray(cut)] : [...rest, chunk];
    size = cut > 0 ? chunk.length - cut : size + chunk.length;
  }
  yield asUtf8(Buffer.concat(rest));
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

/** Number of bytes up to the last line end. A CR at the very end may be half of a CRLF. */
function endOfLines(chunk: Buffer): number {
  const lineFeed = chunk.lastIndexOf(LINE_FEED);
  return lineFeed === -1 ? chunk.subarray(0, -1).lastIndexOf(CARRIAGE_RETURN) + 1 : lineFeed + 1;
}

function asUtf8(lines: Buffer): Buffer {
  const isText = isUtf8(lines);
  if (isText && !lines.includes(CARRIAGE_RETURN)) return lines;
  const text = isText ? lines.toString('utf8') : decodedLines(lines);
  return Buffer.from(text.replace(/\r\n?/g, '\n'));
}

function decodedLines(lines: Buffer): string {
  let text = '';
  let begin = 0;
  for (let end = lines.indexOf(LINE_FEED); end !== -1; end = lines.indexOf(LINE_FEED, begin)) {
    text += decoded(lines.subarray(begin, end + 1));
    begin = end + 1;
  }
  return text + decoded(lines.subarray(begin));
}
