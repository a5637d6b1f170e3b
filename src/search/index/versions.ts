import type { Changes, ChangedTalk } from '#store/store.ts';
import { sharedUint32 } from './columns.ts';
import type { TalkColumns, VersionColumns } from './columns.ts';
import { DEPARTMENT_REF, FIRST_TOPIC, SERIES_REF, TOPIC_COUNT, VENUE_REF } from './talk-refs.ts';
import type { ChangedType } from '../replica/changed-entities.ts';

/** By number: the version of the store in which it changed last. */
export type ChangedVersions = ReadonlyMap<number, number>;

export const NO_VERSIONS: VersionColumns = {
  talks: sharedUint32(0),
  people: sharedUint32(0),
  series: sharedUint32(0),
  places: sharedUint32(0),
  topics: sharedUint32(0),
};

/** Notes the versions of talks while others go through them. */
export async function* notingVersions(
  talks: Changes['talks'],
  versions: Map<number, number>,
): AsyncGenerator<readonly ChangedTalk[]> {
  for await (const stretch of talks) {
    for (const { number, version } of stretch) versions.set(number, version);
    yield stretch;
  }
}

/** The columns with changes made; the same when there are none. `talks` and `parents`: those that there are then. */
export function changeVersions(
  old: VersionColumns,
  talks: TalkColumns,
  parents: Uint32Array,
  changed: { readonly talks: ChangedVersions; readonly entities: Readonly<Record<ChangedType, ChangedVersions>> },
): VersionColumns {
  const { person, series, place, topic } = changed.entities;
  if ([changed.talks, person, series, place, topic].every(({ size }) => size === 0)) return old;
  const versions = {
    talks: changedColumn(old.talks, changed.talks),
    people: changedColumn(old.people, person),
    series: changedColumn(old.series, series),
    places: changedColumn(old.places, place),
    topics: changedColumn(old.topics, topic),
  };
  const latest = { ...versions, places: latestAbove(versions.places, parents) };
  // What a talk refers to changes with the talk alone, what is above a place with one of the places between, and versions
  // only grow: what is there already need not be undone.
  for (let position = 0; position < talks.numbers.length; position += 1) {
    const number = talks.numbers[position] ?? 0;
    versions.talks[number] = Math.max(versions.talks[number] ?? 0, latestOfRefs(talks, position, latest));
  }
  return versions;
}

/** By number of a place: the latest version of it and of all above it, where a talk may be found that is held or organised there. */
function latestAbove(places: Uint32Array, parents: Uint32Array): Uint32Array {
  const latest = places.slice();
  const isDone = new Uint8Array(places.length);
  const path: number[] = [];
  for (let place = 1; place < places.length; place += 1) {
    let at = place;
    for (; at !== 0 && isDone[at] === 0; at = parents[at] ?? 0) {
      path.push(at);
      // A store has no cycle; one would end here too.
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

function changedColumn(old: Uint32Array, changed: ChangedVersions): Uint32Array {
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
    versions.places[refs[first + VENUE_REF] ?? 0] ?? 0,
    versions.places[refs[first + DEPARTMENT_REF] ?? 0] ?? 0,
    latestOf(versions.topics, refs, first + FIRST_TOPIC, speakerCount),
    // Speakers, hosts and organisers alike.
    latestOf(versions.people, refs, speakerCount + 1, refOffsets[position + 1] ?? 0),
  );
}

function latestOf(versions: Uint32Array, refs: Uint32Array, from: number, to: number): number {
  let latest = 0;
  for (let at = from; at < to; at += 1) latest = Math.max(latest, versions[refs[at] ?? 0] ?? 0);
  return latest;
}
