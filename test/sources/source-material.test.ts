import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SOURCE_FORMATS } from '#sources/source-formats.ts';
import { attachedMaterial } from '#sources/source-material.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import { readSource } from '../support/sources/read-source.ts';

test('the type of an attachment follows from its title, or else from its address', () => {
  const told = (url: string, title?: string): string => attachedMaterial(url, title).type;
  assert.equal(told('https://files.example.org/1', 'Slides of the talk'), 'slides');
  assert.equal(told('https://files.example.org/1', 'Folien'), 'slides');
  assert.equal(told('https://www.youtube.com/watch?v=1', 'Slides'), 'slides');
  assert.equal(told('https://youtu.be/1'), 'recording');
  assert.equal(told('https://files.example.org/video/1'), 'recording');
  assert.equal(told('https://arxiv.org/abs/1234.5678'), 'paper');
  assert.equal(told('https://files.example.org/moss.JPG'), 'picture');
  assert.equal(told('https://files.example.org/1', 'Landslides'), 'link');
});

/** The materials of the one talk of a file, as `type address title`. */
async function materialsIn(format: string, text: string): Promise<string[]> {
  const load = SOURCE_FORMATS.find(({ name }) => name === format)?.load;
  assert.ok(load !== undefined && load !== null);
  const { talks, problems } = await readSource(await load(), text);
  assert.deepEqual(problems, []);
  const [talk]: readonly (SourceTalk | undefined)[] = talks;
  return (talk?.materials ?? []).map(({ type, url, title }) => [type, url, title].join(' ').trim());
}

test('schedule attachments and recordings are imported as materials', async () => {
  const expected = ['recording https://video.example.org/1', 'slides https://files.example.org/1'];
  const xml = `<schedule><conference><title>Moss days</title></conference><day date="2027-01-18"><room name="Hall">
<event guid="1"><date>2027-01-18T17:00:00Z</date><duration>01:00</duration><title>On moss</title>
<recording><license/><url>https://video.example.org/1</url></recording>
<attachments><attachment href="https://files.example.org/1">Slides</attachment></attachments></event></room></day></schedule>`;
  assert.deepEqual(await materialsIn('schedule-xml', xml), expected);
  const event = {
    guid: '1',
    date: '2027-01-18T17:00:00Z',
    duration: '01:00',
    title: 'On moss',
    recording: { url: 'https://video.example.org/1' },
    attachments: [{ url: 'https://files.example.org/1', title: 'Slides' }],
  };
  const days = [{ date: '2027-01-18', rooms: { Hall: [event] } }];
  const schedule = JSON.stringify({ schedule: { conference: { title: 'Moss days', days } } });
  assert.deepEqual(await materialsIn('schedule-json', schedule), expected);
});

test('iCalendar attachments are imported from their addresses, and embedded ones are left out', async () => {
  const lines = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'UID:1',
    'DTSTART:20270118T170000Z',
    'ATTACH;FMTTYPE=image/png:https://files.example.org/poster',
    'ATTACH;FILENAME=slides.pdf:https://files.example.org/1',
    'ATTACH;ENCODING=BASE64;VALUE=BINARY:aGVsbG8=',
    'ATTACH:CID:part1@example.org',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ];
  assert.deepEqual(await materialsIn('icalendar', lines.join('\r\n')), [
    'picture https://files.example.org/poster',
    'slides https://files.example.org/1 slides.pdf',
  ]);
});

test('JSON-LD works become materials according to their @type', async () => {
  const event = {
    '@context': 'https://schema.org',
    '@type': 'Event',
    '@id': 'https://events.example.org/1',
    startDate: '2027-01-18T17:00:00Z',
    recordedIn: { '@type': 'VideoObject', contentUrl: 'https://video.example.org/1', name: 'The whole talk' },
    subjectOf: [
      { '@type': 'PresentationDigitalDocument', url: 'https://files.example.org/1' },
      { '@type': 'CreativeWork', name: 'Without an address' },
    ],
  };
  assert.deepEqual(await materialsIn('schema-org', JSON.stringify(event)), [
    'recording https://video.example.org/1 The whole talk',
    'slides https://files.example.org/1',
  ]);
});

test('Indico attachments get their type from folder or address, and protected ones are left out', async () => {
  const folders = [
    {
      title: 'Slides',
      attachments: [
        { type: 'file', title: 'moss-v2', download_url: 'https://indico.example.org/event/1/attachments/1/2/moss-v2' },
        {
          type: 'link',
          title: 'Talk',
          download_url: 'https://indico.example.org/go/3',
          link_url: 'https://youtu.be/1',
        },
        { title: 'Draft', download_url: 'https://indico.example.org/event/1/attachments/1/4/d', is_protected: true },
      ],
    },
    { title: 'Minutes', is_protected: true, attachments: [{ link_url: 'https://files.example.org/5' }] },
    { title: '', attachments: [{ title: 'Map', link_url: 'https://maps.example.org/6' }] },
  ];
  const start = { startDate: { date: '2027-01-18', time: '17:00:00', tz: 'UTC' } };
  const contribution = { id: '7', title: 'On moss', ...start, folders };
  const event = { _type: 'Conference', id: '1', title: 'Moss days', ...start };
  const expected = [
    'slides https://indico.example.org/event/1/attachments/1/2/moss-v2 moss-v2',
    'recording https://youtu.be/1 Talk',
    'link https://maps.example.org/6 Map',
  ];
  assert.deepEqual(await materialsIn('indico', JSON.stringify({ results: [{ ...event, folders }] })), expected);
  const results = [{ ...event, folders: [], contributions: [contribution] }];
  assert.deepEqual(await materialsIn('indico', JSON.stringify({ results })), expected);
});

test('a prefix such as “Paper:”, which Lectern writes in schedules, sets the type of an attachment', () => {
  const url = 'https://files.example.org/1';
  assert.deepEqual(attachedMaterial(url, 'Paper: Video of moss'), { type: 'paper', url, title: 'Video of moss' });
  assert.deepEqual(attachedMaterial(url, 'Live stream'), { type: 'live_stream', url, title: '' });
  assert.deepEqual(attachedMaterial(url, 'Papers: two'), { type: 'link', url, title: 'Papers: two' });
});

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
