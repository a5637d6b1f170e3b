import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readFeed } from '#sources/feed/feed.ts';
import { sourceFormatOf } from '#sources/source-formats.ts';
import { readSource } from '../../support/sources/read-source.ts';
import { atom, NAMESPACES, rss, START, talkOf, talksOf } from './feed-of-one.ts';

describe('a feed', () => {
  it('is recognised by its root element, and by its namespace if other formats share that root', () => {
    const FEEDS = [
      rss(''),
      atom(''),
      '<?xml version="1.0"?>\n<!DOCTYPE rss PUBLIC "x" "y">\n<rss version="0.91">',
      '<atom:feed xmlns:atom="http://www.w3.org/2005/Atom">',
      '<rdf:RDF xmlns="http://purl.org/rss/1.0/" xmlns:rdf="r">',
    ];
    for (const feed of FEEDS) assert.equal(sourceFormatOf(feed)?.name, 'feed', feed);
    for (const other of ['<feed><cow/></feed>', '<rdf:RDF xmlns:rdf="r">', '<html><rss>', '<rssfeed>']) {
      assert.notEqual(sourceFormatOf(other)?.name, 'feed', other);
    }
  });

  const END = '<ev:enddate>2026-11-20T18:00:00Z</ev:enddate>';
  const DIALECTS = [
    ['the RSS event module', rss(`${START}${END}<ev:location>Hall</ev:location><ev:type>talk</ev:type>`)],
    [
      'xCal',
      rss(`<xCal:dtstart>20261120T170000Z</xCal:dtstart><xCal:dtend>20261120T180000Z</xCal:dtend>
        <xCal:location>Hall</xCal:location>`),
    ],
    [
      'typed xCal',
      rss(`<xCal:dtstart><xCal:date-time>2026-11-20T17:00:00</xCal:date-time></xCal:dtstart>
        <xCal:dtend><xCal:date-time>2026-11-20T18:00:00</xCal:date-time></xCal:dtend><xCal:location>
        <xCal:text>Hall</xCal:text></xCal:location>`),
    ],
    [
      'Google Calendar elements',
      atom(`<gd:when startTime="2026-11-20T18:00:00.000+01:00" endTime="2026-11-20T19:00:00.000+01:00"/>
        <gd:where valueString="Hall"/>`),
    ],
    [
      'Engage elements',
      rss(`<start xmlns="events">Fri, 20 Nov 2026 17:00:00 GMT</start><end xmlns="events">Fri, 20 Nov 2026 18:00:00 GMT</end>
        <location xmlns="events">Hall</location><status xmlns="events">confirmed</status>`),
    ],
    [
      'LiveWhale elements',
      rss(`<livewhale:type>events</livewhale:type><pubDate>Fri, 20 Nov 2026 17:00:00 +0000</pubDate>
        <livewhale:ends>Fri, 20 Nov 2026 18:00:00 +0000</livewhale:ends>
        <g:featurename xmlns:g="http://www.georss.org/georss">Hall</g:featurename>`),
    ],
    [
      'hCalendar in its description',
      rss(`<description>&lt;div class="h-event vevent">&lt;time class="dt-start dtstart" datetime="2026-11-20T18:00:00+01:00">six&lt;/time>
        &lt;abbr class="dtend" title="2026-11-20T18:00:00Z">seven&lt;/abbr> &lt;p class="location">&lt;a href="/">Hall&lt;/a>&lt;/p> ok&lt;/div>
        </description>`),
    ],
    [
      'nested event elements beside an end of another kind',
      rss(`<enddate>2027-01-01</enddate><ev:meta><ev:startdate>2026-11-20T17:00:00Z</ev:startdate>
        <ev:enddate>2026-11-20T18:00:00Z</ev:enddate></ev:meta><venue>Hall</venue>`),
    ],
  ] as const;
  for (const [name, feed] of DIALECTS) {
    it(`gives the time and location from ${name}`, async () => {
      const { key, line, title, start, end, location, status } = await talkOf(feed);
      assert.deepEqual(
        { key, line, title, start, end, location, status },
        {
          key: 'moss-1',
          line: 2,
          title: 'On moss',
          start: '2026-11-20T17:00:00Z',
          end: '2026-11-20T18:00:00Z',
          location: 'Hall',
          status: 'published',
        },
      );
    });
  }

  const SPANS = [
    [rss('<ev:startdate>2026-07-20</ev:startdate>'), '2026-07-20T00:00:00Z 2026-07-21T00:00:00Z all-day'],
    [
      rss('<ev:startdate>2026-07-20</ev:startdate><ev:enddate>2026-07-21</ev:enddate>'),
      '2026-07-20T00:00:00Z 2026-07-22T00:00:00Z all-day',
    ],
    [atom('<gd:when startTime="2026-07-20" endTime="2026-07-22"/>'), '2026-07-20T00:00:00Z 2026-07-22T00:00:00Z all-day'],
    [atom('<gd:when startTime="2026-07-20" endTime="2026-07-20"/>'), '2026-07-20T00:00:00Z 2026-07-21T00:00:00Z all-day'],
    [rss('<ev:startdate>2026-07-20T10:00</ev:startdate>'), '2026-07-20T09:00:00Z 2026-07-20T09:00:00Z floating'],
    [
      rss('<ev:startdate>2026-07-20T10:00</ev:startdate><livewhale:timezone>Asia/Tokyo</livewhale:timezone>'),
      '2026-07-20T01:00:00Z 2026-07-20T01:00:00Z floating',
    ],
    [
      rss('<ev:startdate>2026-07-20T18:00:00+02:00</ev:startdate><ev:enddate>2026-07-20T00:00:00+02:00</ev:enddate>'),
      '2026-07-20T16:00:00Z 2026-07-20T22:00:00Z moment',
    ],
    [
      rss('<ev:startdate>2026-07-20 18:00:00</ev:startdate><ev:enddate>2026-07-20 00:00:00</ev:enddate>'),
      '2026-07-20T17:00:00Z 2026-07-20T23:00:00Z floating',
    ],
  ] as const; // oxfmt-ignore
  for (const [feed, expected] of SPANS) {
    it(`with ${/<(?:ev|gd).*?(?=<\/item|<\/entry)/s.exec(feed)?.[0] ?? ''} is read as ${expected}`, async () => {
      const { start, end, clock } = await talkOf(feed);
      assert.equal([start, end, clock].join(' '), expected);
    });
  }

  it('yields a talk for each gd:when of an entry', async () => {
    const whens = ['2026-11-20T17:00:00Z', '2026-11-27T17:00:00Z'].map((time) => `<gd:when startTime="${time}"/>`);
    const talks = await talksOf(atom(whens.join('')));
    assert.deepEqual(
      talks.map(({ key, uid }) => `${key} ${uid}`),
      ['moss-1/20261120T170000Z ', 'moss-1/20261127T170000Z '],
    );
  });

  it('yields a talk with all supported fields from an RSS item', async () => {
    const talk = await talkOf(
      rss(`${START}<link>https://example.org/moss</link><description>Short</description>
        <content:encoded><![CDATA[<p>Of <b>moss</b></p>]]></content:encoded><category>Botany</category>
        <category>2026/11/20 (Fri)</category><ev:organizer>John Moss &lt;moss@example.org&gt;</ev:organizer>
        <ev:speakers><item>Jane Doe</item><item>a@example.org</item></ev:speakers><xCal:status>TENTATIVE</xCal:status>
        <xCal:uid>uid-1@example.org</xCal:uid><host xmlns="events">Faculty</host><pubDate>Mon, 02 Nov 2026 10:00:00 GMT</pubDate>
        <a:updated xmlns:a="http://www.w3.org/2005/Atom">2026-11-03T10:00:00Z</a:updated>`),
    );
    const { url, description, topics, organisers, speakers, status, uid, department, updated, slug } = talk;
    assert.deepEqual(
      { url, description, topics, organisers, speakers, status, uid, department, updated, slug },
      {
        url: 'https://example.org/moss',
        description: '<p>Of <b>moss</b></p>',
        topics: [{ label: 'Botany' }],
        organisers: [{ name: 'John Moss', key: 'moss@example.org', email: 'moss@example.org' }],
        speakers: [{ name: 'Jane Doe' }],
        status: 'preparation',
        uid: 'uid-1@example.org',
        department: { name: 'Faculty' },
        updated: '2026-11-03T10:00:00Z',
        slug: null,
      },
    );
  });

  it('yields a talk with all supported fields from an Atom entry', async () => {
    const { title, description, url, topics, status, updated, location, onlineUrl } = await talkOf(
      atom(`<gd:when startTime="2026-11-20T17:00:00Z"/><updated>2026-11-03T10:00:00Z</updated>
        <title type="html">never read</title><link rel="self" href="/feed"/><link href="https://example.org/moss"/>
        <category scheme="http://schemas.google.com/g/2005#kind" term="event"/><category term="b" label="Botany"/>
        <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Of <em>moss</em></p></div></content>
        <gd:eventStatus value="http://schemas.google.com/g/2005#event.canceled"/>
        <gd:where valueString="https://video.example.org/1"/>`).replace('<title>On moss', '<title type="html">On &lt;i>moss&lt;/i> &amp;amp; bogs'),
    ); // oxfmt-ignore
    assert.deepEqual(
      { title, description, url, topics, status, updated, location, onlineUrl },
      {
        title: 'On moss & bogs',
        description: '<p>Of <em>moss</em></p>',
        url: 'https://example.org/moss',
        topics: [{ label: 'Botany' }],
        status: 'cancelled',
        updated: '2026-11-03T10:00:00Z',
        location: '',
        onlineUrl: 'https://video.example.org/1',
      },
    );
  });
});

