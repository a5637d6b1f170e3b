import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkCatalogue } from '#harvest/reading/check-catalogue.ts';
import { importCatalogue } from '#harvest/import-catalogue.ts';
import { sourceFormatNamed } from '#sources/source-formats.ts';
import { inputOf } from '../support/sources/import-calendars.ts';
import { READ_OPTIONS } from '../support/sources/read-source.ts';
import { collection, organisation, person, series, slugOf, talk, topic } from '../support/catalogue/wire-records.ts';
import type { WireRecord } from '../support/catalogue/wire-records.ts';
import { storeOf } from '../support/db/open-stores.ts';

const AT = '2027-01-18T17:00:00Z';
const WHOLE: readonly WireRecord[] = [
  organisation('place:1'),
  person(slugOf(1)),
  topic('http://topics.example.org/moss'),
  series(slugOf(2)),
  talk(slugOf(3), AT, { end: AT }),
  collection(slugOf(4)),
  { type: 'removed_talk', slug: slugOf(5), removed: AT },
];

const SOURCES = {
  format: undefined,
  read: READ_OPTIONS,
  additions: { department: null, topics: [] },
  gone: 'keep',
} as const;

describe('check and import', () => {
  for (const nothing of [undefined, null, '', [], {}]) {
    it(`agree on the fields of a record that may be ${JSON.stringify(nothing)}`, async (t) => {
      const store = await storeOf(t);
      const incomplete: string[] = [];
      for (const whole of WHOLE) {
        for (const field of Object.keys(whole).filter((name) => name !== 'type')) {
          const text = `${JSON.stringify({ ...whole, [field]: nothing })}\n`;
          const checked = await checkCatalogue([inputOf(text, 'a.ndjson')], { sources: SOURCES });
          const request = { inputs: [inputOf(text, 'a.ndjson')], replace: true, now: new Date(0), sources: SOURCES };
          const imported = await importCatalogue(store, request);
          assert.deepEqual(checked.problems, imported.ok ? [] : imported.problems, text);
          if (!imported.ok) incomplete.push(`${whole.type} ${field}`);
        }
      }
      if (nothing !== undefined && nothing !== null) return;
      assert.deepEqual(incomplete.sort(), [
        'collection slug',
        'collection title',
        'person name',
        'person slug',
        'place id',
        'place kind',
        'place name',
        'removed_talk removed',
        'removed_talk slug',
        'series slug',
        'series title',
        'talk end',
        'talk slug',
        'talk start',
        'topic label',
        'topic uri',
      ]);
    });
  }

  it('both accept a CSV row without a title', async (t) => {
    const text = `id,title,start\n1,,${AT}\n`;
    const options = { sources: { ...SOURCES, format: sourceFormatNamed('csv') } };
    const checked = await checkCatalogue([inputOf(text, 'a.csv')], options);
    const request = { inputs: [inputOf(text, 'a.csv')], replace: false, now: new Date(0), ...options };
    const imported = await importCatalogue(await storeOf(t), request);
    assert.deepEqual([checked.problems, imported.ok], [[], true]);
  });
});
