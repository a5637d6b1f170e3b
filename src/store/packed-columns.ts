import { TALK_TRAITS, type TalkTraits } from '#catalogue/talk-traits.ts';
import type { TalkStatus } from '#catalogue/talk.ts';

/**
 * A talk's references as stored: 32-bit little-endian numbers, in the order of the catalogue's `referencesOf`
 * [series, venue, department, count of topics, …topics, count of speakers, …speakers, …hosts, …organisers]
 * and then the count of hosts.
 */
export function refsBlob(references: readonly number[], hosts: number): Buffer {
  const refs = Uint32Array.of(...references, hosts);
  return Buffer.from(refs.buffer);
}

export interface TalkRefs {
  /** Record numbers; 0 for none. */
  readonly series: number;
  readonly venue: number;
  readonly department: number;
  readonly topics: Uint32Array;
  readonly speakers: Uint32Array;
  readonly hosts: Uint32Array;
  readonly organisers: Uint32Array;
}

export function talkRefs(blob: Buffer): TalkRefs {
  const refs = refNumbers(blob);
  const [series = 0, venue = 0, department = 0, topicCount = 0] = refs;
  const topicsEnd = 4 + topicCount;
  const speakersEnd = topicsEnd + 1 + (refs[topicsEnd] ?? 0);
  const hostsEnd = speakersEnd + (refs.at(-1) ?? 0);
  return {
    series,
    venue,
    department,
    topics: refs.subarray(4, topicsEnd),
    speakers: refs.subarray(topicsEnd + 1, speakersEnd),
    hosts: refs.subarray(speakersEnd, hostsEnd),
    organisers: refs.subarray(hostsEnd, -1),
  };
}

/** The numbers of a row's references; not copied if they are aligned. */
export function refNumbers(blob: Buffer): Uint32Array {
  const isAligned = blob.byteOffset % 4 === 0;
  const { buffer, byteOffset } = isAligned ? blob : new Uint8Array(blob);
  return new Uint32Array(buffer, byteOffset, blob.length / 4);
}

/**
 * A column of a talk's row has its status and, in the bits above, its traits, so that the index need not read the
 * record. The order is stored, and must not change.
 */
const STATUSES = ['published', 'preparation', 'cancelled'] as const satisfies readonly TalkStatus[];
const STATUS_BITS = 2;
const STATUS_MASK = 2 ** STATUS_BITS - 1;
const TRAITS_MASK = 2 ** TALK_TRAITS.length - 1;

export function statusCode(status: TalkStatus, traits: TalkTraits): number {
  return STATUSES.indexOf(status) | (traits << STATUS_BITS);
}

export function statusFrom(code: number): TalkStatus {
  return STATUSES[code & STATUS_MASK] ?? 'published';
}

export function traitsFrom(code: number): TalkTraits {
  return (code >>> STATUS_BITS) & TRAITS_MASK;
}
