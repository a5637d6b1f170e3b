import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { withOnlineAddress } from '#sources/online-address.ts';
import { readIcalendar } from '#sources/icalendar/icalendar.ts';
import { readSchemaOrg } from '#sources/schema-org/schema-org.ts';
import { sourceTalk } from '#sources/source-talk.ts';
import type { SourceReader } from '#sources/source-format.ts';
import { readCsv } from '#sources/table/csv.ts';
import { calendar, event } from '../support/sources/import-calendars.ts';
import { readSource } from '../support/sources/read-source.ts';

const ZOOM = 'https://uni.zoom.us/j/123?pwd=a.b';
const TEAMS = 'https://teams.microsoft.com/l/meetup-join/19%3ameeting/0?context=%7b%7d';

/** What stands in place of a place, what is left of it, and the online address. */
const PLACES: readonly (readonly [location: string, place: string, online: string])[] = [
  ['Room 1', 'Room 1', ''],
  [`Room 1 / ${ZOOM}`, 'Room 1', ZOOM],
  [`Room 1 (${ZOOM})`, 'Room 1', ZOOM],
  [`Room 1 and ${ZOOM}.`, 'Room 1', ZOOM],
  [`Room 1, Main Building; Zoom: ${ZOOM}`, 'Room 1, Main Building', ZOOM],
  [`${ZOOM} | Room 1`, 'Room 1', ZOOM],
  [`Hybrid: Room 1 & ${TEAMS}`, 'Hybrid: Room 1', TEAMS],
  [`<${ZOOM}>`, '', ZOOM],
  [`Online (${ZOOM})`, '', ZOOM],
  [`Zoom meeting: ${ZOOM}`, '', ZOOM],
  ['meet.google.com/abc-defg-hij', '', 'https://meet.google.com/abc-defg-hij'],
  ['<https://live.example.org/7>', '', 'https://live.example.org/7'],
  ['Online: https://live.example.org/7', '', 'https://live.example.org/7'],
  ['https://live.example.org/7', '', 'https://live.example.org/7'],
  ['Raum 3 / https://bbb.example.org/b/ada-1', 'Raum 3', 'https://bbb.example.org/b/ada-1'],
  ['Room 1 https://www.example.org/rooms/1', 'Room 1 https://www.example.org/rooms/1', ''],
  ['https://maps.example.org/?q=Room+1', 'https://maps.example.org/?q=Room+1', ''],
  ['Room 1 and online', 'Room 1 and online', ''],
  ['Online', 'Online', ''],
  ['Zoom Street 4', 'Zoom Street 4', ''],
  ['https://zoom.us/rec/share/abc', '', 'https://zoom.us/rec/share/abc'],
];

/** What a description says, and the online address. */
const DESCRIPTIONS: readonly (readonly [description: string, online: string])[] = [
  [`Join us: ${ZOOM}.`, ZOOM],
  [`<p><a href="https://zoom.us/j/9?pwd=1&amp;from=addon">Join</a></p>`, 'https://zoom.us/j/9?pwd=1&from=addon'],
  ['https://eur03.safelinks.protection.outlook.com/?url=https%3A%2F%2Fzoom.us%2Fj%2F9&data=x', 'https://zoom.us/j/9'],
  ['Dial in: https://zoom.us/u/abc, then https://zoom.us/j/9', 'https://zoom.us/j/9'],
  ['Recording: https://zoom.us/rec/share/abc', ''],
  ['Get it at https://zoom.us/download or https://zoom.us', ''],
  ['See https://www.example.org/talks/1 and meet.example.org', ''],
];

function talkWith(fields: Partial<Parameters<typeof sourceTalk>[0]>): ReturnType<typeof sourceTalk> {
  return withOnlineAddress(
    sourceTalk({ key: 'moss', line: 1, start: '2026-11-20T12:00:00Z', end: '2026-11-20T13:00:00Z', ...fields }),
  );
}

