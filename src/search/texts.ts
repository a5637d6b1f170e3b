import { sharedUint32, sharedUint8 } from './columns.js';
import type { TextColumns } from './columns.js';
import type { NumberSet } from './number-set.js';

export const NO_TEXTS: TextColumns = { offsets: sharedUint32(2), bytes: sharedUint8(0) };

/** The texts with some changed or added (by number) and others taken away; the same when there is nothing to do. */
export function changeTexts(
  previous: TextColumns,
  changed: ReadonlyMap<number, string>,
  removed: NumberSet,
): TextColumns {
  if (changed.size === 0 && removed.isEmpty) return previous;
  const offsets = placeTexts(previous, changed, removed);
  const bytes = sharedUint8(offsets.at(-1) ?? 0);
  const writable = Buffer.from(bytes.buffer);
  let run = 1;
  /** Those that stay as they are go together. */
  function copyUntil(end: number): void {
    const last = Math.min(end, previous.offsets.length - 1);
    if (last <= run) return;
    bytes.set(previous.bytes.subarray(previous.offsets[run], previous.offsets[last]), offsets[run]);
  }
  for (let number = 1; number < offsets.length - 1; number += 1) {
    const text = changed.get(number);
    if (text === undefined && !removed.has(number)) continue;
    copyUntil(number);
    if (text !== undefined) writable.write(text, offsets[number]);
    run = number + 1;
  }
  copyUntil(offsets.length - 1);
  return { offsets, bytes };
}

function placeTexts(previous: TextColumns, changed: ReadonlyMap<number, string>, removed: NumberSet): Uint32Array {
  let end = previous.offsets.length - 1;
  for (const number of changed.keys()) end = Math.max(end, number + 1);
  const offsets = sharedUint32(end + 1);
  let at = 0;
  for (let number = 1; number < end; number += 1) {
    offsets[number] = at;
    const text = changed.get(number);
    if (text !== undefined) at += Buffer.byteLength(text);
    else if (!removed.has(number)) at += lengthOf(previous, number);
  }
  offsets[end] = at;
  return offsets;
}

function lengthOf({ offsets }: TextColumns, number: number): number {
  return number + 1 < offsets.length ? (offsets[number + 1] ?? 0) - (offsets[number] ?? 0) : 0;
}

/** Reads texts by number. */
export class Texts {
  readonly #offsets: Uint32Array;
  readonly #bytes: Buffer;

  constructor({ offsets, bytes }: TextColumns) {
    this.#offsets = offsets;
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** '' where there is none. */
  of(number: number): string {
    return this.#bytes.toString('utf8', this.#offsets[number] ?? 0, this.#offsets[number + 1] ?? 0);
  }
}
