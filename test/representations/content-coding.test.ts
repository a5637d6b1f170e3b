import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { contentCoding } from '#representations/negotiation/negotiate.ts';
import { anyCharacter } from '../support/hostile/any-character.ts';
import { RUNS } from '../support/property-runs.ts';

describe('the coding of a response', () => {
  const cases: readonly (readonly [header: string | undefined, expected: string | null, why: string])[] = [
    [undefined, 'identity', 'no header, since clients that decode send one'],
    ['', 'identity', 'an empty header'],
    ['identity', 'identity', 'only identity named'],
    ['gzip', 'gzip', 'gzip alone'],
    ['x-gzip', 'gzip', 'the old name of gzip'],
    ['GZIP', 'gzip', 'gzip in capitals'],
    ['br', 'br', 'brotli alone'],
    ['gzip, deflate, br, zstd', 'br', 'a browser'],
    ['gzip, deflate', 'gzip', 'an older client'],
    ['br;q=0.5, gzip', 'gzip', 'the higher q value'],
    ['gzip;q=0.5, br;q=0.4', 'gzip', 'the higher q value, however low'],
    ['gzip;q=0.001', 'gzip', 'a named coding before unnamed identity'],
    ['identity, gzip;q=0.5', 'identity', 'identity preferred'],
    ['identity;q=0.5, gzip;q=0.5', 'gzip', 'the smaller response of equal codings'],
    ['deflate, zstd', 'identity', 'unsupported codings'],
    ['*', 'gzip', 'any coding: the best supported one'],
    ['br;q=0, *', 'gzip', 'anything but brotli'],
    ['gzip;q=0, br;q=0', 'identity', 'both refused'],
    ['gzip;q=0, *', 'identity', 'anything but gzip: identity is safest'],
    ['gzip, *;q=0', 'gzip', 'only gzip'],
    ['identity;q=0, gzip', 'gzip', 'must be coded'],
    ['identity;q=0, *', 'gzip', 'must be coded in any way'],
    ['identity, *;q=0', 'identity', 'only identity'],
    ['identity;q=0', null, 'identity refused and nothing else named'],
    ['*;q=0', null, 'everything refused'],
    ['deflate, identity;q=0', null, 'only an unsupported coding'],
    ['gzip;q=x, br;q=0.1', 'br', 'a malformed element is ignored'],
  ];
  for (const [header, expected, why] of cases) {
    it(`${why}: ${header ?? '(none)'} → ${expected ?? 'nothing acceptable'}`, () => {
      assert.equal(contentCoding(header), expected);
      assert.equal(contentCoding(header), expected, 'the second time');
    });
  }

  it('is defined for arbitrary headers and is never gzip if the header refuses it', () => {
    const pieces = fc.constantFrom('gzip', 'br', 'identity', '*', ';', ',', 'q=', '0', '1', '.5', ' ', '"');
    const header = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(header, fc.string({ unit: anyCharacter })), (accept) => {
        assert.ok([null, 'gzip', 'br', 'identity'].includes(contentCoding(accept)));
        assert.notEqual(contentCoding(`gzip;q=0, ${accept}`), 'gzip');
      }),
      { numRuns: RUNS.quick },
    );
  });
});
