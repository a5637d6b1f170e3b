import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIELDS, RECORD_KINDS } from '#catalogue/record.ts';
import { CATALOGUE_SCHEMA } from '#representations/catalogue-schema.ts';

const { $defs } = CATALOGUE_SCHEMA as { $defs: Record<string, { properties: object; required: string[] }> };

for (const kind of RECORD_KINDS) {
  test(`the fields of a ${kind} have a property each in the schema of catalogue files, in order`, () => {
    const schema = $defs[kind === 'removed_talk' ? 'removedTalk' : kind];
    assert(schema !== undefined);
    const history = ['created', 'sequence', 'previous_start'];
    const names = Object.keys(schema.properties).filter((name) => !history.includes(name));
    assert.deepEqual(['type', ...FIELDS[kind].map(({ wire }) => wire)], names);
    const needed = FIELDS[kind].filter(({ empty }) => empty === undefined).map(({ wire }) => wire);
    assert.deepEqual(['type', ...needed], schema.required);
  });
}
