import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import type { DatedTalk } from '#catalogue/talk-details.ts';
import { jscalendar } from '#representations/calendar/jscalendar-feed.ts';
import { assemble } from '#representations/representation.ts';
import { STORIES } from '../golden/stories.ts';
import { hostileTalk } from '../support/hostile/hostile-text.ts';
import { RUNS } from '../support/property-runs.ts';
import { publication } from '../support/catalogue/publication.ts';
import { bareTalk, richTalk as talkWithEverything } from '../support/catalogue/talk-details.ts';

const richTalk: DatedTalk = {
  ...talkWithEverything,
  history: { created: '2015-08-01T00:00:00Z', sequence: 2, previousStart: null },
};

const feed = jscalendar(publication, { cancelled: 'status', alarm: null });

interface Event {
  readonly start: string;
  readonly timeZone: string;
  readonly duration: string;
}

function read(bytes: Buffer): Record<string, unknown> & Event {
  return JSON.parse(bytes.toString()) as Record<string, unknown> & Event;
}

/** Its start and end, computed with the reader’s own time zone data. */
function moments({ start, timeZone, duration }: Event): [string, string] {
  const from = Temporal.PlainDateTime.from(start).toZonedDateTime(timeZone, { disambiguation: 'reject' });
  const to = from.add(duration);
  return [from, to].map((time) => time.toInstant().toString()) as [string, string];
}

describe('a talk in JSCalendar', () => {
  it('has every field of a talk, but no personal e-mail address', () => {
    assert.deepEqual(read(feed.entry(richTalk)), {
      '@type': 'Event',
      uid: richTalk.talk.slug,
      prodId: '-//Lectern//Lectern//EN',
      created: '2015-08-01T00:00:00Z',
      updated: '2015-09-01T08:07:06Z',
      sequence: 2,
      status: 'cancelled',
      start: '2015-10-06T11:00:00',
      timeZone: 'Europe/London',
      duration: 'PT1H30M',
      freeBusyStatus: 'free',
      title: 'Moss "in the dark": β < γ?',
      description:
        'The lift is broken\n\nThis talk has been cancelled.\n\nSpeaker: Ada Núñez (Reader in Botany)\n\nOn moss.\n\n' +
        'And on ferns;\nboth green.\n\nSeries: Plants & people\nAudience: Public\n' +
        'Booking: Recommended, https://book.example.org/?a=1&b=2, book@example.org\nCost: £5\n' +
        'Online: https://live.example.org/moss\nContact: moss@example.org\n\n' +
        'https://talks.example.org/talks/id/52360e07-9b8b-477d-8bc7-8a25995e5ef8/',
      locations: { venue: { '@type': 'Location', name: 'Glass House, Seminar room, 1 Garden Lane' } },
      virtualLocations: {
        online: {
          '@type': 'VirtualLocation',
          name: 'Follow online',
          uri: 'https://live.example.org/moss',
          features: { audio: true, video: true },
        },
      },
      links: {
        page: {
          '@type': 'Link',
          href: 'https://talks.example.org/talks/id/52360e07-9b8b-477d-8bc7-8a25995e5ef8/',
          contentType: 'text/html',
          rel: 'alternate',
        },
      },
      keywords: { Moss: true, 'Plants & people': true },
      participants: Object.fromEntries(
        [
          ['5a3e1c1e-0000-4000-8000-000000000001', 'Ada Núñez', 'Speaker. Reader in Botany', 'attendee'] as const,
          ['5a3e1c1e-0000-4000-8000-000000000002', 'Bo Host', 'Host', 'chair'] as const,
          ['5a3e1c1e-0000-4000-8000-000000000003', 'Cy Organiser', 'Organiser', 'contact'] as const,
        ].map(([slug, name, description, role]) => [
          slug,
          { '@type': 'Participant', name, description, kind: 'individual', roles: { [role]: true } },
        ]),
      ),
    });
  });

  it('omits optional properties that the talk does not have', () => {
    assert.deepEqual(Object.keys(read(feed.entry(bareTalk))), [
      '@type',
      'uid',
      'prodId',
      'created',
      'updated',
      'sequence',
      'status',
      'start',
      'timeZone',
      'duration',
      'freeBusyStatus',
      'title',
      'description',
      'links',
    ]);
    assert.equal(read(feed.entry(bareTalk)).duration, 'PT0S');
  });

  it('lists a person with two roles once, with both roles', () => {
    const [speaker] = richTalk.speakers;
    assert.ok(speaker !== undefined);
    const { participants } = read(feed.entry({ ...richTalk, hosts: [speaker], organisers: [] }));
    assert.deepEqual(participants, {
      [speaker.slug]: {
        '@type': 'Participant',
        name: 'Ada Núñez',
        description: 'Speaker, Host. Reader in Botany',
        kind: 'individual',
        roles: { attendee: true, chair: true },
      },
    });
  });

  it('has the start and end of the talk in every golden story', () => {
    let talks = 0;
    for (const { steps } of STORIES) {
      for (const step of steps) {
        const writer = jscalendar(step.publication, step.options);
        for (const details of step.talks) {
          talks += 1;
          assert.deepEqual(moments(read(writer.entry(details))), [details.talk.start, details.talk.end]);
        }
      }
    }
    assert.ok(talks > 20);
  });

  it('has an alert if the alarm option is set and the talk is not cancelled', () => {
    const alarming = jscalendar(publication, { cancelled: 'status', alarm: 90 });
    assert.deepEqual(read(alarming.entry(bareTalk)).alerts, {
      start: { '@type': 'Alert', trigger: { '@type': 'OffsetTrigger', offset: '-PT90M' }, action: 'display' },
    });
    assert.equal(read(alarming.entry(richTalk)).alerts, undefined, 'a cancelled talk');
  });

  it('is JSON without control characters or private addresses for arbitrary text', () => {
    fc.assert(
      fc.property(hostileTalk, (details: DatedTalk) => {
        const bytes = feed.entry(details);
        const event = read(bytes);
        assert.equal(event.uid === '', false);
        assert.ok(!bytes.includes('private@example.org'));
        assert.doesNotMatch(JSON.stringify(event), /\\u00[01]/);
      }),
      { numRuns: RUNS.usual },
    );
  });
});

describe('a group in JSCalendar', () => {
  it('has its talks as entries and a title, source, colour and page', () => {
    const head = {
      kind: 'series',
      title: 'Plants & people',
      description: '',
      self: 'https://talks.example.org/api/series/1.jscalendar',
      page: 'https://talks.example.org/talks/series/id/1',
      updated: null,
      span: null,
      size: 0,
    } as const;
    const group = {
      '@type': 'Group',
      uid: head.self,
      prodId: '-//Lectern//Lectern//EN',
      updated: '1970-01-01T00:00:00Z',
      title: 'Plants & people',
      source: head.self,
      color: read(feed.frame(head).empty).color,
      links: { page: { '@type': 'Link', href: head.page, contentType: 'text/html', rel: 'alternate' } },
    };
    assert.deepEqual(read(assemble(feed.frame(head), [])), { ...group, entries: [] });
    const entry = feed.entry(richTalk);
    assert.deepEqual(read(assemble(feed.frame(head), [entry, entry])), {
      ...group,
      entries: [read(entry), read(entry)],
    });
    assert.match(String(group.color), /^[a-z]+$/);
  });
});
