import type { RemovedTalkNumber } from '#store/store.ts';
import { sharedUint32 } from './columns.ts';
import type { RemovedTalkColumns } from './columns.ts';
import type { ChangePoint } from '../query/change-cursor.ts';
import { partitionPoint } from '#catalogue/partition-point.ts';
import { slugAt, writeSlugBytes } from './slug-words.ts';

export const NO_REMOVED_TALKS: RemovedTalkColumns = {
  numbers: sharedUint32(0),
  slugs: sharedUint32(0),
  versions: sharedUint32(0),
};

/** Adds newly removed talks, and drops those that are back. Returns `old` itself if nothing changes. */
export function changeRemovedTalks(
  old: RemovedTalkColumns,
  removed: readonly RemovedTalkNumber[],
  isBack: (number: number) => boolean,
): RemovedTalkColumns {
  const again = new Set(removed.map(({ number }) => number));
  const kept = Array.from(old.numbers.keys()).filter((at) => {
    const number = old.numbers[at] ?? 0;
    return !again.has(number) && !isBack(number);
  });
  if (removed.length === 0 && kept.length === old.numbers.length) return old;
  const all = [
    ...kept.map((at) => ({
      number: old.numbers[at] ?? 0,
      version: old.versions[at] ?? 0,
      slug: old.slugs.subarray(at * 4, at * 4 + 4),
    })),
    ...removed.map(({ number, version, slug }) => ({ number, version, slug: slugWords(slug) })),
  ].sort((a, b) => a.version - b.version || a.number - b.number);
  const slugs = sharedUint32(all.length * 4);
  for (const [at, { slug }] of all.entries()) slugs.set(slug, at * 4);
  return {
    numbers: shared(all.map(({ number }) => number)),
    slugs,
    versions: shared(all.map(({ version }) => version)),
  };
}

function slugWords(bytes: Uint8Array): Uint32Array {
  const words = new Uint32Array(4);
  writeSlugBytes(bytes, words);
  return words;
}

/** The index of the first talk that was removed after a change. */
export function removedAfter({ versions, numbers }: RemovedTalkColumns, { version, number }: ChangePoint): number {
  return partitionPoint(0, versions.length, (at) => {
    const difference = (versions[at] ?? 0) - version;
    return difference < 0 || (difference === 0 && (numbers[at] ?? 0) <= number);
  });
}

/** The slug of the talk that a change removed. */
export function removedSlug(columns: RemovedTalkColumns, change: ChangePoint): string {
  return slugAt(columns.slugs, removedAfter(columns, change) - 1);
}

function shared(numbers: readonly number[]): Uint32Array {
  const column = sharedUint32(numbers.length);
  column.set(numbers);
  return column;
}
