import type { IndexColumns } from '../index/columns.ts';
import { slugAt } from '../index/slug-words.ts';
import { updatedFrom } from '../index/talk-marks.ts';

/** A talk in a sitemap. */
export interface SitemapTalk {
  readonly slug: string;
  /** When it last changed, in seconds since 1970-01-01T00:00:00Z. */
  readonly updated: number;
}

/** A range of talk numbers. Numbers are never reused, so a talk stays in its range. */
export interface TalkRange {
  /** 1 and up. */
  readonly first: number;
  readonly count: number;
}

type Columns = Pick<IndexColumns, 'talks' | 'talkPositions'>;

/** The talks of a range, in the order of their numbers. */
export function talksInRange({ talks, talkPositions }: Columns, range: TalkRange): SitemapTalk[] {
  return positionsIn(talkPositions, range).map((position) => ({
    slug: slugAt(talks.slugs, position),
    updated: updatedAt(talks, position),
  }));
}

/** The ranges of `count` numbers that have talks, with the latest change of each. */
export function talkRanges(
  { talks, talkPositions }: Columns,
  count: number,
): (TalkRange & { readonly updated: number })[] {
  const ranges: (TalkRange & { readonly updated: number })[] = [];
  for (let first = 1; first < talkPositions.length; first += count) {
    let updated = -Infinity;
    for (const position of positionsIn(talkPositions, { first, count }))
      updated = Math.max(updated, updatedAt(talks, position));
    if (updated !== -Infinity) ranges.push({ first, count, updated });
  }
  return ranges;
}

function updatedAt({ updates, marks }: Columns['talks'], position: number): number {
  return updatedFrom(updates[position] ?? 0, marks[position] ?? 0);
}

function positionsIn(talkPositions: Uint32Array, { first, count }: TalkRange): number[] {
  const positions: number[] = [];
  for (const slot of talkPositions.subarray(first, first + count)) if (slot !== 0) positions.push(slot - 1);
  return positions;
}
