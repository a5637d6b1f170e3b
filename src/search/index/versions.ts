import { MENTIONED_TYPES, type MentionedType } from '#store/entity-type.ts';
import type { ChangesSince, ChangedTalk } from '#store/store.ts';
import { sharedUint32 } from './columns.ts';
import type { TalkColumns, VersionColumns } from './columns.ts';
import { DEPARTMENT_REF, FIRST_TOPIC, SERIES_REF, TOPIC_COUNT, VENUE_REF } from './talk-refs.ts';

/** By number: the version of the store in which a record last changed. */
type ChangedVersions = Readonly<Record<'talk' | MentionedType, ReadonlyMap<number, number>>>;

export const NO_VERSIONS: VersionColumns = {
  talk: sharedUint32(0),
  person: sharedUint32(0),
  series: sharedUint32(0),
  place: sharedUint32(0),
  topic: sharedUint32(0),
};

const NO_VERSION_TIMES = sharedUint32(1);

/** Adds the times of later versions. A time that is damaged counts as a second after the one before. */
export function withVersions(old: Uint32Array | undefined, made: ChangesSince['history']): Uint32Array {
  const known = old ?? NO_VERSION_TIMES;
  const last = made.at(-1);
  if (last === undefined) return known;
  const times = sharedUint32(Math.max(known.length, last.version + 1));
  times.set(known);
  for (const { version, time } of made) times[version] = Math.max(time, (times[version - 1] ?? 0) + 1);
  return times;
}

/** Passes talks through, and records their versions in `versions`. */
export async function* notingVersions(
  talks: ChangesSince['talks'],
  versions: Map<number, number>,
): AsyncGenerator<readonly ChangedTalk[]> {
  for await (const batch of talks) {
    for (const { number, version } of batch) versions.set(number, version);
    yield batch;
  }
}

/** Applies changes. Returns `old` itself if there are none. @param talks, parents after the changes */
export function changeVersions(
  old: VersionColumns,
  talks: TalkColumns,
  parents: Uint32Array,
  changed: ChangedVersions,
): VersionColumns {
  const types = ['talk', ...MENTIONED_TYPES] as const;
  if (types.every((type) => changed[type].size === 0)) return old;
  const versions = {
    talk: changedColumn(old.talk, changed.talk),
    person: changedColumn(old.person, changed.person),
    series: changedColumn(old.series, changed.series),
    place: changedColumn(old.place, changed.place),
    topic: changedColumn(old.topic, changed.topic),
  };
  const latest = { ...versions, place: latestAbove(versions.place, parents) };
  // Versions only grow, and a talk with other references, or a place with another parent, has a new one: nothing has to
  // be undone.
  for (let position = 0; position < talks.numbers.length; position += 1) {
    const number = talks.numbers[position] ?? 0;
    versions.talk[number] = Math.max(versions.talk[number] ?? 0, latestOfRefs(talks, position, latest));
  }
  return versions;
}

/** By number of a place: the latest version of it and of every place above it. */
function latestAbove(places: Uint32Array, parents: Uint32Array): Uint32Array {
  const latest = places.slice();
  const isDone = new Uint8Array(places.length);
  const path: number[] = [];
  for (let place = 1; place < places.length; place += 1) {
    let at = place;
    for (; at !== 0 && isDone[at] === 0; at = parents[at] ?? 0) {
      path.push(at);
      // An undamaged store has no cycles; here one would end.
      isDone[at] = 1;
    }
    for (let above = latest[at] ?? 0; ;) {
      const below = path.pop();
      if (below === undefined) break;
      above = Math.max(above, latest[below] ?? 0);
      latest[below] = above;
    }
  }
  return latest;
}

function changedColumn(old: Uint32Array, changed: ReadonlyMap<number, number>): Uint32Array {
  let length = old.length;
  for (const number of changed.keys()) length = Math.max(length, number + 1);
  const column = sharedUint32(length);
  column.set(old);
  for (const [number, version] of changed) column[number] = version;
  return column;
}

function latestOfRefs(talks: TalkColumns, position: number, versions: VersionColumns): number {
  const { refs, refOffsets } = talks;
  const first = refOffsets[position] ?? 0;
  const speakerCount = first + FIRST_TOPIC + (refs[first + TOPIC_COUNT] ?? 0);
  return Math.max(
    versions.series[refs[first + SERIES_REF] ?? 0] ?? 0,
    versions.place[refs[first + VENUE_REF] ?? 0] ?? 0,
    versions.place[refs[first + DEPARTMENT_REF] ?? 0] ?? 0,
    latestOf(versions.topic, refs, first + FIRST_TOPIC, speakerCount),
    // Speakers, hosts and organisers, without the number of hosts.
    latestOf(versions.person, refs, speakerCount + 1, (refOffsets[position + 1] ?? 0) - 1),
  );
}

function latestOf(versions: Uint32Array, refs: Uint32Array, from: number, to: number): number {
  let latest = 0;
  for (let at = from; at < to; at += 1) latest = Math.max(latest, versions[refs[at] ?? 0] ?? 0);
  return latest;
}
