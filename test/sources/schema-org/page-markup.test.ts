import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readSchemaOrg } from '#sources/schema-org/schema-org.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import { readSource } from '../../support/sources/read-source.ts';
import type { ReadSource } from '../../support/sources/read-source.ts';

function read(body: string): Promise<ReadSource> {
  const head = '<!doctype html><html><head><base href="https://example.org/talks/"></head>';
  return readSource(readSchemaOrg, `${head}\n<body>\n${body}\n</body></html>`, { zone: 'UTC' });
}

async function talkOf(body: string): Promise<SourceTalk> {
  const { talks, problems } = await read(body);
  assert.deepEqual(problems, []);
  assert.equal(talks.length, 1);
  return talks[0] ?? assert.fail();
}

const MICRODATA = `
<div itemscope itemtype="https://schema.org/WebPage">
  <div itemscope itemtype="http://schema.org/Event https://schema.org/EducationEvent">
    <a itemprop="url" href="moss"><h2 itemprop="name">On &ldquo;moss&rdquo; &amp; <em>förest</em> floors</h2></a>
    <meta itemprop="startDate" content="2026-12-01T17:00">
    <time itemprop="endDate" datetime="2026-12-01T18:00">six</time>
    <link itemprop="eventStatus" href="https://schema.org/EventCancelled">
    <span itemprop="location" itemscope itemtype="http://schema.org/Place">
      <b itemprop="name">Glass House</b>
      <i itemprop="address" itemscope itemtype="http://schema.org/PostalAddress"><u itemprop="streetAddress">1 Garden Lane</u></i>
    </span>
    <p itemprop="performer" itemscope itemtype="http://schema.org/Person"><a itemprop="name" href="/ada">Ada Lovelace</a></p>
    <div itemprop="description"><p>All about
      moss.</p><script>track()</script><p>And more.</p></div>
  </div>
</div>`;

const HCALENDAR = `
<div class="vevent">
  <a class="url summary" href="moss">On moss</a>
  <abbr class="dtstart" title="20261201T170000">five</abbr> to
  <span class="dtend"><span class="value">2026-12-01</span><abbr class="value" title="2026-12-01">x</abbr></span>
  <span class="location vcard"><span class="fn org">Glass House</span>, <span class="adr">1 Garden Lane</span></span>
  <div class="description"><p>All about moss.</p></div>
</div>`;

const H_EVENT = `
<ul class="h-feed"><li class="h-event">
  <h1 class="p-name">On moss</h1>
  <time class="dt-start" datetime="2026-12-01 17:00">five</time>–<time class="dt-end" datetime="2026-12-01 18:00+00:00">six</time>
  <a class="u-url" href="moss">more</a>
  <p class="p-location h-card"><a class="p-name u-url" href="/house">Glass House</a></p>
  <p class="p-summary">All about moss.</p>
</li></ul>`;

const NO_JSON_LD = 'The page has no JSON-LD: no <script type="application/ld+json">.';