describe('the online address of a talk', () => {
  for (const [location, place, online] of PLACES) {
    it(`is found in place of a place: ${location}`, () => {
      const talk = talkWith({ location });
      assert.deepEqual([talk.location, talk.onlineUrl], [place, online]);
      assert.equal(talk.unsaid.includes('onlineUrl'), online === '');
      const ofRoom = talkWith({ room: location });
      assert.deepEqual([ofRoom.room || ofRoom.location, ofRoom.onlineUrl], [place, online]);
    });
  }

  it('leaves no words for it beside a room, wherever it stands', () => {
    const talk = talkWith({ location: 'Room 4; Microsoft Teams Meeting', description: TEAMS });
    assert.deepEqual([talk.location, talk.onlineUrl], ['Room 4', TEAMS]);
  });

  for (const [description, online] of DESCRIPTIONS) {
    it(`is found in a description: ${description}`, () => {
      const talk = talkWith({ description, location: 'Online via Zoom' });
      assert.deepEqual(
        [talk.location, talk.onlineUrl, talk.description],
        [online === '' ? 'Online via Zoom' : '', online, description],
      );
    });
  }

  it('is that which the source gives as such, if it gives one', () => {
    const talk = talkWith({ location: `Room 1 / ${ZOOM}`, onlineUrl: 'https://live.example.org/7', url: TEAMS });
    assert.deepEqual([talk.location, talk.onlineUrl, talk.url], ['Room 1', 'https://live.example.org/7', TEAMS]);
  });

  it('is a link to a meeting, and the page of a talk stays its page', () => {
    assert.deepEqual([talkWith({ url: ZOOM }).onlineUrl, talkWith({ url: ZOOM }).url], [ZOOM, '']);
    const page = 'https://www.example.org/talks/1';
    assert.deepEqual([talkWith({ url: page }).onlineUrl, talkWith({ url: page }).url], ['', page]);
  });

  it('leaves no venue behind, unless the source identifies the venue', () => {
    const online = talkWith({ venue: { name: 'Zoom' } });
    assert.deepEqual([online.venue, online.location], [null, 'Zoom']);
    const linked = talkWith({ venue: { name: 'Zoom' }, description: ZOOM });
    assert.deepEqual([linked.venue, linked.location, linked.onlineUrl], [null, '', ZOOM]);
    const hall = talkWith({ venue: { name: `Great Hall, ${ZOOM}` } });
    assert.deepEqual([hall.venue, hall.onlineUrl], [{ name: 'Great Hall' }, ZOOM]);
    const known = { name: 'Online', id: 'oxpoints:1' };
    assert.deepEqual(talkWith({ venue: known }).venue, known);
  });

  const place = { '@type': 'VirtualLocation', name: 'Zoom' };
  const ld = {
    '@context': 'https://schema.org',
    '@type': 'Event',
    '@id': 'https://x.example.org/1',
    name: 'On moss',
    startDate: '2026-11-20T12:00:00Z',
    location: place,
  };
  const FORMATS: readonly (readonly [string, SourceReader, string, online: string, place: string])[] = [
    [
      'a calendar',
      readIcalendar,
      calendar(event('moss', '20261201', 'On moss', `LOCATION:Room 1 / ${ZOOM}`)),
      ZOOM,
      'Room 1',
    ],
    ['a table', readCsv, `title,start,room,link\nOn moss,2026-12-01 17:00,Room 1,${ZOOM}\n`, ZOOM, 'Room 1'],
    ['a page with a VirtualLocation without an address', readSchemaOrg, JSON.stringify(ld), '', 'Zoom'],
  ];
  for (const [format, read, text, online, where] of FORMATS) {
    it(`is found in ${format}`, async () => {
      const { talks } = await readSource(read, text);
      assert.deepEqual(
        talks.map(({ onlineUrl, room, location }) => [onlineUrl, room || location]),
        [[online, where]],
      );
    });
  }

  it('takes little time to find in a hostile text', () => {
    const text = `${'zoom.us'.repeat(60)}${'a.'.repeat(200)}${'http'.repeat(60)}${'('.repeat(200)}${' & '.repeat(99)}`;
    assert.equal(talkWith({ location: `${text}/x.y`, description: text.repeat(50) }).onlineUrl, '');
    const long = `https://uni.zoom.us/j/1${')'.repeat(60_000)}a`;
    const { url, onlineUrl } = talkWith({ url: long, description: long });
    assert.deepEqual([url === long, onlineUrl], [true, '']);
  });
});
