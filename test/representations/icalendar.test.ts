import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DatedTalk } from '#catalogue/talk-details.ts';
import type { FeedHead } from '#representations/feeds/feed-format.ts';
import { icalendar } from '#representations/calendar/icalendar-feed.ts';
import { assemble } from '#representations/representation.ts';
import { CANCELLED_FORMS } from '#search/query/value-forms.ts';
import { publication } from '../support/catalogue/publication.ts';
import { HEAD, OPTIONS, bareTalk, calendar, richTalk, written } from '../support/render/written-calendar.ts';

/** The unfolded lines of a property of a talk. */
function said(name: string, details: DatedTalk, { feed = calendar } = {}): string[] {
  const lines = feed.entry(details).toString().replaceAll('\r\n ', '').split('\r\n');
  return lines.filter((line) => line.startsWith(`${name}:`) || line.startsWith(`${name};`));
}

function talkWith(more: Partial<DatedTalk['talk']>): DatedTalk {
  return { ...richTalk, talk: { ...richTalk.talk, status: 'published', ...more } };
}

describe('a talk in iCalendar', () => {
  it('has a property for every field', () => {
    assert.equal(
      calendar.entry(richTalk).toString().replaceAll('\r\n ', ''),
      [
        'BEGIN:VEVENT',
        'UID:52360e07-9b8b-477d-8bc7-8a25995e5ef8',
        'DTSTAMP:20150901T080706Z',
        'CREATED:20150801T000000Z',
        'LAST-MODIFIED:20150901T080706Z',
        'SEQUENCE:2',
        'STATUS:CANCELLED',
        'DTSTART;TZID=Europe/London:20151006T110000',
        'DTEND;TZID=Europe/London:20151006T123000',
        'TRANSP:TRANSPARENT',
        'SUMMARY:Cancelled: Moss "in the dark": β < γ?',
        'DESCRIPTION:The lift is broken\\n\\nThis talk has been cancelled.\\n\\nSpeaker: Ada Núñez (Reader in Botany)\\n\\n' +
          'On moss.\\n\\nAnd on ferns\\;\\nboth green.\\n\\nSeries: Plants & people\\nAudience: Public\\n' +
          'Booking: Recommended\\, https://book.example.org/?a=1&b=2\\, book@example.org\\nCost: £5\\n' +
          'Online: https://live.example.org/moss\\nContact: moss@example.org\\n\\n' +
          'https://talks.example.org/talks/id/52360e07-9b8b-477d-8bc7-8a25995e5ef8/',
        'LOCATION:Glass House\\, Seminar room\\, 1 Garden Lane',
        'URL:https://talks.example.org/talks/id/52360e07-9b8b-477d-8bc7-8a25995e5ef8/',
        'CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO;LABEL=Follow online:https://live.example.org/moss',
        'CATEGORIES:Moss,Plants & people',
        'ORGANIZER;CN=Department of Botany:mailto:moss@example.org',
        'CONTACT:Cy Organiser\\, moss@example.org',
        'COMMENT:The lift is broken',
        'END:VEVENT',
        '',
      ].join('\r\n'),
    );
  });

  it('has only mandatory properties if the talk has no optional fields and no duration', () => {
    assert.equal(
      calendar.entry(bareTalk).toString().replaceAll('\r\n ', ''),
      [
        'BEGIN:VEVENT',
        'UID:88ba512b-8ac1-4191-a86e-340f8f3fed1d',
        'DTSTAMP:20150701T000000Z',
        'CREATED:20150701T000000Z',
        'LAST-MODIFIED:20150701T000000Z',
        'SEQUENCE:0',
        'STATUS:CONFIRMED',
        'DTSTART;TZID=Europe/London:20150731T090500',
        'TRANSP:OPAQUE',
        'SUMMARY:Untold',
        'DESCRIPTION:https://talks.example.org/talks/id/88ba512b-8ac1-4191-a86e-340f8f3fed1d/',
        'URL:https://talks.example.org/talks/id/88ba512b-8ac1-4191-a86e-340f8f3fed1d/',
        'END:VEVENT',
        '',
      ].join('\r\n'),
    );
  });

  it('keeps its UID if the service moves to another host or the source has given one', () => {
    const moved = icalendar({ ...publication, baseUrl: 'https://elsewhere.example.org' }, OPTIONS);
    assert.deepEqual(said('UID', bareTalk, { feed: moved }), ['UID:88ba512b-8ac1-4191-a86e-340f8f3fed1d']);
    assert.deepEqual(said('UID', talkWith({ uid: 'abc,1@example.net' })), ['UID:abc\\,1@example.net']);
    assert.deepEqual(
      said('UID', talkWith({ uid: '\x01' })),
      [`UID:${richTalk.talk.slug}`],
      'nothing is left of a control character',
    );
  });

  it('has the UID of OxTalks if uidForm is oxtalks', () => {
    const oxtalks = icalendar({ ...publication, uidForm: 'oxtalks' }, OPTIONS);
    const uid = 'UID:https://talks.ox.ac.uk/talks/id/88ba512b-8ac1-4191-a86e-340f8f3fed1d/';
    assert.deepEqual(said('UID', bareTalk, { feed: oxtalks }), [uid]);
    assert.deepEqual(said('UID', talkWith({ uid: 'kept' }), { feed: oxtalks }), ['UID:kept']);
  });

  it('says in DESCRIPTION that it was moved, unless it was moved back or cancelled', () => {
    const moved = 'Moved from Monday 5 October 2015\\, 11:00.';
    const all = (details: DatedTalk): string => said('DESCRIPTION', details).join('');
    assert.ok(all(talkWith({})).includes(moved));
    assert.ok(!all(talkWith({ start: '2015-10-05T10:00:00Z' })).includes('Moved'));
    assert.ok(!all(richTalk).includes('Moved'), 'cancelled');
  });

  it('has ORGANIZER only if it has a valid e-mail address of its own', () => {
    assert.deepEqual(said('ORGANIZER', talkWith({ organiserEmail: ' a.b+c@example.org ' })), [
      'ORGANIZER;CN=Department of Botany:mailto:a.b+c@example.org',
    ]);
    for (const organiserEmail of [
      '',
      'no address',
      'a@b',
      'a b@example.org',
      'a@example.org\r\nX:1',
      'A <a@example.org>',
    ]) {
      assert.deepEqual(said('ORGANIZER', talkWith({ organiserEmail })), [], organiserEmail);
    }
    assert.ok(!calendar.entry(talkWith({ organiserEmail: '' })).includes('private.example.org'));
    const hosted = { ...talkWith({}), organisingDepartment: null };
    assert.deepEqual(said('ORGANIZER', hosted), ['ORGANIZER;CN=Bo Host:mailto:moss@example.org']);
    assert.deepEqual(said('ORGANIZER', { ...hosted, hosts: [] }), ['ORGANIZER:mailto:moss@example.org']);
  });

  it('has the online address as LOCATION if it has no place', () => {
    const onlineUrl = 'https://live.example.org/1';
    const nowhere = { ...talkWith({ onlineUrl, locationDetails: '' }), venue: null };
    assert.deepEqual(said('LOCATION', nowhere), [`LOCATION:${onlineUrl}`]);
    assert.deepEqual(said('LOCATION', { ...talkWith({ onlineUrl, locationDetails: 'Mill' }), venue: null }), [
      'LOCATION:Mill',
    ]);
  });

  it('has a description in HTML as text, and as HTML in X-ALT-DESC', () => {
    const description = '<p>Moss &amp; <b>fern</b></p><script>x()</script><ul><li>One</li></ul>';
    const told = said('DESCRIPTION', talkWith({ description })).join('');
    assert.ok(told.includes(String.raw`Moss & fern\n\n- One\n`), told);
    const shown = said('X-ALT-DESC', talkWith({ description })).join('');
    assert.ok(shown.startsWith('X-ALT-DESC;FMTTYPE=text/html:<html><body><p>'), shown);
    assert.ok(shown.includes(String.raw`<p>Moss &amp\; <b>fern</b></p> <ul><li>One</li>`), shown);
    assert.deepEqual(said('X-ALT-DESC', talkWith({ description: 'Moss & fern' })), []);
  });

  it('has CONFERENCE only for http and https addresses', () => {
    for (const onlineUrl of ['', 'javascript:alert(1)', 'ask the host', '//live.example.org', 'https://']) {
      assert.deepEqual(said('CONFERENCE', talkWith({ onlineUrl })), [], onlineUrl);
    }
    const [line = ''] = said('CONFERENCE', talkWith({ onlineUrl: 'http://live.example.org/a b?c=\r\nX:1' }));
    assert.ok(line.endsWith(':http://live.example.org/a%20b?c=X:1'), line);
  });

  it('has GEO if its venue has coordinates', () => {
    const at = (latitude: number | null, longitude: number | null): string[] => {
      const { venue } = richTalk;
      return said('GEO', { ...richTalk, venue: venue && { ...venue, latitude, longitude } });
    };
    assert.deepEqual(at(51.7548164, -1.2543668), ['GEO:51.754816;-1.254367']);
    assert.deepEqual(at(1e-9, -90), ['GEO:0;-90']);
    assert.deepEqual(at(null, null), []);
  });

  it('is in UTC if its local time is ambiguous or out of range', () => {
    const times = (start: string, end: string): string[] => [
      ...said('DTSTART', talkWith({ start, end })),
      ...said('DTEND', talkWith({ start, end })),
    ];
    assert.deepEqual(times('2026-10-24T23:30:00Z', '2026-10-25T00:30:00Z'), [
      'DTSTART:20261024T233000Z',
      'DTEND:20261025T003000Z',
    ]);
    assert.deepEqual(times('2026-10-24T23:30:00Z', '2026-10-25T02:00:00Z'), [
      'DTSTART;TZID=Europe/London:20261025T003000',
      'DTEND;TZID=Europe/London:20261025T020000',
    ]);
    assert.deepEqual(times('0000-01-01T00:00:00Z', '9999-12-31T23:59:59Z'), [
      'DTSTART:00000101T000000Z',
      'DTEND:99991231T235959Z',
    ]);
  });

  it('has VALARM if the alarm option is set and the talk is not cancelled', () => {
    assert.ok(!calendar.entry(talkWith({})).includes('VALARM'));
    const alarming = icalendar(publication, { cancelled: 'title', alarm: 15 });
    const lines = alarming.entry({ ...bareTalk }).toString();
    assert.ok(
      lines.endsWith(
        '/\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT15M\r\nDESCRIPTION:Untold\r\nEND:VALARM\r\nEND:VEVENT\r\n',
      ),
      lines,
    );
    assert.ok(
      icalendar(publication, { cancelled: 'title', alarm: 0 }).entry(bareTalk).includes('\r\nTRIGGER:PT0S\r\n'),
    );
    assert.ok(!alarming.entry(richTalk).includes('VALARM'), 'a cancelled talk');
  });

  it('marks cancellation in STATUS and in SUMMARY only with cancelled=title', () => {
    for (const cancelled of CANCELLED_FORMS) {
      const feed = icalendar(publication, { cancelled, alarm: null });
      const prefix = cancelled === 'title' ? 'Cancelled: ' : '';
      assert.deepEqual(said('SUMMARY', richTalk, { feed }), [`SUMMARY:${prefix}Moss "in the dark": β < γ?`]);
      assert.deepEqual(said('STATUS', richTalk, { feed }), ['STATUS:CANCELLED']);
    }
  });

  it('has a different feed name for every combination of options', () => {
    const names = CANCELLED_FORMS.flatMap((cancelled) =>
      [null, 0, 15].map((alarm) => icalendar(publication, { cancelled, alarm }).name),
    );
    assert.equal(new Set(names).size, names.length);
  });
});

