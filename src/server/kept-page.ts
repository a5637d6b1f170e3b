import type { WrittenTalk } from '#pages/talk/talk.ts';

/** The page of a talk, but for the talks around it, as it is kept. */
export interface KeptPage {
  /** Up to where the talks around it stand. */
  readonly before: Buffer;
  /** Behind them. */
  readonly after: Buffer;
  /** When the talk ends: milliseconds since the epoch. */
  readonly end: number;
  /** Whether it was over when the page was written, which the page says. */
  readonly isOver: boolean;
}

/** The end of the talk (a double), where the second part begins (32 bits), whether it was over (a byte), all little-endian. */
const HEAD = 13;
const SECOND_AT = 8;
const OVER_AT = 12;

/** Both parts in one, behind what has to be known of them. */
export function keptBytes({ before, after }: WrittenTalk, { end, isOver }: Pick<KeptPage, 'end' | 'isOver'>): Buffer {
  const first = Buffer.byteLength(before);
  const bytes = Buffer.allocUnsafe(HEAD + first + Buffer.byteLength(after));
  bytes.writeDoubleLE(end, 0);
  bytes.writeUInt32LE(HEAD + first, SECOND_AT);
  bytes.writeUInt8(isOver ? 1 : 0, OVER_AT);
  bytes.write(before, HEAD);
  bytes.write(after, HEAD + first);
  return bytes;
}

export function keptPage(bytes: Buffer): KeptPage {
  const second = bytes.readUInt32LE(SECOND_AT);
  return {
    before: bytes.subarray(HEAD, second),
    after: bytes.subarray(second),
    end: bytes.readDoubleLE(0),
    isOver: bytes.readUInt8(OVER_AT) === 1,
  };
}
