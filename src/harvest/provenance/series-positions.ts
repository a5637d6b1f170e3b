import { partitionPoint } from '#catalogue/partition-point.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';

/** Positions of talks in their series, by the neighbouring talks that stayed. */
export class SeriesPositions {
  readonly #bySeries = new Map<Slug, TalkRecord[]>();
  #isSorted = true;

  /** Adds a talk that stayed. */
  add(talk: TalkRecord): void {
    if (talk.series === null) return;
    const others = this.#bySeries.get(talk.series);
    if (others === undefined) this.#bySeries.set(talk.series, [talk]);
    else others.push(talk);
    this.#isSorted = false;
  }

  /** Slugs of the talks before and after it. Undefined for the first and the last, since a series goes on. */
  of({ series, start }: TalkRecord): string | undefined {
    this.#sort();
    const talks = series === null ? [] : (this.#bySeries.get(series) ?? []);
    const next = countUntil(talks, start);
    const [before, after] = [talks[next - 1], talks[next]];
    return before === undefined || after === undefined ? undefined : `${before.slug} ${after.slug}`;
  }

  #sort(): void {
    if (this.#isSorted) return;
    for (const talks of this.#bySeries.values()) talks.sort((a, b) => (a.start < b.start ? -1 : 1));
    this.#isSorted = true;
  }
}

/** Number of talks that start at or before the moment. @param talks in order of their starts */
function countUntil(talks: readonly TalkRecord[], moment: Timestamp): number {
  return partitionPoint(0, talks.length, (index) => (talks[index]?.start ?? '') <= moment);
}
