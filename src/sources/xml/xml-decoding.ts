import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';
import { windows1252 } from '../text-decoding.ts';

/** Thrown for bytes that are invalid in the declared encoding, or for an unknown encoding. */
export class Undecodable extends Error {
  override readonly name = 'Undecodable';
  readonly encoding: string;
  readonly isKnown: boolean;
  /** Complete lines between the text so far and the invalid bytes. */
  readonly lines: number;

  constructor(encoding: string, isKnown: boolean, lines: number) {
    super(encoding);
    this.encoding = encoding;
    this.isKnown = isKnown;
    this.lines = lines;
  }
}

/**
 * Decodes an XML document by its byte order mark or else its declaration; without either it is UTF-8 (XML 1.0, 4.3.3
 * and F). Invalid bytes are an error, not replaced.
 *
 * @throws Undecodable
 */
export async function* xmlText(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let head: Buffer = Buffer.alloc(0);
  let decode: Decode | undefined;
  for await (const chunk of chunks) {
    if (decode === undefined) {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      if (!saysEncoding(head)) continue;
      decode = decoderOf(head);
      yield* slices(decode, head);
    } else {
      yield* slices(decode, chunk);
    }
  }
  if (decode === undefined) {
    decode = decoderOf(head);
    yield* slices(decode, head);
  }
  yield decode(Buffer.alloc(0), true);
}

/** Bytes to decode at a time, to bound the text in memory. */
const SLICE = 65_536;

function* slices(decode: Decode, bytes: Buffer): Generator<string> {
  for (let at = 0; at < bytes.length; at += SLICE) yield decode(bytes.subarray(at, at + SLICE), false);
}

/** Decodes these bytes, preceded by an incomplete character of the last call. @throws Undecodable */
type Decode = (bytes: Buffer, isEnd: boolean) => string;

/** Bytes within which the declaration must end. */
const LONGEST_DECLARATION = 1024;

function saysEncoding(head: Buffer): boolean {
  if (head.length >= LONGEST_DECLARATION || head.includes('?>')) return true;
  return head.length >= BEGIN.length && !head.subarray(0, BEGIN.length).equals(BEGIN);
}

const BEGIN = Buffer.from('<?xml');

function decoderOf(head: Buffer): Decode {
  const encoding = markedEncoding(head) ?? declaredEncoding(head) ?? 'utf-8';
  if (ONE_BYTE.test(encoding)) return (bytes) => windows1252(bytes);
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new Undecodable(encoding, false, 0);
  }
  return (bytes, isEnd) => {
    try {
      return decoder.decode(bytes, { stream: !isEnd });
    } catch {
      throw new Undecodable(encoding, true, linesBeforeBad(bytes));
    }
  };
}

/** In practice, all of these are Windows-1252 (WHATWG Encoding, 4.2). */
const ONE_BYTE = /^(?:iso-?8859-1|latin-?1|l1|(?:us-)?ascii|windows-1252|cp-?1252)$/i;

/** Encoding told by a byte order mark, or by the NULs at the beginning of UTF-16. */
function markedEncoding(head: Buffer): string | undefined {
  const first = head.toString('hex', 0, 4);
  if (first === '0000feff' || first === 'fffe0000' || first === '0000003c' || first === '3c000000') return 'utf-32';
  if (first.startsWith('efbbbf')) return 'utf-8';
  if (first.startsWith('fffe') || first.startsWith('3c00')) return 'utf-16le';
  if (first.startsWith('feff') || first.startsWith('003c')) return 'utf-16be';
  return undefined;
}

function declaredEncoding(head: Buffer): string | undefined {
  const text = head.toString('latin1', 0, LONGEST_DECLARATION);
  const name = /^<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"'>]*)["']/.exec(text)?.[1];
  // A declaration that is readable as ASCII is not UTF-16, whatever it says.
  return name === undefined || /^utf-?16/i.test(name) ? undefined : name;
}

function linesBeforeBad(bytes: Buffer): number {
  let lines = 0;
  for (let at = 0; at < bytes.length; lines++) {
    const end = bytes.indexOf(NEWLINE, at);
    // The first line may begin within a character, and the last may end within one.
    const begin = lines > 0 ? at : firstWhole(bytes);
    if (end === -1 || !isUtf8(bytes.subarray(begin, end))) return lines;
    at = end + 1;
  }
  return lines;
}

const NEWLINE = 10;

function firstWhole(bytes: Buffer): number {
  let at = 0;
  while (at < 3 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at++;
  return at;
}
