import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { calendar, event, importOptics, talksIn } from '../support/sources/import-calendars.ts';
import { READ_OPTIONS } from '../support/sources/read-source.ts';
import { importInto, recordsOf } from '../support/db/import-into.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import type { Store } from '#store/store.ts';
import { storeOf } from '../support/db/open-stores.ts';

const MOSS = 'DESCRIPTION:Speaker: Ada Lovelace (Oxford)';

function optics(...lines: readonly string[]): string {
  return calendar(event('moss', '20261201', 'On moss', ...lines));
}

/** The names of the only talk's speakers. */
async function speakersIn(store: Store): Promise<readonly string[]> {
  const records = await recordsOf(store);
  const names = new Map(records.flatMap((record) => (record.type === 'person' ? [[record.slug, record.name]] : [])));
  const [talk] = await talksIn(store);
  return talk?.speakers.map((slug) => names.get(slug) ?? '') ?? [];
}

describe('speakers found in the text of a calendar', () => {
  it('are added once to talks that the catalogue already has', async (t) => {
    const store = await storeOf(t);
    await importOptics(store, optics(MOSS), { sources: { read: { ...READ_OPTIONS, speakersInText: 'ignore' } } });
    const [before] = await talksIn(store);
    assert.deepEqual(await speakersIn(store), []);
    const first = await importOptics(store, optics(MOSS));
    assert.ok(first.ok);
    assert.deepEqual([first.counts.talk.added, first.counts.talk.changed], [0, 1]);
    assert.deepEqual(await speakersIn(store), ['Ada Lovelace']);
    const again = await importOptics(store, optics(MOSS));
    assert.ok(again.ok);
    assert.deepEqual([again.counts.talk.changed, again.counts.talk.unchanged], [0, 1]);
    const [after] = await talksIn(store);
    assert.deepEqual([after?.slug, after?.uid], [before?.slug, before?.uid]);
  });

  it('follow the text, are cleared by “TBA” and stay if the text names none', async (t) => {
    const store = await storeOf(t);
    for (const [text, expected] of [
      [MOSS, ['Ada Lovelace']],
      ['DESCRIPTION:Speakers: Ada Lovelace and Emmy Noether', ['Ada Lovelace', 'Emmy Noether']],
      ['DESCRIPTION:About moss.', ['Ada Lovelace', 'Emmy Noether']],
      ['DESCRIPTION:Speaker: TBA', []],
    ] as const) {
      await importOptics(store, optics(text));
      assert.deepEqual(await speakersIn(store), expected);
    }
  });

  it('do not replace those added by hand to an entry without any, even if all others have some', async (t) => {
    const others = ['Ada Lovelace', 'Emmy Noether', 'Henri Poincaré', 'Maria Agnesi', 'Carl Gauss'];
    const forms: readonly ((name: string, index: number) => string)[] = [
      (name, index) => event(`o${index}`, '20261202', `${name} (Paris): On engines ${index}`),
      (name, index) => event(`o${index}`, '20261202', `On engines ${index}`, `DESCRIPTION:Speaker: ${name}`),
    ];
    for (const form of forms) {
      const store = await storeOf(t);
      const text = calendar(event('moss', '20261201', 'On moss'), ...others.map(form));
      await importOptics(store, text);
      const moss = async (): Promise<TalkRecord | undefined> =>
        (await talksIn(store)).find(({ title }) => title === 'On moss');
      const [talk, person] = [await moss(), (await recordsOf(store)).find(({ type }) => type === 'person')];
      assert.ok(talk !== undefined && person?.type === 'person');
      assert.ok((await importInto(store, [{ ...talk, speakers: [person.slug] }])).ok);
      assert.ok((await importOptics(store, text)).ok);
      assert.deepEqual((await moss())?.speakers, [person.slug]);
    }
  });

  it('are shown by --explain speakers with the text they come from', async (t) => {
    const store = await storeOf(t);
    const text = calendar(event('moss', '20261201', 'On moss', MOSS), event('ferns', '20261202', 'On ferns'));
    const { explained } = await importOptics(store, text, { sources: { explain: 'speakers' } });
    assert.deepEqual(
      explained.map(({ talk }) => [talk.key, talk.speakersFrom]),
      [['moss', { where: '“Speaker:” in DESCRIPTION', text: 'Ada Lovelace (Oxford)' }]],
    );
  });
});
