import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entityFromJson, recordJson, talkFieldsFrom } from '#store/record-json.ts';
import { aPerson, aSeries, aTalk } from '../support/catalogue/catalogue-records.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';

/** The JSON in stores of all versions. Checksums and the detection of changes depend on its exact text. */
const KEPT =
  '{"title":"Moss","start":"2015-10-06T10:00:00Z","end":"2015-10-06T11:00:00Z","onlineUrl":"https://live.example.org/"}';
const MOSS = aTalk(slugOf(1), { title: 'Moss', onlineUrl: 'https://live.example.org/' });

test('a talk without materials is stored and read in the format from before materials existed', () => {
  assert.equal(recordJson(MOSS), KEPT);
  assert.deepEqual(talkFieldsFrom(Buffer.from(KEPT)).materials, []);
});

test('materials are stored in order', () => {
  const materials = [
    { type: 'slides', url: 'https://files.example.org/2', title: '' },
    { type: 'recording', url: 'https://files.example.org/1', title: 'Ünïcode' },
  ] as const;
  const kept = recordJson({ ...MOSS, materials });
  assert.equal(
    kept,
    `${KEPT.slice(0, -1)},"materials":[{"type":"slides","url":"https://files.example.org/2","title":""},{"type":"recording","url":"https://files.example.org/1","title":"Ünïcode"}]}`,
  );
  assert.deepEqual(talkFieldsFrom(Buffer.from(kept)).materials, materials);
});

test('images of talks, series and people are stored, and omitted if a record has none', () => {
  const image = { url: 'people/doe.jpg', alt: 'Jane Doe' };
  const [talk, person, series] = [MOSS, aPerson(slugOf(1)), aSeries(slugOf(1))];
  assert.deepEqual(talkFieldsFrom(Buffer.from(recordJson({ ...talk, image }))).image, image);
  for (const record of [
    { ...person, image },
    { ...series, image },
  ]) {
    const stored = Buffer.from(recordJson(record));
    assert.deepEqual(entityFromJson(record.type, record.slug, stored), record);
  }
  for (const record of [talk, person, series]) assert.doesNotMatch(recordJson(record), /image/);
});
