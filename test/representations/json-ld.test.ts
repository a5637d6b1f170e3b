import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { DatedTalk } from '#catalogue/talk-details.ts';
import { oneLine } from '#representations/feeds/feed-text.ts';
import { embeddableJson, jsonLd, talkObjects } from '#representations/linked-data/json-ld.ts';
import { cancelledTalk, documents, movedTalk, plainTalk } from '../support/render/feed-documents.ts';
import { hostileFeedTalks, hostileFeedText } from '../support/hostile/hostile-feed.ts';
import { listAt, textAt } from '../support/json-value.ts';
import { RUNS } from '../support/property-runs.ts';
import { publication } from '../support/catalogue/publication.ts';

const written = documents(jsonLd);
const object = talkObjects(publication, { cancelled: 'status', alarm: null });

function parsed(bytes: Buffer): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

/** The properties of these names. */
function only(details: DatedTalk, ...names: readonly string[]): unknown {
  return Object.fromEntries(Object.entries(object(details)).filter(([name]) => names.includes(name)));
}

function changed(fields: Partial<DatedTalk['talk']>): DatedTalk {
  return { ...plainTalk, talk: { ...plainTalk.talk, ...fields } };
}

describe('a schema.org event', () => {
  it('has every field of a talk, but no personal e-mail address', () => {
    const ada = 'https://talks.example.org/talks/persons/id/5a3e1c1e-0000-4000-8000-000000000001';
    const cy = 'https://talks.example.org/talks/persons/id/5a3e1c1e-0000-4000-8000-000000000003';
    const botany = `https://talks.example.org/talks/department/id/${movedTalk.organisingDepartment?.id ?? ''}`;
    const series = 'https://talks.example.org/talks/series/id/d95be2ef-10bb-43d3-a46c-99dccf7151a0';
    assert.deepEqual(JSON.parse(JSON.stringify(object(movedTalk))), {
      '@type': 'Event',
      '@id': 'https://talks.example.org/talks/id/52360e07-9b8b-477d-8bc7-8a25995e5ef8/',
      identifier: 'urn:uuid:52360e07-9b8b-477d-8bc7-8a25995e5ef8',
      url: 'https://talks.example.org/talks/id/52360e07-9b8b-477d-8bc7-8a25995e5ef8/',
      name: 'Moss "in the dark": β < γ?',
      description: 'The lift is broken\n\nOn moss.\n\nAnd on ferns;\nboth green.',
      startDate: '2015-10-06T11:00:00+01:00',
      endDate: '2015-10-06T12:30:00+01:00',
      eventStatus: 'https://schema.org/EventRescheduled',
      previousStartDate: '2015-09-29T11:00:00+01:00',
      eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
      location: [
        {
          '@type': 'Place',
          name: 'Glass House, Seminar room',
          address: '1 Garden Lane',
          geo: { '@type': 'GeoCoordinates', latitude: 51.75, longitude: -1.25 },
        },
        { '@type': 'VirtualLocation', url: 'https://live.example.org/moss' },
      ],
      performer: {
        '@type': 'Person',
        '@id': ada,
        url: ada,
        name: 'Ada Núñez',
        description: 'Reader in Botany',
        sameAs: 'https://people.example.org/ada',
      },
      organizer: [
        { '@type': 'Organization', '@id': botany, url: botany, name: 'Department of Botany' },
        { '@type': 'Person', '@id': cy, url: cy, name: 'Cy Organiser', sameAs: 'https://people.example.org/ada' },
      ],
      superEvent: { '@type': 'EventSeries', '@id': series, url: series, name: 'Plants & people' },
      about: { '@type': 'Thing', '@id': 'http://topics.example.org/moss', name: 'Moss' },
      audience: { '@type': 'Audience', audienceType: 'Public' },
      offers: { '@type': 'Offer', url: 'https://book.example.org/?a=1&b=2', description: '£5' },
    });
  });

  it('omits fields that the talk does not have', () => {
    assert.deepEqual(JSON.parse(JSON.stringify(object(plainTalk))), {
      '@type': 'Event',
      '@id': 'https://talks.example.org/talks/id/88ba512b-8ac1-4191-a86e-340f8f3fed1d/',
      identifier: 'urn:uuid:88ba512b-8ac1-4191-a86e-340f8f3fed1d',
      url: 'https://talks.example.org/talks/id/88ba512b-8ac1-4191-a86e-340f8f3fed1d/',
      name: 'Untold',
      startDate: '2015-07-31T09:05:00+01:00',
      eventStatus: 'https://schema.org/EventScheduled',
    });
  });

  it('has EventCancelled as status if the talk is cancelled, even if it was moved before', () => {
    const { startDate, eventStatus, previousStartDate } = object(cancelledTalk);
    assert.deepEqual(
      [startDate, eventStatus, previousStartDate],
      ['2015-10-06T11:00:00+01:00', 'https://schema.org/EventCancelled', undefined],
    );
    assert.equal(object(changed({ status: 'preparation' })).eventStatus, 'https://schema.org/EventScheduled');
  });

  it('has an attendance mode and location if the talk has a place or online address', () => {
    assert.deepEqual(only(changed({ onlineUrl: 'https://x.example/' }), 'eventAttendanceMode', 'location'), {
      eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
      location: { '@type': 'VirtualLocation', url: 'https://x.example/' },
    });
    assert.deepEqual(only(changed({ locationDetails: 'The old mill' }), 'eventAttendanceMode', 'location'), {
      eventAttendanceMode: 'https://schema.org/OfflineEventAttendanceMode',
      location: { '@type': 'Place', name: 'The old mill' },
    });
    for (const locationDetails of ['Online via Zoom', 'Zoom: https://x.example/']) {
      assert.deepEqual(only(changed({ locationDetails }), 'eventAttendanceMode', 'location'), {
        eventAttendanceMode: 'https://schema.org/OnlineEventAttendanceMode',
        location: { '@type': 'VirtualLocation', name: locationDetails },
      });
    }
  });

  it('is accessible for free only if its cost says just that', () => {
    for (const cost of ['Free', 'free of charge', ' FREE! ', '£0', 'none'])
      assert.equal(object(changed({ cost })).isAccessibleForFree, true, cost);
    for (const cost of ['', '£5', 'Free for members', 'Freedom', '£50'])
      assert.equal(object(changed({ cost })).isAccessibleForFree, undefined, cost);
  });
});

