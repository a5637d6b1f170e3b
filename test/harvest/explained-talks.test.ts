import assert from 'node:assert/strict';
import { it } from 'node:test';
import { importCatalogue } from '#harvest/import-catalogue.ts';
import type { Explained } from '#harvest/reading/source-reading.ts';
import { streamInput } from '#sources/file-input.ts';
import { talksIn } from '../support/sources/import-calendars.ts';
import { list, oxtalk } from '../support/sources/oxtalks-api.ts';
import type { Json } from '../support/sources/oxtalks-api.ts';
import { READ_OPTIONS } from '../support/sources/read-source.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';
import { storeOf } from '../support/db/open-stores.ts';

async function* textOf(document: Json): AsyncGenerator<string> {
  yield JSON.stringify(document);
}

it('--explain shows a talk as the catalogue will hold it, with the fields that the source omits', async (t) => {
  const store = await storeOf(t);
  const explain = async (more: Json, dryRun = false): Promise<Explained | undefined> => {
    const report = await importCatalogue(store, {
      inputs: [streamInput('talks.json', textOf(list([oxtalk(1, more), oxtalk(2)])))],
      replace: false,
      dryRun,
      now: new Date('2026-05-01T00:00:00Z'),
      sources: {
        source: 'ox',
        read: READ_OPTIONS,
        additions: { department: null, topics: [] },
        gone: 'keep',
        explain: slugOf(1),
      },
    });
    assert.ok(report.ok, JSON.stringify(report));
    return report.explained[0];
  };
  const topic = (end: string): Json => ({ _links: { self: { href: end } }, uri: end, label: end });
  await explain({
    description: 'On moss',
    cost: 'Free',
    _embedded: { topics: [topic('https://topics.example/moss')], speakers: [{ slug: slugOf(5), name: 'Ann' }] },
  });
  const said = { title_display: 'On ferns', cost: '', _embedded: undefined };
  const tried = await explain(said, true);
  await explain(said);
  const [talk] = (await talksIn(store)).filter(({ slug }) => slug === slugOf(1));
  assert.ok(talk !== undefined && tried?.record !== undefined);
  // The store sets these when it saves the talk.
  const made = { updated: null, history: null };
  assert.deepEqual({ ...tried.record, ...made }, { ...talk, ...made });
  assert.deepEqual([talk.title, talk.description, talk.cost, talk.topics.length], ['On ferns', 'On moss', '', 1]);
});
