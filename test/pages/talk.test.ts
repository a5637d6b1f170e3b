import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Place } from '#catalogue/place.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { type Around, talkPage } from '#pages/talk.ts';
import { TALKS_HERE } from '#pages/fragments.ts';
import { htmlFaults } from '../support/render/html.ts';
import { elementsIn, elementsWithin, textOf } from '../support/render/markup.ts';
import { find, ofClass, pageOf } from '../support/render/page.ts';
import { talkContent } from '../support/render/talk-content.ts';
import { bareTalk, recordedTalk, richTalk } from '../support/catalogue/talk-details.ts';
import { testView, view } from '../support/render/view.ts';

/** Name and text of each fact on the page; the lines of a fact are separated by bars. */
function facts(html: string): Record<string, string> {
  const rows = [...elementsWithin(pageOf(html))]
    .filter(({ name }) => name === 'dl')
    .flatMap(elementsIn)
    .map((row) => {
      const [term, ...descriptions] = elementsIn(row);
      const lines = descriptions.flatMap((one) => {
        const spans = elementsIn(one).filter(({ name }) => name === 'span');
        return spans.length > 1 ? spans.map(textOf) : [textOf(one)];
      });
      return [term === undefined ? '' : textOf(term), lines.filter((line) => line !== '').join(' | ')] as const;
    });
  return Object.fromEntries(rows);
}

function pageWith(talk: Partial<TalkDetails['talk']>, now = view.now): string {
  return talkPage(talkContent({ ...bareTalk, talk: { ...bareTalk.talk, ...talk } }), testView({ now }));
}

const ADD = 'Apple Calendar and others (.ics)Google CalendarOutlook.comOutlook (work or school)';

function notices(html: string): string[] {
  return ofClass(html, 'notice').map(textOf);
}

function placeNamed(name: string): Place {
  return {
    type: 'place',
    id: 'place:1',
    kind: 'venue',
    name,
    address: '',
    parent: null,
    latitude: null,
    longitude: null,
    accessibility: '',
  };
}

