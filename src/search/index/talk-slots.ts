import { sharedUint32, slotsFor } from './columns.ts';
import { compareSlugs, hashSlug, writeSlugText } from './slug-words.ts';

/** Builds an open-addressing table from slug to position + 1. */
export function fillTalkSlots(slugs: Uint32Array): Uint32Array {
  const talks = slugs.length / 4;
  const slots = sharedUint32(slotsFor(talks));
  const mask = slots.length - 1;
  for (let position = 0; position < talks; position += 1) {
    let slot = hashSlug(slugs, position) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    slots[slot] = position + 1;
  }
  return slots;
}

/** By number of a talk: position + 1, or 0. */
export function fillTalkPositions(numbers: Uint32Array): Uint32Array {
  const highest = numbers.reduce((most, number) => Math.max(most, number), 0);
  const positions = sharedUint32(highest + 1);
  for (let position = 0; position < numbers.length; position += 1) positions[numbers[position] ?? 0] = position + 1;
  return positions;
}

const sought = new Uint32Array(4);

/** The position of the talk with this slug; -1 if there is none. */
export function positionOf(slug: string, slots: Uint32Array, slugs: Uint32Array): number {
  writeSlugText(slug, sought);
  const mask = slots.length - 1;
  let slot = hashSlug(sought, 0) & mask;
  for (;;) {
    const position = (slots[slot] ?? 0) - 1;
    if (position === -1 || compareSlugs(slugs, position, sought, 0) === 0) return position;
    slot = (slot + 1) & mask;
  }
}
