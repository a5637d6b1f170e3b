import type { PositionList, Range } from '../index/position-list.ts';
import { noAttributes } from '../query/question.ts';
import type { AttributeFilters, Question } from '../query/question.ts';
import { ATTRIBUTE_VALUES, type AttributeCounts, type AttributeName } from './attribute-counts.ts';

/** Finds the talks that match a question; undefined: all in the range. */
export type Find = (question: Question) => PositionList | undefined;

/** A value of an attribute that some talks have. */
export interface AttributeFacet {
  readonly name: AttributeName;
  readonly value: string;
  /** The number of talks that the question would find with only this value for its parameter. */
  readonly count: number;
  /** Whether the question has this value. */
  readonly isAsked: boolean;
}

interface Asking {
  readonly range: Range;
  readonly find: Find;
  /** IANA name of the time zone of evenings. */
  readonly timeZone: string;
}

/** The values that some but not all of the talks have, and the values of the question. */
export function attributeFacets(
  counter: AttributeCounts,
  question: Question,
  { range, find, timeZone }: Asking,
): AttributeFacet[] {
  const { attributes } = question;
  const counted = new Map<AttributeName | 'none', { readonly counts: Uint32Array; readonly talks: number }>();

  /** The counts for the question without this parameter. */
  function countsWithout(name: AttributeName | 'none') {
    const known = counted.get(name);
    if (known !== undefined) return known;
    const isDropped = name !== 'none' && attributes !== undefined;
    const others = isDropped ? { ...attributes, [name]: noAttributes(timeZone)[name] } : attributes;
    const found = find({ ...question, attributes: others });
    const counts =
      found === undefined ? counter.ofRange(range, timeZone) : counter.ofTalks(found.slice(0, found.size), timeZone);
    const fresh = { counts, talks: found?.size ?? range.to - range.from };
    counted.set(name, fresh);
    return fresh;
  }

  return ATTRIBUTE_VALUES.flatMap(({ name, value }, at): AttributeFacet[] => {
    const asked = askedOf(attributes, name);
    // `true` next to `false` would contradict it.
    if (asked.includes('false')) return [];
    const { counts, talks } = countsWithout(asked.length > 0 ? name : 'none');
    const count = counts[at] ?? 0;
    const isAsked = asked.includes(value);
    return isAsked || (count > 0 && count < talks) ? [{ name, value, count, isAsked }] : [];
  });
}

function askedOf(attributes: AttributeFilters | undefined, name: AttributeName): readonly string[] {
  const asked = attributes?.[name];
  if (asked === undefined) return [];
  return typeof asked === 'boolean' ? [String(asked)] : asked;
}
