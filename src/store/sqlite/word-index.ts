import { MENTIONED_TYPES } from '../entity-type.ts';
import type { MentionedType } from '../entity-type.ts';

/** Row of a record's name in the index of names. */
export function nameRow(type: MentionedType, number: number): number {
  return number * MENTIONED_TYPES.length + MENTIONED_TYPES.indexOf(type);
}

/** The same in SQL, for the rows of the type's table. */
export function nameRowSql(type: MentionedType): string {
  return `number * ${MENTIONED_TYPES.length} + ${MENTIONED_TYPES.indexOf(type)}`;
}

/** Numbers of the records with these rows, by type. `rows`: ascending. */
export function namedBy(rows: Float64Array): Readonly<Record<MentionedType, Uint32Array>> {
  const of = (type: MentionedType): Uint32Array => {
    const code = MENTIONED_TYPES.indexOf(type);
    const own = rows.filter((row) => row % MENTIONED_TYPES.length === code);
    return Uint32Array.from(own, (row) => Math.floor(row / MENTIONED_TYPES.length));
  };
  return { place: of('place'), person: of('person'), topic: of('topic'), series: of('series') };
}
