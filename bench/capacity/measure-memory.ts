import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readSnapshot } from '#search/replica/snapshot-file.ts';
import { sectionsOf } from '#search/replica/snapshot-sections.ts';

/** Bytes of the parts of an index, as the import saved it in this folder; of a catalogue too small to be saved, none. */
export function indexMemory(folder: string): Record<string, number> {
  const file = readdirSync(folder).find((name) => name.endsWith('.index'));
  const index = file === undefined ? undefined : readSnapshot(join(folder, file));
  if (index === undefined) return {};
  const { columns } = index;
  const { talks, people, series, places, topics, collections, names, orders } = columns;
  const keys = [people, series, places, topics, collections];
  const parts = {
    'talks in order': bytes([talks.starts, talks.slugs, talks.numbers]),
    'what talks refer to': bytes([talks.refs, talks.refOffsets]),
    'talks by slug': bytes([columns.talkSlots]),
    'names, and their order': bytes([
      ...[names.people, names.series, names.places, names.topics, names.collections].flatMap(
        ({ offsets, bytes: text }) => [offsets, text],
      ),
      ...[orders.people, orders.series, orders.topics, orders.departments, orders.venues, orders.collections],
    ]),
    'keys of what they refer to': bytes(keys.flatMap(({ offsets, units, slots }) => [offsets, units, slots])),
  };
  const rest = bytes(sectionsOf(columns)) - Object.values(parts).reduce((sum, part) => sum + part, 0);
  return { ...parts, 'talks of each value': rest };
}

function bytes(columns: readonly { readonly byteLength: number }[]): number {
  return columns.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