describe('a list of events', () => {
  it('has a title, a description and its events', () => {
    assert.deepEqual(parsed(written([movedTalk, plainTalk], { page: null })), {
      '@context': 'https://schema.org',
      '@type': 'ItemList',
      '@id': 'https://talks.example.org/api/series/d95be2ef-10bb-43d3-a46c-99dccf7151a0.x',
      url: 'https://talks.example.org/api/series/d95be2ef-10bb-43d3-a46c-99dccf7151a0.x',
      name: 'Plants & people',
      description: 'Every week.\n\nAll are welcome.',
      numberOfItems: 2,
      itemListElement: [movedTalk, plainTalk].map((talk): unknown => JSON.parse(JSON.stringify(object(talk)))),
    });
    assert.deepEqual(listAt(parsed(written([])), 'itemListElement'), []);
  });
});

describe('arbitrary text in JSON-LD', () => {
  it('stays inside its JSON string and inside the script element of a page', () => {
    fc.assert(
      fc.property(hostileFeedTalks, hostileFeedText, (talks, text) => {
        const bytes = written(talks, { title: text, description: text });
        assert.doesNotMatch(bytes.toString(), /[<>&\u2028\u2029]|[^\P{Cc}]/u);
        const list = listAt(parsed(bytes), 'itemListElement');
        assert.deepEqual(
          list.map((event) => textAt(event, 'name')),
          talks.map(({ talk }) => oneLine(talk.title) || 'Untitled'),
        );
      }),
      { numRuns: RUNS.usual },
    );
  });

  it('is unchanged after parsing', () => {
    fc.assert(
      fc.property(hostileFeedText, (text) => {
        assert.deepEqual(JSON.parse(embeddableJson({ [text]: text })), { [text]: text });
      }),
    );
  });
});
