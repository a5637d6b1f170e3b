import fc from 'fast-check';
import { hostileText } from './hostile-text.ts';
import { PIECES, SHORT_PIECES } from './prose-pieces.ts';

const pieces = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...PIECES) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
      { weight: 2, arbitrary: fc.constantFrom('\n', '\n\n', ' ', ' text ') },
    ),
    { maxLength: 24 },
  )
  .map((all) => all.join(''));

/** Any text whatever, and often something that one of the formats could take for its own. */
export const proseText: fc.Arbitrary<string> = fc.oneof({ weight: 4, arbitrary: pieces }, hostileText);

/** One thing again and again: what makes a careless parser slow. */
export const REPEATED: readonly string[] = [...PIECES, ...SHORT_PIECES];
