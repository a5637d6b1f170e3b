import type { Envelope } from '../representation.ts';

/** The bytes of a document around and between its talks; what is around them is the document that has none. */
export function textFrame(before: string, between: string, after: string): Envelope {
  return {
    before: Buffer.from(before),
    between: Buffer.from(between),
    after: Buffer.from(after),
    get empty() {
      return Buffer.from(before + after);
    },
  };
}
