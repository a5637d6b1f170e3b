import fc from 'fast-check';
import { anyCharacter } from './any-character.ts';
import { hostileText } from './hostile-text.ts';
import { PIECES, SHORT_PIECES } from './prose-pieces.ts';

const pieces = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...PIECES) },
      { weight: 1, arbitrary: fc.string({ unit: anyCharacter }) },
      { weight: 2, arbitrary: fc.constantFrom('\n', '\n\n', ' ', ' text ') },
    ),
    { maxLength: 24 },
  )
  .map((all) => all.join(''));

/** Any text, often with Markdown, Textile, HTML or TeX. */
export const proseText: fc.Arbitrary<string> = fc.oneof({ weight: 4, arbitrary: pieces }, hostileText);

/** Pieces that can make a parser slow if repeated. */
export const REPEATED: readonly string[] = [...PIECES, ...SHORT_PIECES];
