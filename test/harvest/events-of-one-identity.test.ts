import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ImportReport } from '#harvest/import-catalogue.ts';
import { storeOf } from '../support/db/open-stores.ts';
import { recordsOf } from '../support/db/import-into.ts';
import {
  calendar,
  event,
  importFiles,
  importOptics,
  shownTalks,
  talksIn,
} from '../support/sources/import-calendars.ts';

type Store = Awaited<ReturnType<typeof storeOf>>;

/** Title, UID and SEQUENCE of each talk, as the store has them. */
async function uidsIn(store: Store): Promise<string[]> {
  return (await talksIn(store)).map(({ title, uid, history }) => `${title}: ${uid} ${history?.sequence ?? ''}`).sort();
}

function changes(report: ImportReport): number {
  assert.ok(report.ok);
  return report.counts.talk.added + report.counts.talk.changed + report.counts.talk.removed;
}

describe('a UID', () => {
  const moss = calendar(event('6@default', '20270301', 'Moss lecture'));
  const iron = calendar(event('6@default', '20270405', 'Iron workshop'));

  it('is there once in a catalogue: another talk with it gets one of its own, and keeps that', async (t) => {
    const store = await storeOf(t);
    await importFiles(store, { 'a.ics': moss });
    await importFiles(store, { 'b.ics': iron });
    const expected = ['Iron workshop:  0', 'Moss lecture: 6@default 0'];
    assert.deepEqual(await uidsIn(store), expected);
    assert.equal(changes(await importFiles(store, { 'b.ics': iron, 'a.ics': moss })), 0);
    assert.deepEqual(await uidsIn(store), expected);
  });

  it('does not change hands when the talk that has it is gone', async (t) => {
    const store = await storeOf(t);
    const clay = event('c', '20270302', 'Clay');
    await importFiles(store, { 'a.ics': calendar(event('6@default', '20270301', 'Moss lecture'), clay) });
    await importFiles(store, { 'b.ics': iron });
    const report = await importFiles(store, { 'a.ics': calendar(clay) }, { sources: { gone: 'remove' } });
    assert.equal(report.ok && report.counts.talk.removed, 1);
    const expected = ['Clay: c 0', 'Iron workshop:  0'];
    assert.deepEqual(await uidsIn(store), expected);
    assert.equal(changes(await importFiles(store, { 'b.ics': iron })), 0);
    assert.deepEqual(await uidsIn(store), expected);
  });

  it('is there once if both come together, into an empty catalogue or in place of one', async (t) => {
    const store = await storeOf(t);
    const expected = ['Iron workshop:  0', 'Moss lecture: 6@default 0'];
    for (const replace of [false, true]) {
      await importFiles(store, { 'a.ics': moss, 'b.ics': iron }, { replace });
      assert.deepEqual(await uidsIn(store), expected);
    }
  });

  it('may be the slug of another talk', async (t) => {
    const store = await storeOf(t);
    await importFiles(store, { 'a.ics': calendar(event('', '20270301', 'Moss lecture')) });
    const [{ slug } = { slug: '' }] = await talksIn(store);
    for (const [name, uid] of [
      ['b.ics', slug],
      ['c.ics', `https://talks.example.org/talks/id/${slug}/`],
    ] as const)
      await importFiles(store, { [name]: calendar(event(uid, '20270405', `Talk of ${name}`)) });
    assert.deepEqual(await uidsIn(store), ['Moss lecture:  0', 'Talk of b.ics:  0', 'Talk of c.ics:  0']);
  });

  it('has at least the SEQUENCE of its source, and more after each move', async (t) => {
    const store = await storeOf(t);
    const at = (day: string, sequence: number) =>
      calendar(
        event('a@x', day, 'Herbaria', `SEQUENCE:${sequence}`),
        event('b@x', '20270301', 'Moss', 'SEQUENCE:1790000000'),
      );
    await importOptics(store, at('20270301', 7));
    assert.deepEqual(await uidsIn(store), ['Herbaria: a@x 7', 'Moss: b@x 1790000000']);
    assert.equal(changes(await importOptics(store, at('20270301', 7))), 0);
    await importOptics(store, at('20270302', 7));
    assert.deepEqual(await uidsIn(store), ['Herbaria: a@x 8', 'Moss: b@x 1790000000']);
    await importOptics(store, at('20270302', 12));
    assert.deepEqual(await uidsIn(store), ['Herbaria: a@x 12', 'Moss: b@x 1790000000']);
  });
});

