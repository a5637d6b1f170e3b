import { sharedUint32, sharedUint8 } from './columns.ts';
import type { TextColumns } from './columns.ts';
import { NumberSet } from './number-set.ts';

export const NO_TEXTS: TextColumns = { offsets: sharedUint32(2), bytes: sharedUint8(0) };

/** Applies changed, added (by number) and removed texts. Returns `previous` itself if nothing changes. */
export function changeTexts(
  previous: TextColumns,
  changed: ReadonlyMap<number, string>,
  removed: NumberSet,
): TextColumns {
  if (changed.size === 0 && removed.isEmpty) return previous;
  const runs = runsOf(previous, changed, removed);
  const end = runs.at(-1)?.end ?? 1;
  const offsets = sharedUint32(end + 1);
  let at = 0;
  for (const { begin, end: number } of runs) {
    const shift = at - offsetOf(previous, begin);
    for (let kept = begin; kept <= number; kept += 1) offsets[kept] = offsetOf(previous, kept) + shift;
    at = (offsets[number] ?? 0) + Buffer.byteLength(changed.get(number) ?? '');
  }
  const bytes = sharedUint8(at);
  const writable = Buffer.from(bytes.buffer);
  for (const { begin, end: number } of runs) {
    bytes.set(previous.bytes.subarray(offsetOf(previous, begin), offsetOf(previous, number)), offsets[begin]);
    writable.write(changed.get(number) ?? '', offsets[number] ?? 0);
  }
  return { offsets, bytes };
}

/** Numbers from `begin` to before `end`, whose texts stay the same. The text of `end` changes, or is removed. */
interface Run {
  readonly begin: number;
  readonly end: number;
}

/** The last run ends after the largest number. */
function runsOf(previous: TextColumns, changed: ReadonlyMap<number, string>, removed: NumberSet): Run[] {
  const touched = new NumberSet();
  let end = previous.offsets.length - 1;
  for (const number of changed.keys()) {
    touched.add(number);
    end = Math.max(end, number + 1);
  }
  for (const number of removed.toNumbers()) touched.add(number);
  const runs: Run[] = [];
  let begin = 1;
  for (const number of touched.toNumbers()) {
    if (number >= end) break;
    runs.push({ begin, end: number });
    begin = number + 1;
  }
  runs.push({ begin, end });
  return runs;
}

/** Where the text of a number begins, or would begin. */
function offsetOf({ offsets }: TextColumns, number: number): number {
  return offsets[Math.min(number, offsets.length - 1)] ?? 0;
}

/** Reads texts by number. */
export class Texts {
  readonly #offsets: Uint32Array;
  readonly #bytes: Buffer;

  constructor({ offsets, bytes }: TextColumns) {
    this.#offsets = offsets;
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** '' if a number has no text. */
  of(number: number): string {
    return this.#bytes.toString('utf8', this.#offsets[number] ?? 0, this.#offsets[number + 1] ?? 0);
  }
}
