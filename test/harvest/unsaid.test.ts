import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TalkRecord } from '#catalogue/talk.ts';
import type { Store } from '#store/store.ts';
import { importFiles, talksIn } from '../support/sources/import-calendars.ts';
import { organisation, person, series, slugOf, talk, topic, venue } from '../support/catalogue/wire-records.ts';
import { storeOf } from '../support/db/open-stores.ts';

const AT = '2027-01-18T17:00:00Z';
const URI = 'http://topics.example.org/moss';

/** A catalogue file with a talk that sets every field. */
const KNOWN = [
  organisation('place:1'),
  venue('place:2'),
  person(slugOf(2)),
  person(slugOf(3)),
  topic(URI),
  series(slugOf(4)),
  talk(slugOf(1), AT, {
    uid: 'moss@example.org',
    title: 'On moss',
    end: AT,
    description: 'All of it',
    status: 'preparation',
    series: slugOf(4),
    venue: 'place:2',
    location_details: 'Room 1',
    organising_department: 'place:1',
    topics: [URI],
    speakers: [slugOf(2)],
    hosts: [slugOf(3)],
    organisers: [slugOf(2), slugOf(3)],
    organiser_email: 'a@example.org',
    various_speakers: true,
    audience: 'All',
    booking_required: 'Required',
    booking_url: 'https://book.example/',
    booking_email: 'b@example.org',
    cost: '£1',
    special_message: 'Moved',
    online_url: 'https://video.example/',
    materials: [{ type: 'slides', url: 'https://files.example/1' }],
    image: { url: 'https://files.example/1.jpg', alt: 'Moss' },
    updated: undefined,
  }),
]
  .map((record) => `${JSON.stringify(record)}\n`)
  .join('');

const FIELDS = [
  'title',
  'description',
  'status',
  'location_details',
  'series',
  'organiser_email',
  'audience',
  'booking_required',
  'booking_url',
  'booking_email',
  'cost',
  'special_message',
  'materials',
  'image',
];
const LISTS = ['speakers', 'hosts', 'organisers', 'topics'];
const OTHERS = ['venue', 'organising_department', 'various_speakers'];

/** The same talk as OxTalks writes it, with `value` for every field. */
function mirrored(value: (name: string) => unknown): string {
  const all = (names: readonly string[]): object => Object.fromEntries(names.map((name) => [name, value(name)]));
  return JSON.stringify({
    slug: slugOf(1),
    start: AT,
    end: AT,
    formatted_date: '',
    ...all(FIELDS),
    _embedded: all([...LISTS, ...OTHERS]),
  });
}

async function known(t: Parameters<typeof storeOf>[0]): Promise<Store> {
  const store = await storeOf(t);
  await importFiles(store, { 'known.ndjson': KNOWN });
  return store;
}

async function talkIn(store: Store): Promise<TalkRecord> {
  const [found] = await talksIn(store);
  return found ?? assert.fail('the store has no talk');
}

describe('the fields of a talk', () => {
  it('keep their values if the source omits them or has null', async (t) => {
    const store = await known(t);
    const before = await talkIn(store);
    for (const nothing of [undefined, null]) {
      const report = await importFiles(store, { 'ox.json': mirrored(() => nothing) });
      assert.deepEqual(report.ok && report.counts.talk, { added: 0, changed: 0, unchanged: 1, removed: 0 });
      assert.deepEqual(await talkIn(store), before);
    }
  });

  it('are cleared if the source has them empty', async (t) => {
    const store = await known(t);
    const { uid, onlineUrl } = await talkIn(store);
    const empty = (name: string): unknown => {
      if (LISTS.includes(name) || name === 'materials') return [];
      if (name === 'various_speakers') return false;
      return name === 'venue' || name === 'organising_department' || name === 'series' || name === 'image' ? {} : '';
    };
    await importFiles(store, { 'ox.json': mirrored(empty) });
    const { history, updated, ...after } = await talkIn(store);
    assert.ok(history !== null && updated !== null);
    assert.deepEqual(after, {
      type: 'talk',
      slug: slugOf(1),
      // The JSON of OxTalks has no fields for these two.
      uid,
      onlineUrl,
      title: '',
      start: AT,
      end: AT,
      allDay: false,
      description: '',
      status: 'published',
      series: null,
      venue: null,
      locationDetails: '',
      organisingDepartment: null,
      topics: [],
      speakers: [],
      hosts: [],
      organisers: [],
      organiserEmail: '',
      variousSpeakers: false,
      audience: '',
      bookingRequired: '',
      bookingUrl: '',
      bookingEmail: '',
      cost: '',
      specialMessage: '',
      materials: [],
      image: null,
    });
  });

  it('keep their values next to topics that --topic adds', async (t) => {
    const store = await known(t);
    const more = `${JSON.stringify(topic('http://topics.example.org/more'))}\n`;
    const sources = { additions: { department: null, topics: ['http://topics.example.org/more'] } };
    const files = { 'more.ndjson': more, 'ox.json': mirrored(() => undefined) };
    await importFiles(store, files, { sources });
    assert.deepEqual((await talkIn(store)).topics, [URI, 'http://topics.example.org/more']);
    const again = await importFiles(store, files, { sources });
    assert.deepEqual(again.ok && again.counts.talk.unchanged, 1);
  });

  it('are cleared if a file that replaces the catalogue has null', async (t) => {
    const store = await known(t);
    await importFiles(
      store,
      { 'ox.json': mirrored((name) => (name === 'title' ? 'On moss' : null)) },
      { replace: true },
    );
    const { topics, audience, uid } = await talkIn(store);
    assert.deepEqual({ topics, audience, uid }, { topics: [], audience: '', uid: '' });
  });
});

describe('a speaker without an identifier', () => {
  it('keeps an affiliation that the source omits and loses one that it has empty', async (t) => {
    const store = await storeOf(t);
    const table = (rows: string): Record<string, string> => ({ 'talks.csv': rows });
    await importFiles(store, table(`id,title,start,speakers,affiliation\n1,On moss,${AT},Ann Other,Botany\n`));
    await importFiles(store, table(`id,title,start,speakers\n1,On moss,${AT},Ann Other\n`));
    const [speaker = ''] = (await talkIn(store)).speakers;
    assert.equal((await store.record('person', speaker))?.bio, 'Botany');
    await importFiles(store, table(`id,title,start,speakers,affiliation\n1,On moss,${AT},Ann Other,\n`));
    assert.equal((await store.record('person', speaker))?.bio, '');
  });
});
