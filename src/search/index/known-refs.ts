import { sharedUint32 } from './columns.ts';
import type { IndexColumns, KeyColumns, TalkColumns } from './columns.ts';
import { hasNumber } from './keys.ts';
import { DEPARTMENT_REF, FIRST_TOPIC, SERIES_REF, TOPIC_COUNT, VENUE_REF } from './talk-refs.ts';

type Keys = IndexColumns['keys'];

/** Drops references to missing records, which only a damaged store has. Returns `talks` itself if there are none. */
export function withKnownRefs(talks: TalkColumns, keys: Keys): TalkColumns {
  const refsOf = (position: number): Uint32Array =>
    talks.refs.subarray(talks.refOffsets[position] ?? 0, talks.refOffsets[position + 1] ?? 0);
  const isDamaged = talks.numbers.some((_, position) => knownRefs(refsOf(position), keys) !== undefined);
  if (!isDamaged) return talks;
  const refOffsets = sharedUint32(talks.refOffsets.length);
  // At most as long as before.
  const refs = sharedUint32(talks.refs.length);
  let end = 0;
  for (let position = 0; position < talks.numbers.length; position += 1) {
    const own = refsOf(position);
    const known = knownRefs(own, keys) ?? own;
    refs.set(known, end);
    end += known.length;
    refOffsets[position + 1] = end;
  }
  return { ...talks, refOffsets, refs };
}

/** The references without those to missing records; undefined if all records exist. */
function knownRefs(refs: Uint32Array, { series, place, topic, person }: Keys): Uint32Array | undefined {
  const topicsEnd = FIRST_TOPIC + (refs[TOPIC_COUNT] ?? 0);
  const speakersEnd = topicsEnd + 1 + (refs[topicsEnd] ?? 0);
  const end = refs.length - 1;
  const hostsEnd = speakersEnd + (refs[end] ?? 0);
  const isCount = (at: number): boolean => at === TOPIC_COUNT || at === topicsEnd || at === end;
  const isKnown = (keys: KeyColumns, number: number): boolean => number === 0 || hasNumber(keys, number);
  const areAllKnown = refs.every((number, at) => isCount(at) || isKnown(keysAt(at), number));
  if (areAllKnown) return undefined;
  const one = (keys: KeyColumns, at: number): number => (isKnown(keys, refs[at] ?? 0) ? (refs[at] ?? 0) : 0);
  const some = (keys: KeyColumns, from: number, to: number): Uint32Array =>
    refs.subarray(from, to).filter((number) => isKnown(keys, number));
  const [ofTopics, ofSpeakers] = [some(topic, FIRST_TOPIC, topicsEnd), some(person, topicsEnd + 1, speakersEnd)];
  const [ofHosts, ofOrganisers] = [some(person, speakersEnd, hostsEnd), some(person, hostsEnd, end)];
  return Uint32Array.of(
    ...[one(series, SERIES_REF), one(place, VENUE_REF), one(place, DEPARTMENT_REF)],
    ...[ofTopics.length, ...ofTopics, ofSpeakers.length, ...ofSpeakers],
    ...[...ofHosts, ...ofOrganisers, ofHosts.length],
  );

  function keysAt(at: number): KeyColumns {
    if (at === SERIES_REF) return series;
    if (at < TOPIC_COUNT) return place;
    return at < topicsEnd ? topic : person;
  }
}
