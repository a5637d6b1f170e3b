import fc from 'fast-check';

const CODE_POINTS = 0x11_0000;
/** Code points that are not characters. */
const SURROGATES = { first: 0xd800, count: 0x800 };

/**
 * Any Unicode character, as a unit for `fc.string`. The built-in unit `binary` has the same characters but builds a
 * table of them all, which takes a second and 200 MB in every process.
 */
export const anyCharacter: fc.Arbitrary<string> = fc.nat({ max: CODE_POINTS - SURROGATES.count - 1 }).map(
  (number) => String.fromCodePoint(number < SURROGATES.first ? number : number + SURROGATES.count),
  (character) => {
    const point = typeof character === 'string' ? character.codePointAt(0) : undefined;
    if (point === undefined || String.fromCodePoint(point) !== character) throw new Error('Not a single character.');
    return point < SURROGATES.first ? point : point - SURROGATES.count;
  },
);