describe('an iCalendar feed', () => {
  it('has a name, address, refresh interval, colour and time zone', () => {
    const head: FeedHead = {
      ...HEAD,
      description: 'Chosen by the gardeners',
      page: 'https://talks.example.org/user/lists/id/f6e6d9e6-d166-47d9-a894-35bc2f4a4580/',
      updated: '2015-09-01T08:07:06Z',
    };
    const { before, after } = calendar.frame(head);
    const lines = before.toString().replaceAll('\r\n ', '').split('BEGIN:VTIMEZONE')[0];
    assert.equal(
      lines,
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//Lectern//Lectern//EN',
        'CALSCALE:GREGORIAN',
        'NAME:Garden talks',
        'X-WR-CALNAME:Garden talks',
        'DESCRIPTION:Chosen by the gardeners',
        'X-WR-CALDESC:Chosen by the gardeners',
        'LAST-MODIFIED:20150901T080706Z',
        'URL:https://talks.example.org/user/lists/id/f6e6d9e6-d166-47d9-a894-35bc2f4a4580/',
        'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
        'X-PUBLISHED-TTL:PT1H',
        'SOURCE;VALUE=URI:https://talks.example.org/api/collections/id/f6e6d9e6-d166-47d9-a894-35bc2f4a4580.ics',
        'COLOR:darkblue',
        'X-WR-TIMEZONE:Europe/London',
        '',
      ].join('\r\n'),
    );
    assert.equal(after.toString(), 'END:VCALENDAR\r\n');
  });

  it('keeps its colour if it is renamed or moves to another host and has none for a single talk', () => {
    const colour = (head: FeedHead): string | undefined =>
      /\r\nCOLOR:(\w+)\r\n/.exec(calendar.frame(head).before.toString())?.[1];
    const page = 'https://talks.example.org/talks/series/id/1';
    const first = colour({ ...HEAD, page });
    assert.ok(first !== undefined);
    assert.equal(colour({ ...HEAD, page, title: 'Another' }), first);
    assert.equal(colour({ ...HEAD, page: 'https://elsewhere.example.org/talks/series/id/1' }), first);
    assert.equal(colour({ ...HEAD, kind: 'talk' }), undefined);
    const colours = Array.from({ length: 200 }, (_, at) => colour({ ...HEAD, page: `${page}${at}` }));
    assert.ok(new Set(colours).size > 20);
  });

  it('has no VTIMEZONE in UTC unless it would otherwise be empty', () => {
    const utc = icalendar({ ...publication, timeZone: 'Etc/UTC' }, OPTIONS);
    const { before, empty } = utc.frame(HEAD);
    assert.ok(!before.includes('VTIMEZONE'));
    assert.ok(before.toString().endsWith('\r\nX-WR-TIMEZONE:UTC\r\n'));
    assert.ok(empty.includes('BEGIN:VTIMEZONE\r\nTZID:UTC\r\n'));
    assert.ok(utc.entry(bareTalk).includes('\r\nDTSTART:20150731T080500Z\r\n'));
  });

  it('has the same bytes for the same talks after writing other calendars', () => {
    const first = written(richTalk);
    for (let year = 1900; year < 2300; year += 1) {
      calendar.frame({ ...HEAD, span: { first: `${year}-01-01T00:00:00Z`, last: '2400-01-01T00:00:00Z' } });
    }
    assert.ok(written(richTalk).equals(first));
    assert.ok(
      assemble(icalendar(publication, OPTIONS).frame(HEAD), [icalendar(publication, OPTIONS).entry(richTalk)]).equals(
        first,
      ),
    );
  });
});
