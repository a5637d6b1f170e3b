import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkCurrent, schemaAfter, stepsAfter } from '#store/migration.ts';
import { NewerCatalogue } from '#store/store.ts';

const MIGRATIONS = ['first', 'second', 'third'];

describe('the number of a schema', () => {
  it('says which steps a catalogue lacks', () => {
    assert.equal(schemaAfter(MIGRATIONS), 102);
    assert.deepEqual(
      [100, 101, 102].map((schema) => stepsAfter(schema, MIGRATIONS, 'here')),
      [['second', 'third'], ['third'], []],
    );
  });

  it('is refused if it is of a newer version, of an older one, or of a build before the first release', () => {
    const refusal = (schema: number) => () => {
      checkCurrent(schema, MIGRATIONS, 'here');
    };
    assert.doesNotThrow(refusal(102));
    assert.throws(refusal(101), { message: /^The catalogue at here was made by an older version of Lectern\. / });
    assert.throws(refusal(103), NewerCatalogue);
    for (const schema of [0, 1, 15, 99])
      assert.throws(refusal(schema), {
        message: /^The catalogue at here was made by a build before the first release/,
      });
  });
});
