import { fixedPartsOf, Html, written, type Value } from './frame/html.ts';

/** The place of a list of talks that are kept as bytes. */
export const TALKS = Symbol('talks');

export type Fragment = string | Buffer | typeof TALKS;

/** A page, or a part of one, in the order in which it is sent: markup as text and as ready bytes, and places of talks. */
export class Fragments {
  readonly parts: readonly Fragment[];

  constructor(parts: readonly Fragment[]) {
    this.parts = parts;
  }
}

/** As `html`, with pieces among its values. */
export function fragments(template: TemplateStringsArray, ...values: readonly (Value | Inner)[]): Fragments {
  const markup = fixedPartsOf(template);
  const parts: Fragment[] = [];
  let text = markup[0] ?? '';
  for (const [at, value] of values.entries()) {
    if (isInner(value)) {
      parts.push(text, ...partsOf(value));
      text = '';
    } else text += written(value);
    text += markup[at + 1] ?? '';
  }
  parts.push(text);
  return new Fragments(parts);
}

/** Pieces without talks, in one. */
export function whole({ parts }: Fragments): Html {
  return new Html(parts.map((part) => (part === TALKS ? '' : part.toString())).join(''));
}

type Inner = Fragments | readonly Fragments[];

function isInner(value: Value | Inner): value is Inner {
  return value instanceof Fragments || (Array.isArray(value) && value[0] instanceof Fragments);
}

function partsOf(inner: Inner): readonly Fragment[] {
  return inner instanceof Fragments ? inner.parts : inner.flatMap(({ parts }) => parts);
}
