/** An element that holds others. */
export type Container = 'ul' | 'ol' | 'li' | 'blockquote';

/** A container that is open. */
export interface OpenContainer {
  readonly name: Container;
  readonly start: number;
  isWritten: boolean;
  /** Of a list item: whether it has no text yet. The first text needs no paragraph. */
  isBare: boolean;
}

/** The lines of one paragraph, heading or piece of code. */
export interface Leaf {
  /** A paragraph, text of a list item, code, or a heading of the given source level, from 1. */
  readonly kind: 'p' | 'text' | 'pre' | number;
  isWritten: boolean;
  /** `''` for none. */
  tag: string;
}
