import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Identity } from '#harvest/provenance/identity.ts';
import { calendar, importOptics, inputOf, on, storeOf } from '../support/import-calendars.ts';

describe('the note of what a source has brought', () => {
  it('keeps what somebody has made of the collection of its talks', async (t) => {
    const store = await storeOf(t);
    await importOptics(store, calendar(on('moss', '20261201')));
    const slug = new Identity('optics').brought(0);
    const { value } = await store.collection(slug);
    assert.deepEqual([value?.title, value?.public, value?.talks.length], ['Talks from optics', false, 1]);
    const line = JSON.stringify({ type: 'collection', slug, title: 'Optics', public: true, talks: value?.talks });
    await importOptics(store, '', { inputs: [inputOf(line, 'edited.ndjson')] });
    await importOptics(store, calendar(on('moss', '20261201'), on('fern', '20261202')));
    const after = (await store.collection(slug)).value;
    assert.deepEqual([after?.title, after?.public, after?.talks.length], ['Optics', true, 2]);
  });
});
