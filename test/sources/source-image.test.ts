import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SOURCE_FORMATS } from '#sources/source-formats.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import { readSource } from '../support/sources/read-source.ts';

const PICTURE = 'https://files.example.org/moss.jpg';
const FACE = 'https://files.example.org/ada.png';
const START = '2027-01-18T17:00:00Z';

/** The one talk of a file. */
async function talkIn(format: string, document: unknown): Promise<SourceTalk> {
  const load = SOURCE_FORMATS.find(({ name }) => name === format)?.load;
  assert.ok(load !== undefined && load !== null);
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const { talks, problems } = await readSource(await load(), text);
  assert.deepEqual(problems, []);
  const [talk]: readonly (SourceTalk | undefined)[] = talks;
  assert.ok(talk);
  return talk;
}

test('an iCalendar IMAGE is imported from its address, and an embedded one is left out', async () => {
  const calendar = (image: string): string =>
    [
      'BEGIN:VCALENDAR',
      'BEGIN:VEVENT',
      'UID:1',
      'DTSTART:20270118T170000Z',
      image,
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ].join('\r\n');
  const line = `IMAGE;VALUE=URI;DISPLAY=BADGE;FMTTYPE=image/jpeg:${PICTURE}`;
  assert.deepEqual((await talkIn('icalendar', calendar(line))).image, { url: PICTURE, alt: '' });
  const within = await talkIn('icalendar', calendar('IMAGE;ENCODING=BASE64;VALUE=BINARY:aGVsbG8='));
  assert.deepEqual([within.image, within.unsaid.includes('image')], [null, true]);
});

test('JSON-LD images of events, people and series are imported', async () => {
  const { image, speakers, series } = await talkIn('schema-org', {
    '@context': 'https://schema.org',
    '@type': 'Event',
    '@id': 'https://events.example.org/1',
    startDate: START,
    image: [{ '@type': 'ImageObject', contentUrl: PICTURE, caption: 'Moss' }, 'https://files.example.org/wide.jpg'],
    performer: { '@type': 'Person', name: 'Ada', image: FACE },
    superEvent: { '@type': 'EventSeries', name: 'Mosses', image: { '@type': 'ImageObject', url: PICTURE } },
  });
  assert.deepEqual(image, { url: PICTURE, alt: 'Moss' });
  assert.deepEqual(speakers[0]?.image, { url: FACE, alt: '' });
  assert.deepEqual(series?.image, { url: PICTURE, alt: '' });
});

test('schedule logos and avatars are imported as images of talks and people', async () => {
  const event = {
    guid: '1',
    date: START,
    duration: '01:00',
    title: 'On moss',
    logo: PICTURE,
    persons: [
      { name: 'Ada', avatar: FACE },
      { name: 'Bo', avatar: '/system/bo.png' },
    ],
  };
  const days = [{ date: '2027-01-18', rooms: { Hall: [event] } }];
  const json = await talkIn('schedule-json', { schedule: { conference: { title: 'Moss days', days } } });
  assert.deepEqual(json.image, { url: PICTURE, alt: '' });
  assert.deepEqual(
    json.speakers.map(({ image }) => image),
    [{ url: FACE, alt: '' }, null],
  );
  const xml = await talkIn(
    'schedule-xml',
    `<schedule><conference><title>Moss days</title></conference><day date="2027-01-18"><event guid="1">
<date>${START}</date><title>On moss</title><logo>${PICTURE}</logo></event></day></schedule>`,
  );
  assert.deepEqual(xml.image, { url: PICTURE, alt: '' });
  const slot = { start: START, end: START };
  const speakers = [{ code: 'B', name: 'Ada', avatar_url: FACE }];
  const submission = { code: 'A', title: 'On moss', slot, submission_type: 1, image: PICTURE, speakers };
  const pretalx = await talkIn('schedule-json', { results: [submission] });
  assert.deepEqual([pretalx.image?.url, pretalx.speakers[0]?.image?.url], [PICTURE, FACE]);
});

test('Sessionize profile pictures are imported as images of speakers', async () => {
  const { speakers } = await talkIn('sessionize', {
    sessions: [{ id: '1', title: 'On moss', startsAt: START, endsAt: START, isServiceSession: false, speakers: ['a'] }],
    speakers: [{ id: 'a', fullName: 'Ada', profilePicture: FACE }],
    rooms: [],
  });
  assert.deepEqual(speakers[0]?.image, { url: FACE, alt: '' });
});

test('tables accept the address or path of an image, and several materials in a cell', async () => {
  const table = (image: string): string =>
    `title,start,recording,materials,image,image_alt
On moss,${START},"https://v.example/1 Part 1; https://v.example/2",https://f.example/a.png Moss,${image},Moss on a wall
`;
  const { image, materials } = await talkIn('csv', table(PICTURE));
  assert.deepEqual(image, { url: PICTURE, alt: 'Moss on a wall' });
  assert.deepEqual(materials, [
    { type: 'recording', url: 'https://v.example/1', title: 'Part 1' },
    { type: 'recording', url: 'https://v.example/2', title: '' },
    { type: 'picture', url: 'https://f.example/a.png', title: 'Moss' },
  ]);
  assert.equal((await talkIn('csv', table('talks/moss.jpg'))).image?.url, 'talks/moss.jpg');
  assert.equal((await talkIn('csv', table('none yet'))).image, null);
});
