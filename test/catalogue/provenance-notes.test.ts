import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Collection } from '#catalogue/collection.ts';
import { ProvenanceNotes, isProvenanceNote, noteSource } from '#catalogue/provenance-notes.ts';
import { noteSlug, oldNote } from '../support/db/old-notes.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';

const [MOSS, FERN, REED, LIST] = [1, 2, 3, 9].map(slugOf) as [string, string, string, string];

/** `source of slug relation`, and `cancelled`. */
function rows(notes: readonly Collection[], names: readonly string[] = []): string[] {
  const gathered = new ProvenanceNotes();
  for (const note of notes) gathered.add(note);
  return [...gathered.rows(names)].map(({ source, of, slug, relation, cancelled, key }) => {
    assert.equal(key, '', 'a note has no key');
    return [source, of, slug, relation, ...(cancelled ? ['cancelled'] : [])].join(' ');
  });
}

describe('private collections that keep provenance', () => {
  it('list the collections of a source and the talks that it owns, shares or has cancelled', () => {
    const notes = [
      oldNote('optics', 'brought', { talks: [MOSS] }),
      oldNote('optics', 'brought', { talks: [REED], part: 1 }),
      oldNote('optics', 'also', { talks: [FERN] }),
      oldNote('optics', 'lists', { description: `${LIST} A title\nnonsense` }),
      oldNote('optics', 'cancelled', { talks: [REED] }),
      oldNote('maths', 'brought', { talks: [FERN] }),
    ];
    assert.deepEqual(rows(notes), [
      `optics talk ${MOSS} owns`,
      `optics talk ${REED} owns cancelled`,
      `optics talk ${FERN} shares`,
      `optics collection ${LIST} owns`,
      `maths talk ${FERN} owns`,
    ]);
  });

  it('give the name of the source if one title is unchanged, even with unusual names', () => {
    for (const name of ['optics', 'a (2)', 'Talks from x has too', 'two\nlines', 'café/cal.ics']) {
      const renamed = oldNote(name, 'brought', { talks: [MOSS], title: 'Mine' });
      for (const kind of ['brought', 'also', 'lists', 'cancelled'] as const) {
        assert.deepEqual(rows([renamed, oldNote(name, kind, { part: 7 })]), [`${name} talk ${MOSS} owns`]);
      }
    }
  });

  it('belong to a known source or one named after their slug prefix if no title is unchanged', () => {
    const note = oldNote('optics', 'brought', { talks: [MOSS], title: 'Talks from maths' });
    assert.deepEqual(rows([note], ['maths', 'optics']), [`optics talk ${MOSS} owns`]);
    assert.deepEqual(rows([note], ['maths']), [`${noteSource('optics')} talk ${MOSS} owns`]);
  });

  it('belong to a source named after their slug prefix if its own name is too long', () => {
    const rowOf = (name: string): string[] => rows([oldNote(name, 'brought', { talks: [MOSS] })]);
    const [longest, longer] = ['é'.repeat(500), 'é'.repeat(501)] as const;
    assert.deepEqual(rowOf(longest), [`${longest} talk ${MOSS} owns`]);
    assert.deepEqual(rowOf(longer), [`${noteSource(longer)} talk ${MOSS} owns`]);
  });

  it('are recognised by their slugs alone', () => {
    assert.equal(noteSlug('optics', 'brought', 1), '43c43f8e-e6f0-8148-9f20-1ec7e42a0001');
    assert.ok(isProvenanceNote(oldNote('optics', 'lists')));
    assert.ok(!isProvenanceNote({ slug: MOSS }));
    assert.deepEqual(rows([oldNote('optics', 'brought', { slug: LIST, talks: [MOSS] })]), []);
  });
});
