import { MENTIONED_TYPES } from '../entity-type.ts';
import type { MentionedType } from '../entity-type.ts';

/** The row of the index of names that has the name of the record of this type with this number. */
export function nameRow(type: MentionedType, number: number): number {
  return number * MENTIONED_TYPES.length + MENTIONED_TYPES.indexOf(type);
}

/** The same in SQL, of a table's rows. */
export function nameRowSql(type: MentionedType): string {
  return `number * ${MENTIONED_TYPES.length} + ${MENTIONED_TYPES.indexOf(type)}`;
}

/** Numbers by type of what has these rows, which ascend. */
export function namedBy(rows: Float64Array): Readonly<Record<MentionedType, Uint32Array>> {
  const of = (type: MentionedType): Uint32Array => {
    const code = MENTIONED_TYPES.indexOf(type);
    const own = rows.filter((row) => row % MENTIONED_TYPES.length === code);
    return Uint32Array.from(own, (row) => Math.floor(row / MENTIONED_TYPES.length));
  };
  return { place: of('place'), person: of('person'), topic: of('topic'), series: of('series') };
}
