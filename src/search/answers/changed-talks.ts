import type { ChangePoint, ChangesFrom } from '../query/change-cursor.ts';
import type { IndexColumns } from '../index/columns.ts';
import { removedAfter, removedSlug } from '../index/removed-talks.ts';
import { slugAt } from '../index/slug-words.ts';
import { updatedFrom } from '../index/talk-marks.ts';

/** A page of what changed in the results of a question, in the order of the changes. */
export interface ChangesAnswer {
  /** The number of talks and removals on this page and later ones. */
  readonly total: number;
  /** Numbers of the changed talks on the page that match. */
  readonly talks: Uint32Array;
  /** Slugs of the talks that do not match, no longer match or were removed. */
  readonly removed: readonly string[];
  /** The last change on the page; undefined if it is empty. */
  readonly last: ChangePoint | undefined;
}

/**
 * Finds a page of changes.
 * @param matches whether the talk at a position matches the question
 * @param count the most talks and removals together
 */
export function changesOf(
  columns: IndexColumns,
  matches: (position: number) => boolean,
  from: ChangesFrom,
  count: number,
): ChangesAnswer {
  const { talks, talkPositions } = columns;
  const positionOf = (number: number): number => (talkPositions[number] ?? 0) - 1;
  const found = new FirstChanges(count);
  addTalks(found, columns, matches, from);
  addRemoved(found, columns, from);

  const page = found.first();
  const isMatch = ({ number }: ChangePoint): boolean => {
    const position = positionOf(number);
    return position !== -1 && matches(position);
  };
  const slugOf = (change: ChangePoint): string => {
    const position = positionOf(change.number);
    return position === -1 ? removedSlug(columns.removedTalks, change) : slugAt(talks.slugs, position);
  };
  return {
    total: found.total,
    talks: Uint32Array.from(page.filter(isMatch), ({ number }) => number),
    removed: page.filter((change) => !isMatch(change)).map(slugOf),
    last: page.at(-1),
  };
}

function addTalks(
  found: FirstChanges,
  { talks, talkPositions, versions }: IndexColumns,
  matches: (position: number) => boolean,
  { after, beginning, since }: ChangesFrom,
): void {
  for (let number = 1; number < versions.talk.length; number += 1) {
    const version = versions.talk[number] ?? 0;
    if (version < after.version || (version === after.version && number <= after.number)) continue;
    const position = (talkPositions[number] ?? 0) - 1;
    if (position === -1) continue;
    if (version <= beginning) {
      // A client that starts from nothing has nothing to remove.
      if (since === -Infinity && !matches(position)) continue;
      if (updatedFrom(talks.updates[position] ?? 0, talks.marks[position] ?? 0) < since) continue;
    }
    found.add(version, number);
  }
}

function addRemoved(found: FirstChanges, { removedTalks }: IndexColumns, from: ChangesFrom): void {
  const { versions, numbers } = removedTalks;
  for (let at = removedAfter(removedTalks, from.after); at < versions.length; at += 1) {
    const version = versions[at] ?? 0;
    if (version > from.beginning || from.since !== -Infinity) found.add(version, numbers[at] ?? 0);
  }
}

const NUMBERS = 2 ** 32;

/** Takes changes in any order, and keeps the first ones. */
export class FirstChanges {
  /** The number of changes added. */
  total = 0;
  readonly #most: number;
  /** Unordered: version · 2³² + number. Exact up to version 2²¹, two million imports. */
  readonly #kept: Float64Array;
  #size = 0;
  #last = Infinity;

  constructor(most: number) {
    this.#most = most;
    this.#kept = new Float64Array(2 * most);
  }

  add(version: number, number: number): void {
    this.total += 1;
    const change = version * NUMBERS + number;
    if (change > this.#last) return;
    if (this.#size === this.#kept.length) this.#cut();
    this.#kept[this.#size] = change;
    this.#size += 1;
  }

  /** The first changes, in order, at most as many as the constructor was given. */
  first(): ChangePoint[] {
    this.#cut();
    return Array.from(this.#kept.subarray(0, this.#size), (change) => ({
      version: Math.floor(change / NUMBERS),
      number: change % NUMBERS,
    }));
  }

  #cut(): void {
    this.#kept.subarray(0, this.#size).sort();
    this.#size = Math.min(this.#size, this.#most);
    if (this.#size === this.#most) this.#last = this.#kept[this.#most - 1] ?? Infinity;
  }
}
