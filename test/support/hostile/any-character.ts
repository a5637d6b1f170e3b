import fc from 'fast-check';

const CODE_POINTS = 0x11_0000;
/** Code points that stand for no character. */
const SURROGATES = { first: 0xd800, count: 0x800 };

/**
 * Any character of Unicode, a unit of `fc.string`. Its own unit `binary` has the same characters, but makes a table of
 * them all: in every process that takes a second and 200 MB.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat({ max: CODE_POINTS - SURROGATES.count - 1 }).map(
  (number) => String.fromCodePoint(number < SURROGATES.first ? number : number + SURROGATES.count),
  (character) => {
    const point = typeof character === 'string' ? character.codePointAt(0) : undefined;
    if (point === undefined || String.fromCodePoint(point) !== character) throw new Error('This is not one character.');
    return point < SURROGATES.first ? point : point - SURROGATES.count;
  },
);