describe('the organisers of a feed item', () => {
  const NAMES = [
    ['Jane Doe', [{ name: 'Jane Doe' }]],
    ['jane@example.org', []],
    [`&lt;${'@'.repeat(1_000_000)}`, []],
  ] as const;
  for (const [text, expected] of NAMES) {
    it(`number ${expected.length} for “${text.slice(0, 20)}”`, async () => {
      assert.deepEqual((await talkOf(rss(`${START}<ev:organizer>${text}</ev:organizer>`))).organisers, expected);
    });
  }
});

describe('the key of a feed item', () => {
  const UUID = '29aecfd7-2e44-4f49-ab86-29b5e0877325';
  const page = 'https://example.org/talk/1';
  const item = (inside: string): string =>
    `<rss version="2.0" ${NAMESPACES}><channel><item>${inside}${START}</item></channel></rss>`;
  const KEYS = [
    [item('<guid>g</guid><link>l</link>'), 'g', null],
    [item(`<guid>urn:uuid:${UUID}</guid>`), `urn:uuid:${UUID}`, UUID],
    [item(`<guid>${UUID.toUpperCase()}</guid>`), UUID.toUpperCase(), UUID],
    [item(`<guid>https://example.org/talk/${UUID}/</guid>`), `https://example.org/talk/${UUID}/`, UUID],
    [item('<link>l</link>'), 'l', null],
    // The guid of talks.cam is the link with the time of the last change, so the link is the key.
    [item(`<link>${page}</link><guid>${page}#1285234324</guid>`), page, null],
    [item(`<link>${page}</link><guid>${page}#2</guid>`), `${page}#2`, null],
    [
      `<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" ${NAMESPACES}>
        <channel r:about="c"><items/></channel><item r:about="urn:x:1"><link>l</link>${START}</item></r:RDF>`,
      'urn:x:1',
      null,
    ],
  ] as const;
  for (const [feed, key, slug] of KEYS) {
    it(`is ${key}`, async () => {
      const talk = await talkOf(feed);
      assert.deepEqual([talk.key, talk.slug], [key, slug]);
    });
  }
});

