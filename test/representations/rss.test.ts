import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { oneLine } from '#representations/feeds/feed-text.ts';
import { rss } from '#representations/feeds/rss.ts';
import { cancelledTalk, documents, movedTalk, plainTalk } from '../support/render/feed-documents.ts';
import { harmlessText } from '../support/render/feed-html.ts';
import { hostileFeedTalks, hostileFeedText } from '../support/hostile/hostile-feed.ts';
import { elementsIn, markupOf, textOf, type Markup } from '../support/render/markup.ts';
import { RUNS } from '../support/property-runs.ts';
import { askPython, withoutPython } from '../support/process/python.ts';

const written = documents(rss);

const ITEM =
  'title link guid pubDate atom:updated dc:creator category ev:startdate ev:enddate ev:location ev:organizer enclosure media:thumbnail description';

/** Names and texts of the children of an element. */
function rows(element: Markup): [string, string][] {
  return elementsIn(element).map((one) => [one.name, textOf(one)]);
}

function itemsOf(bytes: Buffer): Markup[] {
  const [channel] = elementsIn(markupOf(bytes));
  assert.ok(channel !== undefined);
  return elementsIn(channel).filter(({ name }) => name === 'item');
}

describe('an RSS feed', () => {
  it('has every field of a talk', () => {
    const [item] = itemsOf(written([movedTalk]));
    assert.ok(item !== undefined);
    assert.deepEqual(rows(item).slice(0, -1), [
      ['title', 'Moss "in the dark": β < γ?'],
      ['link', 'https://talks.example.org/talks/id/52360e07-9b8b-477d-8bc7-8a25995e5ef8/'],
      ['guid', 'urn:uuid:52360e07-9b8b-477d-8bc7-8a25995e5ef8'],
      ['pubDate', 'Sat, 01 Aug 2015 09:00:00 GMT'],
      ['atom:updated', '2015-09-01T08:07:06Z'],
      ['dc:creator', 'Ada Núñez'],
      ['category', 'Moss'],
      ['ev:startdate', '2015-10-06T11:00:00+01:00'],
      ['ev:enddate', '2015-10-06T12:30:00+01:00'],
      ['ev:location', 'Glass House, Seminar room, 1 Garden Lane'],
      ['ev:organizer', 'Department of Botany'],
    ]);
    const text = harmlessText(rows(item).at(-1)?.[1] ?? '');
    assert.ok(
      text.startsWith(
        'Moved from Tuesday 29 September 2015, 11:00.\nThe lift is broken\nWhen: Tuesday 6 October 2015, 11:00–12:30 (Europe/London)\nWhere: ',
      ),
    );
    assert.equal(elementsIn(item)[2]?.attributes.isPermaLink, 'false');
  });

  it('omits fields that the talk does not have', () => {
    const [item] = itemsOf(written([plainTalk]));
    assert.ok(item !== undefined);
    assert.deepEqual(rows(item).slice(3), [
      ['pubDate', 'Wed, 01 Jul 2015 00:00:00 GMT'],
      ['atom:updated', '2015-07-01T00:00:00Z'],
      ['ev:startdate', '2015-07-31T09:05:00+01:00'],
      ['ev:enddate', '2015-07-31T09:05:00+01:00'],
      ['description', '<p><b>When:</b> <bdi>Friday 31 July 2015, 09:05 (Europe/London)</bdi></p>'],
    ]);
  });

  it('describes its channel even without talks', () => {
    const root = markupOf(written([], { description: '', page: null }));
    assert.deepEqual(root.attributes, {
      version: '2.0',
      'xmlns:atom': 'http://www.w3.org/2005/Atom',
      'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
      'xmlns:ev': 'http://purl.org/rss/1.0/modules/event/',
    });
    const [channel] = elementsIn(root);
    assert.ok(channel !== undefined);
    assert.deepEqual(rows(channel), [
      ['title', 'Plants & people'],
      ['link', 'https://talks.example.org'],
      ['description', 'Plants &amp; people'],
      ['atom:link', ''],
      ['lastBuildDate', 'Thu, 01 Jan 1970 00:00:00 GMT'],
      ['generator', 'Lectern'],
      ['ttl', '60'],
    ]);
  });

  it('escapes the description of a series twice, since readers show it as HTML', () => {
    const [channel] = elementsIn(markupOf(written([], { description: 'Salt & <b>pepper</b>\n<script>x</script>' })));
    assert.ok(channel !== undefined);
    assert.deepEqual(
      rows(channel).filter(([name]) => name === 'description'),
      [['description', 'Salt &amp; &lt;b&gt;pepper&lt;/b&gt; &lt;script&gt;x&lt;/script&gt;']],
    );
  });

  it('marks a cancelled talk in its description and in its title with cancelled=title', () => {
    const [item] = itemsOf(documents(rss, { cancelled: 'title' })([cancelledTalk]));
    assert.ok(item !== undefined);
    assert.equal(rows(item)[0]?.[1], 'Cancelled: Moss "in the dark": β < γ?');
    assert.match(rows(item).at(-1)?.[1] ?? '', /^<p dir="auto"><b>This talk has been cancelled\.<\/b><\/p>/);
  });
});

describe('arbitrary text in an RSS feed', () => {
  it('is escaped and stays inside its element', () => {
    fc.assert(
      fc.property(hostileFeedTalks, hostileFeedText, (talks, text) => {
        const items = itemsOf(written(talks, { title: text, description: text }));
        assert.equal(items.length, talks.length);
        items.forEach((item, at) => {
          const found = rows(item);
          const names = [...new Set(found.map(([name]) => name))];
          assert.deepEqual(
            names,
            ITEM.split(' ').filter((name) => names.includes(name)),
          );
          assert.equal(found[0]?.[1], oneLine(talks[at]?.talk.title ?? '') || 'Untitled');
          harmlessText(found.at(-1)?.[1] ?? '');
        });
      }),
      { numRuns: RUNS.usual },
    );
  });
});

const READ = `
import feedparser, json, sys
read = feedparser.parse(json.load(sys.stdin).encode())
json.dump({'bozo': read.bozo, 'version': read.version, 'title': read.feed.title,
  'entries': [[e.id, e.title, e.link, list(e.published_parsed), list(e.updated_parsed), e.author, e.tags[0].term,
    e.ev_startdate, e.ev_location] for e in read.entries]}, sys.stdout)
`;

describe('feedparser', () => {
  const missing = withoutPython('feedparser');

  it('reads every field of an RSS feed without errors', { skip: missing }, () => {
    assert.deepEqual(askPython('feedparser', READ, written([movedTalk]).toString()), {
      bozo: false,
      version: 'rss20',
      title: 'Plants & people',
      entries: [
        [
          'urn:uuid:52360e07-9b8b-477d-8bc7-8a25995e5ef8',
          'Moss "in the dark": β < γ?',
          'https://talks.example.org/talks/id/52360e07-9b8b-477d-8bc7-8a25995e5ef8/',
          [2015, 8, 1, 9, 0, 0, 5, 213, 0],
          [2015, 9, 1, 8, 7, 6, 1, 244, 0],
          'Ada Núñez',
          'Moss',
          '2015-10-06T11:00:00+01:00',
          'Glass House, Seminar room, 1 Garden Lane',
        ],
      ],
    });
  });
});
