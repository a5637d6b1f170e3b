import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attachedMaterial } from '#sources/source-material.ts';
import { SOURCE_FORMATS } from '#sources/source-formats.ts';
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
