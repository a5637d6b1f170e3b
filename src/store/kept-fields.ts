import type { UnsaidField } from '#catalogue/record.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import type { ExistingTalk } from './existing-rows.ts';
import { talkFieldsFrom } from './record-json.ts';
import { refsBlob, talkRefs } from './refs.ts';
import type { TalkRefs } from './refs.ts';

/** A talk, and the numbers of what it refers to, as the catalogue's `referencesOf` has them. */
export interface NumberedTalk {
  readonly talk: TalkRecord;
  readonly references: readonly number[];
  readonly hosts: number;
}

/**
 * What comes in, with what is kept of it where its source says nothing: a service that leaves topics out of its answers is no
 * reason to forget those that somebody has added. What the record has of such a field all the same is added to a list, and
 * stands in for a text that is not known.
 */
export function withKept(
  given: NumberedTalk,
  kept: ExistingTalk | undefined,
  unsaid: readonly UnsaidField[],
): NumberedTalk {
  if (kept === undefined || unsaid.length === 0) return given;
  const before: Readonly<Record<string, unknown>> = { ...talkFieldsFrom(kept.record), uid: kept.uid };
  const texts = unsaid.filter((field) => isSomething(before[field])).map((field) => [field, before[field]] as const);
  const talk: TalkRecord = { ...given.talk, ...Object.fromEntries(texts) };
  const refs = withKeptRefs(talkRefs(refsBlob(given.references, given.hosts)), talkRefs(kept.refs), unsaid);
  return { talk, references: numbersOf(refs), hosts: refs.hosts.length };
}

function isSomething(value: unknown): boolean {
  return (
    value !== undefined &&
    value !== null &&
    value !== '' &&
    value !== false &&
    !(Array.isArray(value) && value.length === 0)
  );
}

function withKeptRefs(given: TalkRefs, kept: TalkRefs, unsaid: readonly UnsaidField[]): TalkRefs {
  const one = (field: UnsaidField, from: (refs: TalkRefs) => number): number =>
    (unsaid.includes(field) ? from(kept) : 0) || from(given);
  const all = (field: UnsaidField & keyof TalkRefs, from: (refs: TalkRefs) => Uint32Array): Uint32Array =>
    unsaid.includes(field) ? Uint32Array.from(new Set([...from(kept), ...from(given)])) : from(given);
  return {
    series: one('series', ({ series }) => series),
    venue: one('venue', ({ venue }) => venue),
    department: one('organisingDepartment', ({ department }) => department),
    topics: all('topics', ({ topics }) => topics),
    speakers: all('speakers', ({ speakers }) => speakers),
    hosts: all('hosts', ({ hosts }) => hosts),
    organisers: all('organisers', ({ organisers }) => organisers),
  };
}

function numbersOf({ series, venue, department, topics, speakers, hosts, organisers }: TalkRefs): number[] {
  return [series, venue, department, topics.length, ...topics, speakers.length, ...speakers, ...hosts, ...organisers];
}
