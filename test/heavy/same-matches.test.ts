import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { openStore } from '#store/open.ts';
import type { Store } from '#store/store.ts';
import { anyCharacter } from '../support/hostile/any-character.ts';
import { aPerson, aTalk } from '../support/catalogue/catalogue-records.ts';
import { matchesOf } from '../support/find-text.ts';
import { hostileText } from '../support/hostile/hostile-text.ts';
import { importInto } from '../support/db/import-into.ts';
import { withPatience } from '../support/postgres/reached-server.ts';
import { NO_POSTGRES, sharedPostgres } from '../support/postgres/shared.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';

/** Words that are difficult for rules about word boundaries, case or accents. */
const WORDS = [
  'moss',
  'MOSS',
  'Crème',
  'cre\u0300me',
  "don't",
  'don t',
  'ΟΔΟΣ',
  'οδός',
  'Straße',
  'STRASSE',
  'İı',
  'ſ',
];
const MORE = [
  'हिन्दी',
  'भाषा',
  '한국어',
  '日本',
  'ﬁne',
  'ǅ',
  '\u19b0',
  '\u0301',
  '\u{1E900}',
  '\ue000',
  'µ',
  'K',
  '½',
  '²',
  '_a',
  '…',
];

/** As in a catalogue: without NUL and lone surrogates. */
const text = fc
  .array(fc.oneof(fc.constantFrom(...WORDS, ...MORE), hostileText, fc.string({ unit: anyCharacter, maxLength: 3 })), {
    maxLength: 8,
  })
  .chain((pieces) => fc.constantFrom(' ', '', '-', '\n').map((between) => pieces.join(between)))
  .map((given) => given.replaceAll('\0', '').replace(/\p{Cs}/gu, ''));

test('both engines find the same talks and names for any search text', { skip: NO_POSTGRES }, async (t) => {
  const database = await (await sharedPostgres(18)).database();
  t.after(() => database.drop());
  const file = join(await temporaryFolder(t), 'talks.db');
  const stores: Store[] = [];
  for (const address of [`sqlite:${file}`, withPatience(database.address)])
    stores.push(await openStore(address, { mode: 'write' }));
  t.after(() => Promise.all(stores.map((store) => store.close())));
  const found = (typed: string) => Promise.all(stores.map((store) => matchesOf(store, typed)));

  const property = fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 20 }), async (texts) => {
    const talks = texts.map(([title, description], index) => aTalk(slugOf(index + 1), { title, description }));
    const people = texts.map(([name], index) => aPerson(slugOf(index + 1), { name: name || 'x' }));
    for (const store of stores) {
      assert.equal((await importInto(store, [...talks, ...people], { replace: true })).ok, true);
    }
    const searches = texts
      .flat()
      .flatMap((each) => [each, `"${each}"`, `"${each}*"`, ...each.split(/\s+/).slice(0, 3)]);
    const pieces = [...WORDS, ...MORE].flatMap((word) => [word, `"${word}"`, word.slice(0, 3)]);
    for (const typed of [...searches, ...pieces]) {
      const [inFile, inServer] = await found(typed);
      assert.deepEqual(inServer, inFile, JSON.stringify(typed));
    }
  });
  await fc.assert(property, { numRuns: 5 });
});