describe('events in the markup of a page', () => {
  it('are read from Microdata with their places and people', async () => {
    const talk = await talkOf(MICRODATA);
    const { key, title, start, end, status, venue, speakers, description, url, line } = talk;
    assert.deepEqual(
      { key, title, start, end, status, venue, speakers, description, url, line },
      {
        key: 'https://example.org/talks/moss',
        title: 'On “moss” & förest floors',
        start: '2026-12-01T17:00:00Z',
        end: '2026-12-01T18:00:00Z',
        status: 'cancelled',
        venue: { name: 'Glass House', address: '1 Garden Lane' },
        speakers: [{ name: 'Ada Lovelace' }],
        description: 'All about moss.\nAnd more.',
        url: 'https://example.org/talks/moss',
        line: 5,
      },
    );
  });

  it('are read from hCalendar and h-event', async () => {
    for (const page of [H_EVENT, HCALENDAR]) {
      const { key, title, start, location, description } = await talkOf(page);
      assert.deepEqual(
        { key, title, start, location, description },
        {
          key: 'https://example.org/talks/moss',
          title: 'On moss',
          start: '2026-12-01T17:00:00Z',
          location: 'Glass House',
          description: 'All about moss.',
        },
      );
    }
    assert.equal((await talkOf(H_EVENT)).end, '2026-12-01T18:00:00Z');
    assert.deepEqual((await read(H_EVENT)).notes, [
      '1 × events in hCalendar',
      '1 × without a time zone: read in UTC (--time-zone)',
    ]);
  });

  it('take their times from nested value elements', async () => {
    const page = (start: string): string => `<div class="vevent"><b class="summary">On moss</b>${start}</div>`;
    for (const start of [
      '<p class="dtstart"><time class="value" datetime="2026-12-01">1</time> <abbr class="value" title="17:00">5</abbr></p>',
      '<p class="dtstart"><span class="value-title" title="2026-12-01T17:00Z"></span> Tuesday</p>',
      '<p class="dtstart"><time datetime="2026-12-01T17:00Z">Tuesday</time></p>',
      '<p class="dtstart">2026-12-01T17:00Z</p>',
      '<p class="dtstart"><b class="value">2026-12-01</b> at <b class="value">17:00</b></p>',
      '<p class="dtstart"><b class="value">2026-12-01</b> at <b class="value">5:00 p.m.</b> <b class="value">+00:00</b></p>',
      '<p class="dtstart"><b class="value"><time datetime="2026-12-01">1 December</time></b>, <b class="value">5pm</b></p>',
    ]) {
      assert.equal((await talkOf(page(start))).start, '2026-12-01T17:00:00Z', start);
    }
  });

  it('are ignored if a JSON-LD script contains events or is broken', async () => {
    const json = JSON.stringify({ '@type': 'Event', name: 'On ferns', startDate: '2026-12-02T17:00Z' });
    const script = (text: string): string => `<script type="application/ld+json">${text}</script>`;
    assert.equal((await talkOf(script(json) + MICRODATA)).title, 'On ferns');
    assert.equal((await talkOf(script('{"@type":"WebSite","name":"Us"}') + H_EVENT)).title, 'On moss');
    const { talks, problems } = await read(script('{') + MICRODATA);
    assert.deepEqual([talks, problems.length], [[], 1]);
  });

  it('are reported by line if they have no start, and ignored if they are empty', async () => {
    const bad = '<div class="vevent"><b class="summary">On ferns</b></div>';
    const { talks, problems } = await read(`${bad}${H_EVENT}<i class="vevent"></i>`);
    assert.deepEqual([talks.length, problems.map(({ line, what }) => `${line} ${what}`)], [1, ['3 It has no start.']]);
    const none = await read('<i itemscope itemtype="http://schema.org/Event"></i>');
    assert.deepEqual(
      none.problems.map(({ code }) => code),
      ['no-json-ld'],
    );
  });

  it('are all read, or the page is refused, so that none counts as gone', async () => {
    const event = (_: unknown, index: number): string =>
      `<i class="vevent"><b class="dtstart">2026-12-01</b><i class="summary">${index}</i><i class="vcard"></i></i>`;
    assert.equal((await read(Array.from({ length: 15_000 }, event).join(''))).talks.length, 15_000);
    for (const [page, what] of [
      ['<i class="vcard"></i>'.repeat(100_001), 'The markup of the page has more than 100000 things.'],
      [
        `${'<i class="location">'.repeat(400)}${'x'.repeat(99_000)}${'</i>'.repeat(400)}`,
        'The markup of the page has too much text.',
      ],
      [' '.repeat(16 * 1024 * 1024), NO_JSON_LD.replace('.', ', and is too large to look for events in its markup.')],
      ['', NO_JSON_LD],
    ] as const) {
      const { talks, problems } = await read(`<div class="vevent">${page}</div>`);
      assert.deepEqual([talks, problems.map((problem) => problem.what)], [[], [what]]);
    }
  });

  it('are limited in depth, number and length', async () => {
    const nested = '<i itemscope itemprop="x" itemtype="http://schema.org/Event">'.repeat(2000);
    const many = '<i class="vevent"><i class="summary">x</i></i>'.repeat(30_000);
    const text = `<i class="vevent"><b class="dtstart">2026-12-01</b><i class="summary">x</i><p class="description">${'moss '.repeat(500_000)}`;
    assert.equal((await read(nested)).talks.length, 0);
    assert.equal((await read(many)).problems.length, 1);
    assert.ok((await talkOf(text)).description.length <= 200_000);
  });
});
