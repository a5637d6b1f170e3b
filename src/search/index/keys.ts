import { sharedUint16, sharedUint32, slotsFor } from './columns.ts';
import type { KeyColumns } from './columns.ts';
import type { NumberSet } from './number-set.ts';

export const NO_KEYS: KeyColumns = {
  offsets: sharedUint32(2),
  units: sharedUint16(0),
  slots: sharedUint32(slotsFor(0)),
};

/** The largest number that has a key. */
export function highestNumber(keys: KeyColumns): number {
  return keys.offsets.length - 2;
}

/** The number of the record with this key; 0 if there is none. */
export function numberOfKey(keys: KeyColumns, key: string): number {
  const { slots } = keys;
  const mask = slots.length - 1;
  let slot = hashText(key) & mask;
  for (;;) {
    const number = slots[slot] ?? 0;
    if (number === 0 || hasKey(keys, number, key)) return number;
    slot = (slot + 1) & mask;
  }
}

/** Whether a record has this number. */
export function hasNumber(keys: KeyColumns, number: number): boolean {
  return keyLength(keys, number) > 0;
}

/** The key of the record with this number; '' if there is none. */
export function keyText({ offsets, units }: KeyColumns, number: number): string {
  return String.fromCharCode(...units.subarray(offsets[number] ?? 0, offsets[number + 1] ?? 0));
}

/** Applies changed, added (by number) and removed keys. Returns `previous` itself if nothing changes. */
export function changeKeys(previous: KeyColumns, changed: ReadonlyMap<number, string>, removed: NumberSet): KeyColumns {
  if (changed.size === 0 && removed.isEmpty) return previous;
  const offsets = placeKeys(previous, changed, removed);
  const units = sharedUint16(offsets[offsets.length - 1] ?? 0);
  for (let number = 1; number < offsets.length - 1; number += 1) {
    const at = offsets[number] ?? 0;
    const length = (offsets[number + 1] ?? 0) - at;
    const key = changed.get(number);
    const from = previous.offsets[number] ?? 0;
    for (let index = 0; index < length; index += 1) {
      units[at + index] = key === undefined ? (previous.units[from + index] ?? 0) : key.charCodeAt(index);
    }
  }
  return { offsets, units, slots: fillSlots(offsets, units) };
}

function placeKeys(previous: KeyColumns, changed: ReadonlyMap<number, string>, removed: NumberSet): Uint32Array {
  let highest = highestNumber(previous);
  for (const number of changed.keys()) highest = Math.max(highest, number);
  const offsets = sharedUint32(highest + 2);
  let at = 0;
  for (let number = 1; number <= highest; number += 1) {
    offsets[number] = at;
    const key = changed.get(number);
    if (key !== undefined) at += key.length;
    else if (!removed.has(number)) at += keyLength(previous, number);
  }
  offsets[highest + 1] = at;
  return offsets;
}

function keyLength({ offsets }: KeyColumns, number: number): number {
  return number + 1 < offsets.length ? (offsets[number + 1] ?? 0) - (offsets[number] ?? 0) : 0;
}

function fillSlots(offsets: Uint32Array, units: Uint16Array): Uint32Array {
  let entries = 0;
  for (let number = 1; number < offsets.length - 1; number += 1) {
    if ((offsets[number + 1] ?? 0) > (offsets[number] ?? 0)) entries += 1;
  }
  const slots = sharedUint32(slotsFor(entries));
  const mask = slots.length - 1;
  for (let number = 1; number < offsets.length - 1; number += 1) {
    const from = offsets[number] ?? 0;
    const to = offsets[number + 1] ?? 0;
    if (to === from) continue;
    let slot = hashUnits(units, from, to) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = number;
  }
  return slots;
}

function hasKey({ offsets, units }: KeyColumns, number: number, key: string): boolean {
  const from = offsets[number] ?? 0;
  if ((offsets[number + 1] ?? 0) - from !== key.length) return false;
  for (let index = 0; index < key.length; index += 1) {
    if (units[from + index] !== key.charCodeAt(index)) return false;
  }
  return true;
}

function hashText(key: string): number {
  let hash = key.length;
  for (let index = 0; index < key.length; index += 1) hash = stir(hash, key.charCodeAt(index));
  return hash ^ (hash >>> 15);
}

/** The same hash as hashText. */
function hashUnits(units: Uint16Array, from: number, to: number): number {
  let hash = to - from;
  for (let index = from; index < to; index += 1) hash = stir(hash, units[index] ?? 0);
  return hash ^ (hash >>> 15);
}

function stir(hash: number, unit: number): number {
  const mixed = Math.imul(hash ^ unit, 0x9e3779b1);
  return mixed ^ (mixed >>> 13);
}
