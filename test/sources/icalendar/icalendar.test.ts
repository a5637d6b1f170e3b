import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sourceFormatOf } from '#sources/source-formats.ts';
import { readIcalendar } from '#sources/icalendar/icalendar.ts';
import { aCalendar } from '../../support/sources/a-calendar.ts';
import { readSource } from '../../support/sources/read-source.ts';
import { MOSS, event, talksOf, timesOf } from './read-calendar.ts';

describe('the iCalendar reader', () => {
  it('recognises BEGIN:VCALENDAR', () => {
    assert.equal(sourceFormatOf('BEGIN:VCALENDAR\r\n')?.name, 'icalendar');
    assert.equal(sourceFormatOf('\n begin:vcalendar\n')?.name, 'icalendar');
    assert.notEqual(sourceFormatOf('BEGIN:VCARD\r\n')?.name, 'icalendar');
  });

  it('yields a talk with all supported fields', async () => {
    const [talk] = await talksOf(
      aCalendar(
        event(
          ...MOSS,
          'DTSTART:20261120T170000Z',
          'DTEND:20261120T180000Z',
          'DESCRIPTION:First\\nsecond\\, third\\; \\\\',
          'LOCATION:Room 1\\, Anning Hall',
          'STATUS:TENTATIVE',
          'SEQUENCE:3',
          'LAST-MODIFIED:20261001T120000Z',
          'DTSTAMP:20261102T120000Z',
          'URL:https://example.org/moss',
          'CONFERENCE;VALUE=URI:https://video.example.org/1',
          'ORGANIZER;CN="Doe, Jane":mailto:Jane@example.org',
          'ATTENDEE;CN=Somebody Else:mailto:else@example.org',
          'CATEGORIES:Botany,Mosses\\, ferns',
          'CATEGORIES:Bogs',
        ),
      ),
    );
    assert.ok(talk !== undefined);
    const { key, uid, line, title, description, location, status, updated, url, onlineUrl } = talk;
    assert.deepEqual(
      { key, uid, line, title, description, location, status, updated, url, onlineUrl },
      {
        key: 'moss@example.org',
        uid: 'moss@example.org',
        line: 3,
        title: 'On moss',
        description: 'First\nsecond, third; \\',
        location: 'Room 1, Anning Hall',
        status: 'preparation',
        updated: '2026-10-01T12:00:00Z',
        url: 'https://example.org/moss',
        onlineUrl: 'https://video.example.org/1',
      },
    );
    assert.deepEqual(talk.organisers, [{ name: 'Doe, Jane', key: 'jane@example.org', email: 'Jane@example.org' }]);
    assert.deepEqual(
      talk.topics.map(({ label }) => label),
      ['Botany', 'Mosses, ferns', 'Bogs'],
    );
    assert.deepEqual([talk.speakers, talk.hosts, talk.clock, talk.zone], [[], [], 'moment', '']);
  });

  it('uses X-ALT-DESC if an event has no DESCRIPTION', async () => {
    const html = 'X-ALT-DESC;FMTTYPE=text/html:<p>Of moss\\, and more</p>';
    const [one] = await talksOf(aCalendar(event(...MOSS, 'DTSTART:20261120T170000Z', html)));
    const [both] = await talksOf(aCalendar(event(...MOSS, 'DTSTART:20261120T170000Z', 'DESCRIPTION:Plain', html)));
    assert.deepEqual([one?.description, both?.description], ['<p>Of moss, and more</p>', 'Plain']);
  });

  it('uses a LOCATION that is a web address as the online address', async () => {
    const [talk] = await talksOf(
      aCalendar(event(...MOSS, 'DTSTART:20261120T170000Z', 'LOCATION:https://video.example.org/j/1')),
    );
    assert.deepEqual([talk?.location, talk?.onlineUrl], ['', 'https://video.example.org/j/1']);
  });

  const STATUSES = [
    ['STATUS:CONFIRMED', 'published'],
    ['STATUS:cancelled', 'cancelled'],
    ['X-NOTHING:1', 'published'],
  ] as const;
  for (const [line, status] of STATUSES) {
    it(`marks an event with ${status} for ${line}`, async () => {
      assert.equal((await talksOf(aCalendar(event(...MOSS, 'DTSTART:20261120T170000Z', line))))[0]?.status, status);
    });
  }

  it('cancels all events of a calendar with METHOD:CANCEL', async () => {
    const [talk] = await talksOf(aCalendar('METHOD:CANCEL', event(...MOSS, 'DTSTART:20261120T170000Z')));
    assert.equal(talk?.status, 'cancelled');
  });

  it('leaves out private events and tasks, and notes how many', async () => {
    const { talks, problems, notes } = await readSource(
      readIcalendar,
      aCalendar(
        event(...MOSS, 'DTSTART:20261120T170000Z', 'CLASS:PRIVATE'),
        event('UID:fern', 'SUMMARY:On fern', 'DTSTART:20261120T170000Z', 'CLASS:CONFIDENTIAL'),
        'BEGIN:VTODO',
        'SUMMARY:Water the moss',
        'END:VTODO',
      ),
    );
    assert.deepEqual([talks, problems], [[], []]);
    assert.deepEqual(notes, [
      '1 × tasks (VTODO): left out',
      '2 × marked private or confidential: left out (import with --explain left-out shows them)',
    ]);
  });

  it('ignores the properties of alarms', async () => {
    const alarm = ['BEGIN:VALARM', 'DESCRIPTION:Reminder', 'SUMMARY:Alarm', 'DURATION:PT5M', 'END:VALARM'];
    const [talk] = await talksOf(
      aCalendar(event(...MOSS, 'DTSTART:20261120T170000Z', 'DTEND:20261120T180000Z', ...alarm)),
    );
    assert.deepEqual([talk?.title, talk?.description, talk?.end], ['On moss', '', '2026-11-20T18:00:00Z']);
  });

  it('uses the event with the highest SEQUENCE if several have the same UID', async () => {
    const text = aCalendar(
      event(...MOSS, 'DTSTART:20261121T170000Z', 'SEQUENCE:2'),
      event(...MOSS, 'DTSTART:20261120T170000Z', 'SEQUENCE:1'),
    );
    assert.deepEqual(await timesOf(text), ['2026-11-21T17:00:00Z 2026-11-21T17:00:00Z']);
  });

  it('makes the key of an event without a UID from start and title', async () => {
    const talks = await talksOf(
      aCalendar(event('SUMMARY:A', 'DTSTART:20261120T170000Z'), event('SUMMARY:B', 'DTSTART:20261120T170000Z')),
    );
    assert.deepEqual(
      talks.map(({ key, uid }) => [key, uid]),
      [
        ['2026-11-20T17:00:00Z A', ''],
        ['2026-11-20T17:00:00Z B', ''],
      ],
    );
  });
});
