import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { openStore } from '#store/open.js';
import type { Store } from '#store/store.js';
import { aTalk } from '../support/catalogue-records.js';
import { hostileText } from '../support/hostile-text.js';
import { importInto } from '../support/import-into.js';
import { sharedPostgres } from '../support/postgres/shared.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { slugOf } from '../support/wire-records.js';

/** Words that some notion of words, case or accents has been wrong about. */
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

/** As a catalogue may have it: without NUL, and without half of a pair. */
const text = fc
  .array(fc.oneof(fc.constantFrom(...WORDS, ...MORE), hostileText, fc.string({ unit: 'binary', maxLength: 3 })), {
    maxLength: 8,
  })
  .chain((pieces) => fc.constantFrom(' ', '', '-', '\n').map((between) => pieces.join(between)))
  .map((given) => given.replaceAll('\0', '').replace(/\p{Cs}/gu, ''));

test('both engines find the same talks by the same words, whatever these are', async (t) => {
  const database = await (await sharedPostgres(18)).database();
  t.after(() => database.drop());
  const file = join(await temporaryFolder(t), 'talks.db');
  const stores: Store[] = [];
  for (const address of [`sqlite:${file}`, database.address]) stores.push(await openStore(address, { mode: 'write' }));
  t.after(() => Promise.all(stores.map((store) => store.close())));
  const found = (words: string, limit: number) =>
    Promise.all(stores.map(async (store) => (await store.talksWithText(words, limit)).value));

  const property = fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 20 }), async (texts) => {
    const talks = texts.map(([title, description], index) => aTalk(slugOf(index + 1), { title, description }));
    for (const store of stores) assert.equal((await importInto(store, talks, { replace: true })).ok, true);
    const searches = texts.flat().flatMap((each) => [each, ...each.split(/\s+/).slice(0, 3)]);
    for (const words of [...searches, ...WORDS, ...MORE]) {
      for (const limit of [1, 100]) {
        const [inFile, inServer] = await found(words, limit);
        assert.deepEqual(inServer, inFile, JSON.stringify(words));
      }
    }
  });
  await fc.assert(property, { numRuns: 15 });
});

test('a page of the talks that hold common words is their first ones', async (t) => {
  const database = await (await sharedPostgres(18)).database();
  t.after(() => database.drop());
  const store = await openStore(database.address, { mode: 'write' });
  t.after(() => store.close());
  const talks = Array.from({ length: 1000 }, (_, index) => aTalk(slugOf(index + 1), { title: `moss ${index % 2}` }));
  await importInto(store, talks);
  const { value } = await store.talksWithText('moss 1', 300);
  assert.deepEqual(
    value,
    Array.from({ length: 300 }, (_, index) => 2 * index + 2),
  );
});