describe('a feed item without a valid time or identifier', () => {
  it('is rejected even if it has a publication date, and the next item is read', async () => {
    const published = '<pubDate>Fri, 20 Nov 2026 17:00:00 GMT</pubDate>';
    const feed = rss(published).replace('</channel>', `\n<item><guid>2</guid>${START}</item></channel>`);
    const { talks, problems } = await readSource(readFeed, feed);
    assert.deepEqual(
      problems.map(({ line, what, key, hint }) => [line, what, key, hint.includes('--map start=pubDate')]),
      [[2, '"On moss" does not say when it takes place; its date of publication does not count.', 'moss-1', true]],
    );
    assert.deepEqual(
      talks.map(({ key }) => key),
      ['2'],
    );
  });

  it('is imported if the mapping names the elements of its start and end', async () => {
    const dates = '<pubDate>Fri, 20 Nov 2026 17:00:00 GMT</pubDate><dc:date>2026-11-20T18:00:00Z</dc:date>';
    const mapping = new Map([
      ['start', 'pubDate'],
      ['end', 'dc:date'],
    ]);
    const { start, end } = await talkOf(rss(dates), { mapping });
    assert.deepEqual([start, end], ['2026-11-20T17:00:00Z', '2026-11-20T18:00:00Z']);
  });

  it('is rejected if the mapping names an unknown field', async () => {
    const { problems } = await readSource(readFeed, rss(START), { mapping: new Map([['strat', 'pubDate']]) });
    assert.deepEqual(
      problems.map(({ what, hint }) => [what, hint.slice(0, 46)]),
      [['Unknown field "strat".', 'Did you mean "start"? The fields are title, st']],
    );
  });

  const BAD = [
    [rss('<ev:startdate>soon</ev:startdate>'), 'start: "soon" is not a valid time.'],
    [rss('<ev:startdate></ev:startdate>'), 'start: "On moss" does not say when it takes place; its date of publication does not count.'],
    [
      atom('<gd:recurrence>DTSTART:20261120\nRRULE:FREQ=WEEKLY</gd:recurrence>'),
      'start: "On moss" repeats by a rule, and the feed does not list its times.',
    ],
    [
      `<rss version="2.0" ${NAMESPACES}><channel><item><title>A</title>${START}</item></channel></rss>`,
      'guid: "A" has neither an identifier nor a link.',
    ],
  ] as const; // oxfmt-ignore
  it('is imported without an end if only its end is invalid', async () => {
    const { talks, problems } = await readSource(readFeed, rss(`${START}<ev:enddate>late</ev:enddate>`));
    assert.deepEqual(
      [talks.map(({ start, end }) => [start, end]), problems.map(({ where, what }) => `${where}: ${what}`)],
      [
        [['2026-11-20T17:00:00Z', '2026-11-20T17:00:00Z']],
        ['end: "late" is not a valid time. It is imported without an end.'],
      ],
    );
  });

  for (const [feed, expected] of BAD) {
    it(`is rejected with “${expected}”`, async () => {
      const { talks, problems } = await readSource(readFeed, feed);
      assert.deepEqual([talks, problems.map(({ where, what }) => `${where}: ${what}`)], [[], [expected]]);
    });
  }
});

describe('a feed item that ends at the midnight before it begins', () => {
  it('ends at the midnight after, also when the clocks change', async () => {
    const times = '<ev:startdate>2026-10-25T18:00:00</ev:startdate><ev:enddate>2026-10-25T00:00:00</ev:enddate>';
    const { start, end } = await talkOf(rss(times), { zone: 'Europe/London' });
    assert.deepEqual([start, end], ['2026-10-25T18:00:00Z', '2026-10-26T00:00:00Z']);
  });
});
