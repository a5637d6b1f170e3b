import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { atom } from '#representations/feeds/atom.ts';
import { oneLine } from '#representations/feeds/feed-text.ts';
import { cancelledTalk, documents, movedTalk, plainTalk } from '../support/render/feed-documents.ts';
import { harmlessText } from '../support/render/feed-html.ts';
import { hostileFeedTalks, hostileFeedText } from '../support/hostile/hostile-feed.ts';
import { elementsIn, markupOf, textOf, type Markup } from '../support/render/markup.ts';
import { RUNS } from '../support/property-runs.ts';
import { askPython, withoutPython } from '../support/process/python.ts';

const written = documents(atom);

const FEED = 'id title subtitle link link updated author generator entry';
const ENTRY = 'id title link media:thumbnail published updated author category summary content';

function child(element: Markup, name: string): string {
  const found = elementsIn(element).find((one) => one.name === name);
  assert.ok(found !== undefined, `no element ${name}`);
  return textOf(found);
}

describe('an Atom feed', () => {
  it('has every field of a talk', () => {
    const lines = written([movedTalk]).toString().split('\n');
    assert.deepEqual(lines.slice(0, 10), [
      '<?xml version="1.0" encoding="utf-8"?>',
      '<feed xmlns="http://www.w3.org/2005/Atom">',
      '<id>urn:uuid:d24ed810-b7a4-56e9-aada-41a77a6709bb</id>',
      '<title>Plants &amp; people</title>',
      '<subtitle>Every week. All are welcome.</subtitle>',
      '<link rel="self" type="application/atom+xml" href="https://talks.example.org/api/series/d95be2ef-10bb-43d3-a46c-99dccf7151a0.x"/>',
      '<link rel="alternate" type="text/html" href="https://talks.example.org/talks/series/id/d95be2ef-10bb-43d3-a46c-99dccf7151a0"/>',
      '<updated>2015-09-01T08:07:06Z</updated>',
      '<author><name>talks.example.org</name><uri>https://talks.example.org</uri></author>',
      '<generator>Lectern</generator>',
    ]);
    assert.deepEqual(lines.slice(10, 22), [
      '<entry>',
      '<id>urn:uuid:52360e07-9b8b-477d-8bc7-8a25995e5ef8</id>',
      '<title>Moss &quot;in the dark&quot;: β &lt; γ?</title>',
      '<link rel="alternate" type="text/html" href="https://talks.example.org/talks/id/52360e07-9b8b-477d-8bc7-8a25995e5ef8/"/>',
      '<published>2015-08-01T09:00:00Z</published>',
      '<updated>2015-09-01T08:07:06Z</updated>',
      '<author><name>Ada Núñez</name><uri>https://talks.example.org/talks/persons/id/5a3e1c1e-0000-4000-8000-000000000001</uri></author>',
      '<category term="http://topics.example.org/moss" label="Moss"/>',
      '<summary>Moved from Tuesday 29 September 2015, 11:00.',
      'The lift is broken',
      'Tuesday 6 October 2015, 11:00–12:30 (Europe/London)',
      'Glass House, Seminar room, 1 Garden Lane</summary>',
    ]);
    const entry = elementsIn(markupOf(written([movedTalk]))).at(-1);
    assert.ok(entry !== undefined);
    assert.equal(
      child(entry, 'content'),
      '<p dir="auto"><b>Moved from Tuesday 29 September 2015, 11:00.</b></p>\n<p dir="auto"><b>The lift is broken</b></p>\n' +
        '<p><b>When:</b> <bdi>Tuesday 6 October 2015, 11:00–12:30 (Europe/London)</bdi><br/>\n' +
        '<b>Where:</b> <bdi>Glass House, Seminar room, 1 Garden Lane</bdi><br/>\n' +
        '<b>Online:</b> <a href="https://live.example.org/moss"><bdi>https://live.example.org/moss</bdi></a><br/>\n' +
        '<b>Speaker:</b> <bdi>Ada Núñez (Reader in Botany)</bdi><br/>\n' +
        '<b>Series:</b> <a href="https://talks.example.org/talks/series/id/d95be2ef-10bb-43d3-a46c-99dccf7151a0">' +
        '<bdi>Plants &amp; people</bdi></a><br/>\n' +
        '<b>Organised by:</b> <bdi>Department of Botany</bdi><br/>\n' +
        '<b>Booking:</b> <bdi>Recommended</bdi>, <a href="https://book.example.org/?a=1&amp;b=2">' +
        '<bdi>https://book.example.org/?a=1&amp;b=2</bdi></a>, <bdi>book@example.org</bdi><br/>\n' +
        '<b>Cost:</b> <bdi>£5</bdi><br/>\n<b>Audience:</b> <bdi>Public</bdi><br/>\n' +
        '<b>Contact:</b> <bdi>moss@example.org</bdi></p>\n' +
        '<p dir="auto">On moss.</p>\n<p dir="auto">And on ferns;<br/>\nboth green.</p>',
    );
  });

  it('omits fields that the talk does not have', () => {
    const entry = written([plainTalk]).toString().split('\n').slice(10);
    assert.deepEqual(entry, [
      '<entry>',
      '<id>urn:uuid:88ba512b-8ac1-4191-a86e-340f8f3fed1d</id>',
      '<title>Untold</title>',
      '<link rel="alternate" type="text/html" href="https://talks.example.org/talks/id/88ba512b-8ac1-4191-a86e-340f8f3fed1d/"/>',
      '<published>2015-07-01T00:00:00Z</published>',
      '<updated>2015-07-01T00:00:00Z</updated>',
      '<summary>Friday 31 July 2015, 09:05 (Europe/London)</summary>',
      '<content type="html">&lt;p&gt;&lt;b&gt;When:&lt;/b&gt; &lt;bdi&gt;Friday 31 July 2015, 09:05 (Europe/London)&lt;/bdi&gt;&lt;/p&gt;</content>',
      '</entry>',
      '</feed>',
      '',
    ]);
  });

  it('has the department as author if the talk has no speakers', () => {
    const nobody = { ...movedTalk, speakers: [] };
    assert.ok(written([nobody]).toString().includes('<author><name>Department of Botany</name></author>'));
  });

  it('has 1970 as its updated time if it has no talks', () => {
    const root = markupOf(written([], { page: null, description: '' }));
    assert.deepEqual(
      elementsIn(root).map(({ name }) => name),
      ['id', 'title', 'link', 'updated', 'author', 'generator'],
    );
    assert.equal(child(root, 'updated'), '1970-01-01T00:00:00Z');
  });

  it('keeps its ids if the service moves to another host or path', () => {
    const there = documents(atom, { baseUrl: 'https://elsewhere.example.com/lectern' });
    const self = 'https://elsewhere.example.com/lectern/api/series/d95be2ef-10bb-43d3-a46c-99dccf7151a0.x';
    const ids = (bytes: Buffer): string[] => bytes.toString().match(/<id>.*<\/id>/g) ?? [];
    assert.deepEqual(ids(there([movedTalk], { self })), ids(written([movedTalk])));
    assert.notDeepEqual(ids(written([], { self: `${self}?cancelled=omit` })), ids(written([])));
  });

  it('marks a cancelled talk in its summary and in its title with cancelled=title', () => {
    const notice = '<summary>This talk has been cancelled.\n';
    const byStatus = written([cancelledTalk]).toString();
    assert.ok(byStatus.includes(notice) && byStatus.includes('<title>Moss &quot;'));
    const inTitle = documents(atom, { cancelled: 'title' });
    const byTitle = inTitle([cancelledTalk]).toString();
    assert.ok(byTitle.includes(notice) && byTitle.includes('<title>Cancelled: Moss &quot;'));
    assert.deepEqual(inTitle([movedTalk]), written([movedTalk]));
  });
});