describe('a talk’s page', () => {
  const venuesAbove = ['Botanic Garden', 'Old Site'].map((name) => placeNamed(name));
  const held: TalkDetails = { ...richTalk, talk: { ...richTalk.talk, status: 'published' }, venuesAbove };
  const html = talkPage(
    talkContent(held, {
      departmentsAbove: [{ key: 'place:3', name: 'University of Exampleton' }],
      around: ['before', 'after', 'related'],
    }),
    view,
  );

  it('shows every field of a talk', () => {
    assert.equal(textOf(find(html, 'h1')), 'Moss "in the dark": β < γ?');
    assert.deepEqual(facts(html), {
      Speaker: 'Ada NúñezReader in Botany',
      When: 'Tuesday 6 October 2015 | 11:00–12:30 | British Summer Time',
      Where: 'Glass House | Seminar room | Botanic Garden, Old Site, 1 Garden Lane | Map Directions',
      Online: 'Join online | live.example.org',
      Audience: 'Public',
      Cost: '£5',
      Booking: 'Recommended | Book a place | book@example.org',
      'Add to your calendar': ADD,
      Series: 'Plants & people',
      'Organised by': 'Department of Botany, University of Exampleton',
      Host: 'Bo Host',
      Organiser: 'Cy Organiser',
      Contact: 'moss@example.org',
      Topics: 'Moss',
      Accessibility: 'There is no information here about the accessibility of this venue. Please ask the organisers.',
    });
  });

  it('is valid HTML with every field', async () => {
    assert.deepEqual(await htmlFaults(html), []);
  });

  it('collapses a long list of speakers but contains all of them', () => {
    const [one] = richTalk.speakers;
    assert.ok(one !== undefined);
    const crowd = (count: number): string => {
      const speakers = Array.from({ length: count }, (_, at) => ({ ...one, name: `Speaker ${String(at + 1)}` }));
      return talkPage(talkContent({ ...bareTalk, speakers }), view);
    };
    assert.equal(ofClass(crowd(10), 'more-speakers').length, 0);
    const [folded] = ofClass(crowd(30), 'more-speakers');
    assert.ok(folded !== undefined);
    assert.match(textOf(folded), /^22 more speakers.*Speaker 9.*Speaker 30/s);
    assert.equal(ofClass(crowd(30), 'bio').length, 30);
  });

  it('shows times in words with datetime attributes, including an end on another day', () => {
    const times = (page: string): unknown =>
      elementsIn(find(page, 'dl')).length > 0 &&
      [...elementsWithin(find(page, 'dl'))].flatMap(({ name, attributes, content }) =>
        name === 'time' ? [[attributes.datetime, content[0]]] : [],
      );
    assert.deepEqual(times(pageWith({ end: '2015-08-01T08:05:00Z' })), [
      ['2015-07-31', 'Friday 31 July 2015'],
      ['2015-07-31T08:05:00Z', '09:05'],
      ['2015-08-01T08:05:00Z', 'Saturday 1 August 2015, 09:05'],
    ]);
  });

  it('has data attributes from which a script shows the reader’s local time', () => {
    const [place] = ofClass(html, 'own-time');
    assert.deepEqual(place?.attributes, {
      class: 'own-time quiet',
      'data-own-time': '',
      'data-start': '2015-10-06T10:00:00Z',
      'data-end': '2015-10-06T11:30:00Z',
      'data-zone': 'Europe/London',
      'data-language': 'en',
      'data-label': 'Your time:',
    });
  });

  it('shows the description', () => {
    const paragraphs = ofClass(html, 'prose').flatMap(elementsIn).map(textOf);
    assert.deepEqual(
      paragraphs.map((text) => text.trim().replace(/\s+/g, ' ')),
      ['On moss.', 'And on ferns; both green.'],
    );
  });

  it('shows notices of cancellation, preparation and special messages', () => {
    assert.deepEqual(notices(talkPage(talkContent(richTalk), view)), [
      'This talk has been cancelled.',
      'Please note: The lift is broken',
    ]);
    assert.deepEqual(notices(pageWith({ status: 'preparation' })), [
      'This talk is in preparation: details may change.',
    ]);
    assert.deepEqual(notices(pageWith({})), []);
  });

  it('hides ways to join, book and add a talk that is cancelled or over', () => {
    const asked = (details: TalkDetails, now: string): unknown => {
      const all = facts(talkPage(talkContent(details), testView({ now: new Date(now) })));
      return [all.Online, all.Booking, all['Add to your calendar']].map((one) => one !== undefined);
    };
    const { start, end } = richTalk.talk;
    assert.deepEqual(asked(held, start), [true, true, true]);
    assert.deepEqual(asked(held, end), [true, true, true]);
    assert.deepEqual(asked(held, '2015-10-06T11:30:01Z'), [false, false, false]);
    assert.deepEqual(asked(richTalk, start), [false, false, false]);
  });

  it('links to its online address, which may be in the location details', () => {
    // Also in the bar of a phone.
    const joined = (talk: Partial<TalkDetails['talk']>): (string | undefined)[] => [
      ...new Set(
        [...elementsWithin(pageOf(pageWith(talk)))]
          .filter((element) => element.name === 'a' && textOf(element) === 'Join online')
          .map(({ attributes }) => attributes.href),
      ),
    ];
    assert.deepEqual(joined({ onlineUrl: 'https://live.example.org/moss' }), ['https://live.example.org/moss']);
    assert.deepEqual(joined({ locationDetails: ' https://live.example.org/fern ' }), ['https://live.example.org/fern']);
    assert.deepEqual(joined({ locationDetails: 'https://live.example.org/fern, code 12' }), []);
    assert.deepEqual(joined({ onlineUrl: 'javascript:alert(1)' }), []);
    assert.equal(facts(pageWith({ onlineUrl: 'Channel 5' })).Online, 'Channel 5');
  });

  it('links to its recordings and slides and to its live stream until it is over', () => {
    const shown = (now: string): (readonly [string, string | undefined])[] =>
      [...elementsWithin(pageOf(talkPage(talkContent(recordedTalk), testView({ now: new Date(now) }))))]
        .filter(({ name, attributes }) => name === 'a' && attributes.class?.startsWith('button') === true)
        .map((link) => [textOf(link), link.attributes.href] as const)
        .filter(([, href]) => recordedTalk.talk.materials.some(({ url }) => url === href));
    const before = shown('2015-07-31T08:00:00Z');
    assert.deepEqual(before.slice(0, 2), [
      ['Watch', 'https://video.example.org/watch?v=1&t=2'],
      ['Slides', 'https://files.example.org/moss.pdf'],
    ]);
    assert.equal(before.length, 6);
    assert.deepEqual(
      shown('2015-08-01T08:00:00Z'),
      before.filter(([label]) => label !== 'Watch live'),
    );
    assert.equal(facts(pageWith({})).Materials, undefined);
  });

  it('shows the time from which it was moved', () => {
    const moved = { ...bareTalk, history: { ...bareTalk.history, previousStart: '2015-07-30T08:05:00Z' } };
    assert.deepEqual(notices(talkPage(talkContent(moved), view)), ['Moved from Thursday 30 July 2015, 09:05']);
  });

  it('says that the talk has taken place once it is over', () => {
    const over = (now: string): boolean => pageWith({}, new Date(now)).includes('This talk has taken place.');
    assert.deepEqual([over('2015-07-31T08:04:59Z'), over('2015-07-31T08:05:01Z')], [false, true]);
  });

  it('links to its series, people, places, topics, calendar and data', () => {
    const links = [...elementsWithin(pageOf(html))].map(({ attributes }) => attributes.href);
    for (const expected of [
      '/talks/series/id/d95be2ef-10bb-43d3-a46c-99dccf7151a0',
      '/talks/persons/id/5a3e1c1e-0000-4000-8000-000000000001',
      '/talks/venues/id/place:1001',
      '/talks/department/id/place:2001',
      '/talks/topics/id?uri=http://topics.example.org/moss',
      '/api/talks/52360e07-9b8b-477d-8bc7-8a25995e5ef8.ics',
      '/api/talks/52360e07-9b8b-477d-8bc7-8a25995e5ef8',
      'https://www.openstreetmap.org/search?query=1%20Garden%20Lane',
      'https://book.example.org/?a=1&b=2',
    ])
      assert.ok(links.includes(expected), expected);
  });

  it('has slots for the talks before, after and related to it, in the given order', () => {
    const places = (around: readonly Around[]): unknown =>
      talkPage(talkContent(bareTalk, { around }), view)
        .split(TALKS_HERE.markup)
        .slice(0, -1)
        .map((part) => /.*<h[23]>([^<]*)<\/h[23]>/s.exec(part)?.[1]);
    assert.deepEqual(places(['before', 'after', 'related']), ['Before this talk', 'After this talk', 'Related talks']);
    assert.deepEqual(places(['after']), ['After this talk']);
    assert.deepEqual(places([]), []);
  });

  it('shows the accessibility of its venue if it is known', () => {
    const building = { ...placeNamed('Garden'), accessibility: 'No steps.\nA hearing loop.' };
    const known = talkPage(talkContent({ ...richTalk, venuesAbove: [building] }), view);
    assert.equal(facts(known).Accessibility, 'No steps.\nA hearing loop.');
    assert.equal(facts(talkPage(talkContent(bareTalk), view)).Accessibility, undefined);
  });

  it('shows its address to copy and a link to mail it', () => {
    const address = 'https://talks.example.org/talks/id/52360e07-9b8b-477d-8bc7-8a25995e5ef8/';
    const input = find(html, 'input');
    assert.deepEqual([input.attributes.value, 'readonly' in input.attributes], [address, true]);
    const mail = [...elementsWithin(pageOf(html))].find(({ attributes }) => attributes.href?.startsWith('mailto:?'));
    const { searchParams } = new URL(mail?.attributes.href ?? '');
    assert.deepEqual(Object.fromEntries(searchParams), {
      subject: richTalk.talk.title,
      body: `${richTalk.talk.title}\r\n${address}`,
    });
  });

  it('omits fields that the talk does not have', () => {
    assert.deepEqual(facts(pageWith({})), {
      When: 'Friday 31 July 2015 | 09:05 | British Summer Time',
      'Add to your calendar': ADD,
    });
  });

  it('never shows a person’s e-mail address', () => {
    assert.ok(!html.includes('private.example.org'));
  });

  it('links only to web addresses', () => {
    const leads = (page: string): unknown[] =>
      elementsIn(find(page, 'dl'))
        .filter((row) => !textOf(row).includes(ADD))
        .flatMap((row) => [...elementsWithin(row)])
        .flatMap(({ name, attributes }) => (name === 'a' ? [attributes.href] : []));
    assert.deepEqual(leads(pageWith({ onlineUrl: 'https://example.org/a?b="c"' })), [
      'https://example.org/a?b=%22c%22',
    ]);
    for (const address of ['javascript:alert(1)', 'data:text/html,x', ' jAvascript:alert(1)', 'file:///etc/passwd'])
      assert.deepEqual(leads(pageWith({ onlineUrl: address, bookingUrl: address })), [], address);
  });
});
