import { asSent, Html, written, type Value } from './frame/html.ts';

/** The place of a list of talks that are kept as bytes. */
export const TALKS = Symbol('talks');

export type Piece = string | Buffer | typeof TALKS;

/** A page, or a part of one, in the order in which it is sent: markup as text and as ready bytes, and places of talks. */
export class Pieces {
  readonly parts: readonly Piece[];

  constructor(parts: readonly Piece[]) {
    this.parts = parts;
  }
}

/** As `html`, with pieces among its values. */
export function pieces(template: TemplateStringsArray, ...values: readonly (Value | Inner)[]): Pieces {
  const markup = asSent(template);
  const parts: Piece[] = [];
  let text = markup[0] ?? '';
  for (const [at, value] of values.entries()) {
    if (isInner(value)) {
      parts.push(text, ...partsOf(value));
      text = '';
    } else text += written(value);
    text += markup[at + 1] ?? '';
  }
  parts.push(text);
  return new Pieces(parts);
}

/** Pieces without talks, in one. */
export function whole({ parts }: Pieces): Html {
  return new Html(parts.map((part) => (part === TALKS ? '' : part.toString())).join(''));
}

type Inner = Pieces | readonly Pieces[];

function isInner(value: Value | Inner): value is Inner {
  return value instanceof Pieces || (Array.isArray(value) && value[0] instanceof Pieces);
}

function partsOf(inner: Inner): readonly Piece[] {
  return inner instanceof Pieces ? inner.parts : inner.flatMap(({ parts }) => parts);
}