describe('arbitrary text in an Atom feed', () => {
  it('is escaped and stays inside its element', () => {
    fc.assert(
      fc.property(hostileFeedTalks, hostileFeedText, (talks, text) => {
        const root = markupOf(written(talks, { title: text, description: text }));
        assert.match(
          elementsIn(root)
            .map(({ name }) => name)
            .join(' '),
          inOrder(FEED),
        );
        assert.equal(child(root, 'title'), oneLine(text) || 'Untitled');
        const entries = elementsIn(root).filter(({ name }) => name === 'entry');
        assert.equal(entries.length, talks.length);
        entries.forEach((entry, at) => {
          assert.match(
            elementsIn(entry)
              .map(({ name }) => name)
              .join(' '),
            inOrder(ENTRY),
          );
          assert.equal(child(entry, 'title'), oneLine(talks[at]?.talk.title ?? '') || 'Untitled');
          harmlessText(child(entry, 'content'));
        });
      }),
      { numRuns: RUNS.usual },
    );
  });
});

/** Matches these names in this order, each any number of times. */
function inOrder(names: string): RegExp {
  return new RegExp(
    `^ ?${names
      .split(' ')
      .map((name) => `(?:${name} ?)*`)
      .join('')}$`,
  );
}

const READ = `
import feedparser, json, sys
read = feedparser.parse(json.load(sys.stdin).encode())
json.dump({'bozo': read.bozo, 'version': read.version, 'title': read.feed.title, 'updated': read.feed.updated,
  'entries': [[e.id, e.title, e.link, e.published, e.updated, [a.name for a in e.authors], [t.label for t in e.tags],
    e.summary, e.content[0].type] for e in read.entries]}, sys.stdout)
`;

describe('feedparser', () => {
  const missing = withoutPython('feedparser');

  it('reads every field of an Atom feed without errors', { skip: missing }, () => {
    assert.deepEqual(askPython('feedparser', READ, written([movedTalk]).toString()), {
      bozo: false,
      version: 'atom10',
      title: 'Plants & people',
      updated: '2015-09-01T08:07:06Z',
      entries: [
        [
          'urn:uuid:52360e07-9b8b-477d-8bc7-8a25995e5ef8',
          'Moss "in the dark": β < γ?',
          'https://talks.example.org/talks/id/52360e07-9b8b-477d-8bc7-8a25995e5ef8/',
          '2015-08-01T09:00:00Z',
          '2015-09-01T08:07:06Z',
          ['Ada Núñez'],
          ['Moss'],
          'Moved from Tuesday 29 September 2015, 11:00.\nThe lift is broken\nTuesday 6 October 2015, 11:00–12:30 (Europe/London)\nGlass House, Seminar room, 1 Garden Lane',
          'text/html',
        ],
      ],
    });
  });
});
