import { crc32 } from 'node:zlib';

/**
 * The sums beside each record, by which damage is found that the database itself does not see: CRC-32 (RFC 1952, 8),
 * as the 32-bit integer that both engines keep. Not against people: whoever can write the database can write sums too.
 */

/** What an index reads of a talk. */
export interface SummedTalk {
  readonly number: number;
  /** The 16 bytes of the slug's UUID. */
  readonly slug: Uint8Array;
  readonly start: number;
  readonly updated: number;
  /** As its row has it. */
  readonly status: number;
  readonly version: number;
  readonly refs: Uint8Array;
}

export function talkSum({ number, slug, start, updated, status, version, refs }: SummedTalk): number {
  return crc32(refs, crc32(slug, sumOfFive(number, start, updated, status, version))) | 0;
}

/** What else a talk's rows have. */
export interface SummedRecord {
  readonly slug: Uint8Array;
  readonly uid: string;
  readonly created: number;
  readonly sequence: number;
  readonly previousStart: number | null;
  readonly record: string | Uint8Array;
}

/** With the slug, so that the record of another talk is found out. */
export function talkRecordSum({ slug, uid, created, sequence, previousStart, record }: SummedRecord): number {
  return crc32(record, crc32(uid, crc32(slug, sumOfThree(created, sequence, previousStart ?? NONE)))) | 0;
}

export interface SummedEntity {
  readonly number: number;
  readonly key: string;
  /** Of a place; else 0. */
  readonly parent: number;
  readonly version: number;
  readonly record: string | Uint8Array;
}

export function entitySum({ number, key, parent, version, record }: SummedEntity): number {
  return crc32(record, crc32(key, sumOfThree(number, parent, version))) | 0;
}

/** Whether a row has the sum that `compute` makes of it. Damage may have made any of its values one of another kind. */
export function isWhole(sum: number | null, compute: () => number): boolean {
  try {
    return sum === compute();
  } catch {
    return false;
  }
}

const NONE = -Infinity;
const NUMBERS = new Float64Array(5);
const FIVE = Buffer.from(NUMBERS.buffer);
const THREE = FIVE.subarray(0, 24);

/** Not of a list, which would have to be made: this is done for every talk that is read. */
function sumOfThree(first: number, second: number, third: number): number {
  NUMBERS[0] = first;
  NUMBERS[1] = second;
  NUMBERS[2] = third;
  return crc32(THREE);
}

function sumOfFive(first: number, second: number, third: number, fourth: number, fifth: number): number {
  NUMBERS[0] = first;
  NUMBERS[1] = second;
  NUMBERS[2] = third;
  NUMBERS[3] = fourth;
  NUMBERS[4] = fifth;
  return crc32(FIVE);
}
