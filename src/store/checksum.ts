import { crc32 } from 'node:zlib';

/**
 * Checksums of records, which find damage that the database itself does not notice: CRC-32 (RFC 1952, 8), stored as a
 * signed 32-bit integer in both engines. They do not stop an attacker, who could write the checksums too.
 */

/** The columns of a talk that the index reads. */
export interface SummedTalk {
  readonly number: number;
  /** The 16 bytes of the slug's UUID. */
  readonly slug: Uint8Array;
  readonly start: number;
  /** Seconds from start to end. */
  readonly length: number;
  readonly updated: number;
  /** The stored status code. */
  readonly status: number;
  readonly version: number;
  readonly refs: Uint8Array;
}

export function talkChecksum({ number, slug, start, length, updated, status, version, refs }: SummedTalk): number {
  NUMBERS[0] = number;
  NUMBERS[1] = start;
  NUMBERS[2] = length;
  NUMBERS[3] = updated;
  NUMBERS[4] = status;
  NUMBERS[5] = version;
  return crc32(refs, crc32(slug, crc32(SIX))) | 0;
}

/** The other columns of a talk. */
interface SummedRecord {
  readonly slug: Uint8Array;
  readonly uid: string;
  readonly created: number;
  readonly sequence: number;
  readonly previousStart: number | null;
  readonly record: string | Uint8Array;
}

/** Includes the slug, so that a record of another talk is noticed. */
export function talkRecordChecksum({ slug, uid, created, sequence, previousStart, record }: SummedRecord): number {
  return crc32(record, crc32(uid, crc32(slug, sumOfThree(created, sequence, previousStart ?? NONE)))) | 0;
}

interface SummedEntity {
  readonly number: number;
  readonly key: string;
  /** Number of a place's parent; else 0. */
  readonly parent: number;
  readonly version: number;
  readonly record: string | Uint8Array;
}

export function entityChecksum({ number, key, parent, version, record }: SummedEntity): number {
  return crc32(record, crc32(key, sumOfThree(number, parent, version))) | 0;
}

/** Whether the stored checksum is right. `compute` may throw: in a damaged row, values may be of another type. */
export function isWhole(sum: number | null, compute: () => number): boolean {
  try {
    return sum === compute();
  } catch {
    return false;
  }
}

const NONE = -Infinity;
/** Filled again for each sum, to allocate nothing: this runs for every talk that is read. */
const NUMBERS = new Float64Array(6);
const SIX = Buffer.from(NUMBERS.buffer);
const THREE = SIX.subarray(0, 24);

function sumOfThree(first: number, second: number, third: number): number {
  NUMBERS[0] = first;
  NUMBERS[1] = second;
  NUMBERS[2] = third;
  return crc32(THREE);
}
