/** An element that contains other elements. */
export type Container = 'ul' | 'ol' | 'li' | 'blockquote';

/** An open container. */
export interface OpenContainer {
  readonly name: Container;
  readonly start: number;
  isWritten: boolean;
  /** For list items: whether there is no text yet. The first text needs no paragraph. */
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
