import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { oneLine } from '#representations/feeds/feed-text.ts';
import { jsonFeed } from '#representations/feeds/json-feed.ts';
import { cancelledTalk, documents, movedTalk, plainTalk } from '../support/render/feed-documents.ts';
import { harmlessText } from '../support/render/feed-html.ts';
import { hostileFeedTalks, hostileFeedText } from '../support/hostile/hostile-feed.ts';
import { isMembers, listAt, textAt, valueAt } from '../support/json-value.ts';
import { RUNS } from '../support/property-runs.ts';

const written = documents(jsonFeed);

function parsed(bytes: Buffer): unknown {
  return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

describe('a JSON feed', () => {
  it('has every field of a talk', () => {
    const [item] = listAt(parsed(written([movedTalk])), 'items');
    assert.ok(isMembers(item));
    const { content_html, ...rest } = item;
    assert.ok(
      harmlessText(String(content_html)).startsWith(
        'Moved from Tuesday 29 September 2015, 11:00.\nThe lift is broken\nWhen: Tuesday 6 October 2015',
      ),
    );
    const inShort =
      'Moved from Tuesday 29 September 2015, 11:00.\nThe lift is broken\nTuesday 6 October 2015, 11:00–12:30 (Europe/London)\nGlass House, Seminar room, 1 Garden Lane';
    assert.deepEqual(rest, {
      id: 'urn:uuid:52360e07-9b8b-477d-8bc7-8a25995e5ef8',
      url: 'https://talks.example.org/talks/id/52360e07-9b8b-477d-8bc7-8a25995e5ef8/',
      title: 'Moss "in the dark": β < γ?',
      summary: inShort,
      content_text: [
        'Moved from Tuesday 29 September 2015, 11:00.',
        '',
        'The lift is broken',
        '',
        'When: Tuesday 6 October 2015, 11:00–12:30 (Europe/London)',
        'Where: Glass House, Seminar room, 1 Garden Lane',
        'Online: https://live.example.org/moss',
        'Speaker: Ada Núñez (Reader in Botany)',
        'Series: Plants & people',
        'Organised by: Department of Botany',
        'Booking: Recommended, https://book.example.org/?a=1&b=2, book@example.org',
        'Cost: £5',
        'Audience: Public',
        'Contact: moss@example.org',
        '',
        'On moss.',
        '',
        'And on ferns;',
        'both green.',
      ].join('\n'),
      date_published: '2015-08-01T09:00:00Z',
      date_modified: '2015-09-01T08:07:06Z',
      authors: [
        {
          name: 'Ada Núñez',
          url: 'https://talks.example.org/talks/persons/id/5a3e1c1e-0000-4000-8000-000000000001',
        },
      ],
      tags: ['Moss'],
      _lectern: {
        start: '2015-10-06T10:00:00Z',
        end: '2015-10-06T11:30:00Z',
        all_day: false,
        time_zone: 'Europe/London',
        status: 'published',
        previous_start: '2015-09-29T10:00:00Z',
        location: 'Glass House, Seminar room, 1 Garden Lane',
      },
    });
  });

  it('omits fields that the talk does not have', () => {
    assert.deepEqual(listAt(parsed(written([plainTalk])), 'items'), [
      {
        id: 'urn:uuid:88ba512b-8ac1-4191-a86e-340f8f3fed1d',
        url: 'https://talks.example.org/talks/id/88ba512b-8ac1-4191-a86e-340f8f3fed1d/',
        title: 'Untold',
        summary: 'Friday 31 July 2015, 09:05 (Europe/London)',
        content_text: 'When: Friday 31 July 2015, 09:05 (Europe/London)',
        content_html: '<p><b>When:</b> <bdi>Friday 31 July 2015, 09:05 (Europe/London)</bdi></p>',
        date_published: '2015-07-01T00:00:00Z',
        date_modified: '2015-07-01T00:00:00Z',
        _lectern: {
          start: '2015-07-31T08:05:00Z',
          end: '2015-07-31T08:05:00Z',
          all_day: false,
          time_zone: 'Europe/London',
          status: 'published',
          location: '',
        },
      },
    ]);
  });

  it('has its title, address and author even without talks', () => {
    assert.deepEqual(parsed(written([], { page: null, description: '' })), {
      version: 'https://jsonfeed.org/version/1.1',
      title: 'Plants & people',
      feed_url: 'https://talks.example.org/api/series/d95be2ef-10bb-43d3-a46c-99dccf7151a0.x',
      authors: [{ name: 'talks.example.org', url: 'https://talks.example.org' }],
      items: [],
    });
  });

  it('marks a cancelled talk in its status and in its title with cancelled=title', () => {
    const feed = parsed(documents(jsonFeed, { cancelled: 'title' })([cancelledTalk]));
    assert.equal(textAt(feed, 'items', 0, 'title'), 'Cancelled: Moss "in the dark": β < γ?');
    assert.equal(valueAt(feed, 'items', 0, '_lectern', 'status'), 'cancelled');
  });
});

describe('arbitrary text in a JSON feed', () => {
  it('is escaped and stays inside its JSON string', () => {
    fc.assert(
      fc.property(hostileFeedTalks, hostileFeedText, (talks, text) => {
        const feed = parsed(written(talks, { title: text, description: text }));
        assert.equal(textAt(feed, 'title'), oneLine(text) || 'Untitled');
        const items = listAt(feed, 'items');
        assert.equal(items.length, talks.length);
        items.forEach((item, at) => {
          assert.equal(textAt(item, 'title'), oneLine(talks[at]?.talk.title ?? '') || 'Untitled');
          harmlessText(textAt(item, 'content_html'));
          for (const name of ['title', 'summary', 'content_text'])
            assert.doesNotMatch(textAt(item, name), /[^\P{Cc}\n]|\p{Surrogate}/u);
        });
      }),
      { numRuns: RUNS.usual },
    );
  });
});
