import type { RemovedTalkNumber } from '#store/store.ts';
import { sharedUint32 } from './columns.ts';
import type { RemovedTalkColumns } from './columns.ts';
import type { ChangePoint } from '../query/change-cursor.ts';
import { slugText, writeSlugBytes } from './slug-words.ts';

export const NO_REMOVED_TALKS: RemovedTalkColumns = {
  numbers: sharedUint32(0),
  slugs: sharedUint32(0),
  versions: sharedUint32(0),
};

/** The removed talks of before and those removed since, but those that are back; the same when nothing is new. */
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
  const columns = allocate(kept.length + removed.length);
  for (const [to, at] of kept.entries()) {
    columns.numbers[to] = old.numbers[at] ?? 0;
    columns.versions[to] = old.versions[at] ?? 0;
    columns.slugs.set(old.slugs.subarray(at * 4, at * 4 + 4), to * 4);
  }
  for (const [index, { number, slug, version }] of removed.entries()) {
    const to = kept.length + index;
    columns.numbers[to] = number;
    columns.versions[to] = version;
    writeSlugBytes(slug, columns.slugs, to * 4);
  }
  return sorted(columns);
}

/** By version, then number: as changes are. */
function sorted({ numbers, slugs, versions }: RemovedTalkColumns): RemovedTalkColumns {
  const order = Array.from(numbers.keys()).sort((a, b) => {
    const difference = (versions[a] ?? 0) - (versions[b] ?? 0);
    return difference === 0 ? (numbers[a] ?? 0) - (numbers[b] ?? 0) : difference;
  });
  const columns = allocate(order.length);
  for (const [to, at] of order.entries()) {
    columns.numbers[to] = numbers[at] ?? 0;
    columns.versions[to] = versions[at] ?? 0;
    columns.slugs.set(slugs.subarray(at * 4, at * 4 + 4), to * 4);
  }
  return columns;
}

/** Where the first is that went after this change. */
export function removedAfter({ versions, numbers }: RemovedTalkColumns, { version, number }: ChangePoint): number {
  let low = 0;
  let high = versions.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const difference = (versions[middle] ?? 0) - version;
    const isBefore = difference < 0 || (difference === 0 && (numbers[middle] ?? 0) <= number);
    if (isBefore) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The slug of the talk that went with this change. */
export function removedSlug(columns: RemovedTalkColumns, change: ChangePoint): string {
  return slugText(columns.slugs, removedAfter(columns, change) - 1);
}

function allocate(talks: number): RemovedTalkColumns {
  return { numbers: sharedUint32(talks), slugs: sharedUint32(talks * 4), versions: sharedUint32(talks) };
}
