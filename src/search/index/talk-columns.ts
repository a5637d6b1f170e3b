import { partitionPoint } from '#catalogue/partition-point.ts';
import { type TalkTraits, traitBit } from '#catalogue/talk-traits.ts';
import type { ChangesSince } from '#store/store.ts';
import { sharedFloat64, sharedUint32, type TalkColumns, VENUE_REF } from './columns.ts';
import type { NumberSet } from './number-set.ts';
import { compareSlugs, writeSlugBytes } from './slug-words.ts';
import { markOf, updatedWord } from './talk-marks.ts';

/** Reads talks from a store into columns, sorted by (start, slug). */
export async function sortTalks(talks: ChangesSince['talks']): Promise<TalkColumns> {
  const given = await collect(talks);
  const order = orderTalks(given.starts, given.slugs);
  const sorted = allocate(order.length, given.refs.length);
  let refsTaken = 0;
  for (let position = 0; position < order.length; position += 1) {
    const talk = order[position] ?? 0;
    sorted.starts[position] = given.starts[talk] ?? 0;
    sorted.lengths[position] = given.lengths[talk] ?? 0;
    sorted.numbers[position] = given.numbers[talk] ?? 0;
    sorted.updates[position] = given.updates[talk] ?? 0;
    sorted.marks[position] = given.marks[talk] ?? 0;
    for (let word = 0; word < 4; word += 1) sorted.slugs[position * 4 + word] = given.slugs[talk * 4 + word] ?? 0;
    const end = given.refOffsets[talk + 1] ?? 0;
    for (let from = given.refOffsets[talk] ?? 0; from < end; from += 1)
      sorted.refs[refsTaken++] = given.refs[from] ?? 0;
    sorted.refOffsets[position + 1] = refsTaken;
  }
  return sorted;
}

/**
 * Merges `fresh` into `old` without the dropped talks; both must be sorted. Returns `old` itself if nothing changes.
 * @param dropped numbers of talks that are removed, or replaced by a talk of `fresh`
 */
export function mergeTalks(old: TalkColumns, dropped: NumberSet, fresh: TalkColumns): TalkColumns {
  if (fresh.numbers.length === 0 && dropped.isEmpty) return old;
  const runs = planRuns(old, dropped, fresh);
  let talks = 0;
  let refs = 0;
  for (const { columns, from, to } of runs) {
    talks += to - from;
    refs += (columns.refOffsets[to] ?? 0) - (columns.refOffsets[from] ?? 0);
  }
  const merged = allocate(talks, refs);
  let position = 0;
  for (const { columns, from, to } of runs) {
    copyRun(columns, from, to, merged, position);
    position += to - from;
  }
  return merged;
}

/** Talks that are adjacent in the result: the positions from `from` to before `to` of `columns`. */
interface Run {
  readonly columns: TalkColumns;
  readonly from: number;
  readonly to: number;
}

function planRuns(old: TalkColumns, dropped: NumberSet, fresh: TalkColumns): Run[] {
  const runs: Run[] = [];
  let next = 0;
  function keepUntil(end: number): void {
    while (next < end) {
      while (next < end && dropped.has(old.numbers[next] ?? 0)) next += 1;
      const from = next;
      while (next < end && !dropped.has(old.numbers[next] ?? 0)) next += 1;
      if (next > from) runs.push({ columns: old, from, to: next });
    }
  }
  for (let from = 0; from < fresh.numbers.length;) {
    const place = insertionPoint(old, next, fresh, from);
    keepUntil(place);
    let to = from + 1;
    // All fresh talks before the next old one form one run.
    while (to < fresh.numbers.length && (place === old.numbers.length || compareTalks(fresh, to, old, place) < 0))
      to += 1;
    runs.push({ columns: fresh, from, to });
    from = to;
  }
  keepUntil(old.numbers.length);
  return runs;
}

/** The first position of `old`, from `least`, whose talk is not before the one at `position` of `fresh`. */
function insertionPoint(old: TalkColumns, least: number, fresh: TalkColumns, position: number): number {
  return partitionPoint(least, old.numbers.length, (at) => compareTalks(old, at, fresh, position) < 0);
}

function compareTalks(a: TalkColumns, i: number, b: TalkColumns, j: number): number {
  return (a.starts[i] ?? 0) - (b.starts[j] ?? 0) || compareSlugs(a.slugs, i, b.slugs, j);
}

function copyRun(source: TalkColumns, from: number, to: number, target: TalkColumns, position: number): void {
  target.starts.set(source.starts.subarray(from, to), position);
  target.lengths.set(source.lengths.subarray(from, to), position);
  target.numbers.set(source.numbers.subarray(from, to), position);
  target.updates.set(source.updates.subarray(from, to), position);
  target.marks.set(source.marks.subarray(from, to), position);
  target.slugs.set(source.slugs.subarray(from * 4, to * 4), position * 4);
  const firstRef = source.refOffsets[from] ?? 0;
  const refsTaken = target.refOffsets[position] ?? 0;
  target.refs.set(source.refs.subarray(firstRef, source.refOffsets[to] ?? 0), refsTaken);
  const moved = refsTaken - firstRef;
  const shift = position - from;
  for (let talk = from + 1; talk <= to; talk += 1)
    target.refOffsets[talk + shift] = (source.refOffsets[talk] ?? 0) + moved;
}