it('an address with two names is two people', async (t) => {
  const store = await storeOf(t);
  const by = (name: string) => `ORGANIZER;CN=${name}:mailto:info@camp.example`;
  await importOptics(
    store,
    calendar(
      event('1', '20270301', 'Closing', by('Camp Desk')),
      event('2', '20270302', 'On lamps', by('Ada Fresnel')),
      event('3', '20270303', 'On lenses', by('ada FRESNEL')),
    ),
  );
  const people = (await recordsOf(store)).flatMap((record) => (record.type === 'person' ? [record.name] : []));
  assert.deepEqual(people.sort(), ['Ada Fresnel', 'Camp Desk']);
});

describe('items of a feed with one identifier', () => {
  const item = (title: string, day: string) =>
    `<item><title>${title}</title><link>https://a.example/seminar</link><ev:startdate>${day}T17:00:00Z</ev:startdate></item>`;
  const feed = (...items: readonly string[]) =>
    `<rss version="2.0" xmlns:ev="http://purl.org/rss/1.0/modules/event/"><channel><title>Seminar</title>${items.join('')}</channel></rss>`;
  const [MOSS, FERN, REED] = [
    item('On moss', '2027-03-01'),
    item('On ferns', '2027-03-08'),
    item('On reeds', '2027-03-08'),
  ];

  it('are talks of their own, and stay the same ones when others are gone', async (t) => {
    const store = await storeOf(t);
    const report = await importFiles(store, { 's.rss': feed(MOSS, FERN, REED, MOSS) });
    const note = 'with the identifier of another item, but another start or title: both are read';
    assert.equal(report.files[0]?.notes.find(({ what }) => what === note)?.count, 2);
    const all = ['On ferns 2027-03-08 published', 'On moss 2027-03-01 published', 'On reeds 2027-03-08 published'];
    assert.deepEqual(await shownTalks(store), all);
    for (const text of [feed(MOSS, FERN, REED), feed(FERN, REED), feed(REED)])
      assert.equal(changes(await importFiles(store, { 's.rss': text }, { sources: { gone: 'keep' } })), 0);
    assert.deepEqual(await shownTalks(store), all);
  });

  it('keep their slugs when new ones come first, and when the first one is gone', async (t) => {
    const store = await storeOf(t);
    const slugs = async (): Promise<Record<string, string>> =>
      Object.fromEntries((await talksIn(store)).map(({ title, slug }) => [title, slug]));
    const keep = { sources: { gone: 'keep' } } as const;
    await importFiles(store, { 's.rss': feed(MOSS) });
    const { 'On moss': moss } = await slugs();
    assert.equal(changes(await importFiles(store, { 's.rss': feed(FERN, MOSS) }, keep)), 1);
    const { 'On ferns': ferns, ...others } = await slugs();
    assert.deepEqual(others, { 'On moss': moss });
    const mosses = item('On mosses', '2027-03-01');
    assert.equal(changes(await importFiles(store, { 's.rss': feed(REED, FERN, mosses) }, keep)), 2);
    assert.equal(changes(await importFiles(store, { 's.rss': feed(item('On mud', '2027-03-22'), REED) }, keep)), 1);
    const { 'On reeds': reeds, 'On mud': mud, ...rest } = await slugs();
    assert.deepEqual(rest, { 'On mosses': moss, 'On ferns': ferns });
    assert.equal(new Set([moss, ferns, reeds, mud]).size, 4);
  });

  it('move if there is only one', async (t) => {
    const store = await storeOf(t);
    await importFiles(store, { 's.rss': feed(MOSS) });
    await importFiles(store, { 's.rss': feed(item('On moss', '2027-03-15')) }, { sources: { gone: 'keep' } });
    assert.deepEqual(await shownTalks(store), ['On moss 2027-03-15 published']);
  });
});

it('a talk moves although all keys of its source changed, if no other has its title', async (t) => {
  const store = await storeOf(t);
  const export_ = (name: string, kites: string, ...more: readonly string[]) =>
    calendar(
      event(`${name}-a`, '20270301', 'Soil and water'),
      event(`${name}-b`, kites, 'Kites'),
      event(`${name}-c`, '20270315', 'TBA'),
      event(`${name}-d`, '20270322', 'Jane Doe: Rivers'),
      ...more,
    );
  await importOptics(store, export_('r1', '20270308'));
  const slugs = new Set((await talksIn(store)).map(({ slug }) => slug));
  await importOptics(store, export_('r2', '20270309', event('r2-e', '20270401', 'Lakes')));
  const talks = await talksIn(store);
  assert.equal(talks.filter(({ slug }) => slugs.has(slug)).length, 4);
  assert.deepEqual(await shownTalks(store), [
    ' 2027-03-15 published',
    'Jane Doe: Rivers 2027-03-22 published',
    'Kites 2027-03-09 published',
    'Lakes 2027-04-01 published',
    'Soil and water 2027-03-01 published',
  ]);
});
