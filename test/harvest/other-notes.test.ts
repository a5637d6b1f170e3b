import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Collection } from '#catalogue/collection.ts';
import { Identity } from '#harvest/provenance/identity.ts';
import { OtherNotes } from '#harvest/provenance/other-notes.ts';
import { slugOf } from '../support/wire-records.ts';

const OPTICS = new Identity('optics');
const [MOSS, FERN] = [slugOf(1), slugOf(2)];

/** What becomes of the notes of optics, as `title: talks`, when it inherits the talk that it has too. */
async function inherited(title: string): Promise<string[]> {
  const note: Collection = {
    type: 'collection',
    slug: OPTICS.also(0),
    title,
    description: '',
    public: false,
    talks: [MOSS, FERN],
    series: [],
    organisingDepartments: [],
  };
  const notes = new OtherNotes({
    collection: (slug) => Promise.resolve({ version: 1, value: slug === note.slug ? note : undefined }),
  });
  await notes.move(OPTICS.notes, [MOSS], 'brought');
  return [...notes.records('given')].flatMap(({ record }) =>
    record.type === 'collection' ? [`${record.slug} ${record.title}: ${record.talks.join(' ')}`] : [],
  );
}

test('a note that has to be made anew is called after its source, as its other note tells', async () => {
  const [brought, also] = [OPTICS.brought(0), OPTICS.also(0)];
  assert.deepEqual((await inherited('Talks that optics has too')).sort(), [
    `${brought} Talks from optics: ${MOSS}`,
    `${also} Talks that optics has too: ${FERN}`,
  ]);
  const renamed = await inherited('Talks that botany has too');
  assert.ok(renamed.includes(`${brought} Talks from a source: ${MOSS}`), 'somebody has given it another title');
});
