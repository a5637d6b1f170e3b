import type { UnsaidField } from '#catalogue/record.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import type { ExistingTalk } from './existing-rows.ts';
import { talkFieldsFrom } from './record-json.ts';
import { refsBlob, talkRefs } from './refs.ts';
import type { TalkRefs } from './refs.ts';

/** A talk, and the numbers of the records that it refers to, in the order of the catalogue's `referencesOf`. */
interface NumberedTalk {
  readonly talk: TalkRecord;
  readonly references: readonly number[];
  readonly hosts: number;
}

/**
 * The imported talk, with stored values for the fields that its source says nothing about: topics that somebody has
 * added are not lost because a service leaves topics out of its answers. If the record has a value for such a field all
 * the same, that is added to a list; a text is used only if none is stored.
 */
export function withStoredFields(
  given: NumberedTalk,
  kept: ExistingTalk | undefined,
  unsaid: readonly UnsaidField[],
): NumberedTalk {
  if (kept === undefined || unsaid.length === 0) return given;
  const before: Readonly<Record<string, unknown>> = { ...talkFieldsFrom(kept.record), uid: kept.uid };
  const texts = unsaid.filter((field) => isSomething(before[field])).map((field) => [field, before[field]] as const);
  const talk: TalkRecord = { ...given.talk, ...Object.fromEntries(texts) };
  const refs = withStoredRefs(talkRefs(refsBlob(given.references, given.hosts)), talkRefs(kept.refs), unsaid);
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

function withStoredRefs(given: TalkRefs, kept: TalkRefs, unsaid: readonly UnsaidField[]): TalkRefs {
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