/** In seconds, more than a century. */
const LONGEST = 2 ** 32 - 1;

async function collect(talks: ChangesSince['talks']): Promise<TalkColumns> {
  const starts: number[] = [];
  const lengths = new GrowingWords();
  const slugs = new GrowingWords();
  const numbers = new GrowingWords();
  const updates = new GrowingWords();
  const marks: number[] = [];
  const refOffsets = new GrowingWords();
  const refs = new GrowingWords();
  const slug = new Uint32Array(4);
  refOffsets.push(0);
  for await (const batch of talks) {
    for (const talk of batch) {
      starts.push(talk.start);
      lengths.push(Math.min(talk.length, LONGEST));
      writeSlugBytes(talk.slug, slug);
      slugs.append(slug);
      numbers.push(talk.number);
      updates.push(updatedWord(talk.updated));
      marks.push(markOf(talk.updated, talk.status, talk.traits | located(talk.refs)));
      refs.append(talk.refs);
      refOffsets.push(refs.length);
    }
  }
  return {
    starts: Float64Array.from(starts),
    lengths: lengths.taken(),
    slugs: slugs.taken(),
    numbers: numbers.taken(),
    updates: updates.taken(),
    marks: Uint32Array.from(marks),
    refOffsets: refOffsets.taken(),
    refs: refs.taken(),
  };
}

/** The trait `located`, if the talk has a venue. */
function located(refs: Uint32Array): TalkTraits {
  return (refs[VENUE_REF] ?? 0) === 0 ? 0 : traitBit('located');
}

function allocate(talks: number, refs: number): TalkColumns {
  return {
    starts: sharedFloat64(talks),
    lengths: sharedUint32(talks),
    slugs: sharedUint32(talks * 4),
    numbers: sharedUint32(talks),
    updates: sharedUint32(talks),
    marks: sharedUint32(talks),
    refOffsets: sharedUint32(talks + 1),
    refs: sharedUint32(refs),
  };
}

/** A growing array of 32-bit words. */
class GrowingWords {
  #words = new Uint32Array(1024);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(word: number): void {
    this.#reserve(1);
    this.#words[this.#length] = word;
    this.#length += 1;
  }

  append(words: Uint32Array): void {
    this.#reserve(words.length);
    this.#words.set(words, this.#length);
    this.#length += words.length;
  }

  /** The words so far: a view, valid until the next push or append. */
  taken(): Uint32Array {
    return this.#words.subarray(0, this.#length);
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#words.length) return;
    const larger = new Uint32Array(Math.max(this.#words.length * 2, this.#length + more));
    larger.set(this.#words);
    this.#words = larger;
  }
}

const DIGIT_BITS = 16;
const DIGITS = 2 ** DIGIT_BITS;

/** Runs up to this long are sorted by insertion. */
const SHORT_RUN = 16;

/** Sorts indexes of talks by (start, slug): a radix sort by start, then each run of equal starts by slug. */
export function orderTalks(starts: Float64Array, slugs: Uint32Array): Uint32Array {
  const order = orderByStart(starts);
  let from = 0;
  while (from < order.length) {
    const start = starts[order[from] ?? 0];
    let to = from + 1;
    while (to < order.length && starts[order[to] ?? 0] === start) to += 1;
    if (to - from > 1) orderRun(order.subarray(from, to), slugs);
    from = to;
  }
  return order;
}

function orderByStart(starts: Float64Array): Uint32Array {
  let order = Uint32Array.from(starts, (_, index) => index);
  if (order.length < 2) return order;
  const least = starts.reduce((a, b) => Math.min(a, b));
  const span = starts.reduce((a, b) => Math.max(a, b)) - least;
  let spare = new Uint32Array(order.length);
  for (let unit = 1; unit <= span; unit *= DIGITS) {
    orderByDigit(order, spare, starts, least, unit);
    [order, spare] = [spare, order];
  }
  return order;
}

/** A stable counting sort of `order` into `sorted` by one digit of the seconds since `least`. */
function orderByDigit(
  order: Uint32Array,
  sorted: Uint32Array,
  starts: Float64Array,
  least: number,
  unit: number,
): void {
  const next = new Uint32Array(DIGITS + 1);
  for (const start of starts) {
    const digit = Math.floor((start - least) / unit) % DIGITS;
    next[digit + 1] = (next[digit + 1] ?? 0) + 1;
  }
  for (let digit = 0; digit < DIGITS; digit += 1) next[digit + 1] = (next[digit + 1] ?? 0) + (next[digit] ?? 0);
  for (const talk of order) {
    const digit = Math.floor(((starts[talk] ?? 0) - least) / unit) % DIGITS;
    const at = next[digit] ?? 0;
    sorted[at] = talk;
    next[digit] = at + 1;
  }
}

function orderRun(run: Uint32Array, slugs: Uint32Array): void {
  if (run.length > SHORT_RUN) {
    run.sort((a, b) => compareSlugs(slugs, a, slugs, b));
    return;
  }
  for (let sorted = 1; sorted < run.length; sorted += 1) {
    const talk = run[sorted] ?? 0;
    let at = sorted;
    while (at > 0 && compareSlugs(slugs, run[at - 1] ?? 0, slugs, talk) > 0) {
      run[at] = run[at - 1] ?? 0;
      at -= 1;
    }
    run[at] = talk;
  }
}
