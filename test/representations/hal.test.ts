import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { halJson, json } from '#representations/json/json.ts';
import { assemble } from '#representations/representation.ts';
import { isMembers, textAt } from '../support/json-value.ts';
import { publication } from '../support/catalogue/publication.ts';
import { hostileTalk } from '../support/hostile/hostile-text.ts';
import { RUNS } from '../support/property-runs.ts';
import { bareTalk, collection, recordedTalk, richTalk, series } from '../support/catalogue/talk-details.ts';

const plain = json(publication);
const strict = halJson(publication);

function parsed(bytes: Buffer): unknown {
  const value: unknown = JSON.parse(bytes.toString());
  return value;
}

const person = (slug: string, name: string, bio: string): object => ({
  _links: { self: { href: `/api/person/${slug}` }, talks_page: { href: `/talks/persons/id/${slug}` } },
  name,
  bio,
  slug,
});

const richItem = {
  _links: {
    self: { href: '/api/talks/52360e07-9b8b-477d-8bc7-8a25995e5ef8' },
    talks_page: { href: '/talks/id/52360e07-9b8b-477d-8bc7-8a25995e5ef8/' },
    ics: { href: '/api/talks/52360e07-9b8b-477d-8bc7-8a25995e5ef8.ics' },
  },
  title_display: 'Moss "in the dark": β < γ?',
  slug: '52360e07-9b8b-477d-8bc7-8a25995e5ef8',
  start: '2015-10-06T10:00:00Z',
  end: '2015-10-06T11:30:00Z',
  all_day: false,
  timezone: 'Europe/London',
  formatted_date: '6 October 2015, 11:00',
  formatted_time: '11:00',
  status: 'cancelled',
  special_message: 'The lift is broken',
  description: 'On moss.\n\nAnd on ferns;\nboth green.',
  location_details: 'Seminar room',
  location_summary: 'Glass House, Seminar room, 1 Garden Lane',
  online_url: 'https://live.example.org/moss',
  series: { slug: 'd95be2ef-10bb-43d3-a46c-99dccf7151a0', title: 'Plants & people' },
  audience: 'Public',
  booking_required: 'Recommended',
  booking_url: 'https://book.example.org/?a=1&b=2',
  booking_email: 'book@example.org',
  cost: '£5',
  organiser_email: 'moss@example.org',
  url: 'https://talks.example.org/talks/id/52360e07-9b8b-477d-8bc7-8a25995e5ef8/',
  updated: '2015-09-01T08:07:06Z',
  _embedded: {
    speakers: [person('5a3e1c1e-0000-4000-8000-000000000001', 'Ada Núñez', 'Reader in Botany')],
    hosts: [person('5a3e1c1e-0000-4000-8000-000000000002', 'Bo Host', '')],
    organisers: [person('5a3e1c1e-0000-4000-8000-000000000003', 'Cy Organiser', '')],
    various_speakers: true,
    venue: {
      _links: { self: { href: '//places.example.org/places/place:1001' } },
      name: 'Glass House',
      map_link: '//www.openstreetmap.org/search?query=1%20Garden%20Lane',
      address: '1 Garden Lane',
    },
    organising_department: {
      _links: { self: { href: '//places.example.org/places/place:2001' } },
      name: 'Department of Botany',
      map_link: '//www.openstreetmap.org/search?query=Department%20of%20Botany',
      address: '',
    },
    topics: [{ uri: 'http://topics.example.org/moss', label: 'Moss' }],
  },
};

const bareEmbedded = { speakers: [], hosts: [], organisers: [], various_speakers: false, topics: [] };

const bareItem = {
  _links: {
    self: { href: '/api/talks/88ba512b-8ac1-4191-a86e-340f8f3fed1d' },
    talks_page: { href: '/talks/id/88ba512b-8ac1-4191-a86e-340f8f3fed1d/' },
    ics: { href: '/api/talks/88ba512b-8ac1-4191-a86e-340f8f3fed1d.ics' },
  },
  title_display: 'Untold',
  slug: '88ba512b-8ac1-4191-a86e-340f8f3fed1d',
  start: '2015-07-31T08:05:00Z',
  end: '2015-07-31T08:05:00Z',
  all_day: false,
  timezone: 'Europe/London',
  formatted_date: '31 July 2015, 9:05',
  formatted_time: '09:05',
  status: 'published',
  special_message: '',
  description: '',
  location_details: '',
  location_summary: null,
  online_url: '',
  series: null,
  audience: '',
  booking_required: '',
  booking_url: '',
  booking_email: '',
  cost: '',
  organiser_email: '',
  url: 'https://talks.example.org/talks/id/88ba512b-8ac1-4191-a86e-340f8f3fed1d/',
  updated: '2015-07-01T00:00:00Z',
  _embedded: { ...bareEmbedded, venue: null, organising_department: null },
};

describe('a talk in JSON', () => {
  it('has every field of a talk', () => {
    const document = assemble(plain.talkDocument, [plain.talk(richTalk)]);
    assert.deepEqual(parsed(document), { title: 'Moss "in the dark": β < γ?', ...richItem });
  });

  it('has empty strings, nulls and empty lists for fields that the talk does not have', () => {
    assert.deepEqual(parsed(plain.talk(bareTalk)), { title: 'Untold', ...bareItem });
  });

  it('has materials only if the talk has some', () => {
    const { materials } = recordedTalk.talk;
    assert.deepEqual(parsed(plain.talk(recordedTalk)), { title: 'Untold', ...bareItem, materials });
    assert.ok(!plain.talk(bareTalk).includes('materials'));
  });

  it('has images only if the talk or its people have some, with absolute addresses', () => {
    const image = { url: 'moss.jpg', alt: 'Moss' };
    const url = 'https://talks.example.org/images/moss.jpg';
    const [speaker] = richTalk.speakers;
    assert.ok(speaker);
    const talk = { ...bareTalk.talk, image };
    const speakers = [{ ...speaker, image: { url: 'https://a.example/ada.jpg', alt: '' } }];
    const { image: shown, _embedded } = parsed(plain.talk({ ...bareTalk, talk, speakers })) as Record<string, unknown>;
    assert.deepEqual(shown, { url, alt: 'Moss' });
    assert.match(JSON.stringify(_embedded), /"image":\{"url":"https:\/\/a\.example\/ada\.jpg","alt":""\}/);
    assert.ok(!plain.talk(richTalk).includes('"image"'));
  });

  it('has no title, only title_display, as an item of a series or collection', () => {
    assert.deepEqual(parsed(plain.item(richTalk)), richItem);
    assert.deepEqual(parsed(plain.item(bareTalk)), bareItem);
  });

  it('starts with _links and title and ends with _embedded, always in the same order', () => {
    const namesOf = (bytes: Buffer): string[] => {
      const value = parsed(bytes);
      return isMembers(value) ? Object.keys(value) : [];
    };
    const names = namesOf(plain.talk(richTalk));
    assert.deepEqual(names.slice(0, 4), ['_links', 'title', 'title_display', 'slug']);
    assert.equal(names.at(-1), '_embedded');
    assert.deepEqual(namesOf(plain.talk(bareTalk)), names);
  });

  it('omits an unknown address of a venue, but has an empty one for a department', () => {
    const { venue } = richTalk;
    assert.ok(venue !== null);
    const bytes = plain.talk({ ...richTalk, venue: { ...venue, address: '' } });
    assert.deepEqual(parsed(bytes), {
      title: 'Moss "in the dark": β < γ?',
      ...richItem,
      location_summary: 'Glass House, Seminar room',
      _embedded: {
        ...richItem._embedded,
        venue: {
          _links: { self: { href: '//places.example.org/places/place:1001' } },
          name: 'Glass House',
          map_link: '//www.openstreetmap.org/search?query=Glass%20House',
        },
      },
    });
  });

  it('never shows a person’s e-mail address', () => {
    for (const bytes of [plain.talk(richTalk), plain.item(richTalk), strict.talk(richTalk)])
      assert.ok(!bytes.toString().includes('private.example.org'));
  });

  it('has absolute links if the links setting says so', () => {
    const absolute = json({ ...publication, links: 'absolute' });
    const expected = structuredClone(bareItem);
    expected._links = {
      self: { href: 'https://talks.example.org/api/talks/88ba512b-8ac1-4191-a86e-340f8f3fed1d' },
      talks_page: { href: 'https://talks.example.org/talks/id/88ba512b-8ac1-4191-a86e-340f8f3fed1d/' },
      ics: { href: 'https://talks.example.org/api/talks/88ba512b-8ac1-4191-a86e-340f8f3fed1d.ics' },
    };
    assert.deepEqual(parsed(absolute.item(bareTalk)), expected);
  });

  it('is well-formed UTF-8 and preserves arbitrary text', () => {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    fc.assert(
      fc.property(hostileTalk, (details) => {
        const value: unknown = JSON.parse(decoder.decode(plain.talk(details)));
        assert.equal(textAt(value, 'title'), details.talk.title);
        assert.equal(textAt(value, 'description'), details.talk.description);
      }),
      { numRuns: RUNS.usual },
    );
  });
});

describe('a talk in application/hal+json', () => {
  it('omits embedded resources that are null, but keeps a null series', () => {
    const { various_speakers, ...embedded } = bareEmbedded;
    const expected = { title: 'Untold', ...bareItem, various_speakers, _embedded: embedded };
    assert.deepEqual(parsed(strict.talk(bareTalk)), expected);
  });

  it('is otherwise the same as in application/json', () => {
    const { various_speakers, topics, ...embedded } = richItem._embedded;
    const linked = topics.map((topic) => ({
      _links: { self: { href: `/api/topics?uri=${topic.uri}` } },
      ...topic,
    }));
    const item = { ...richItem, various_speakers, _embedded: { ...embedded, topics: linked } };
    assert.deepEqual(parsed(strict.item(richTalk)), item);
    assert.deepEqual(parsed(strict.talk(richTalk)), { title: richTalk.talk.title, ...item });
  });
});

describe('a listing in JSON', () => {
  const head = { self: 'https://talks.example.org/api/talks/search?from=today', next: null, prev: null, total: 2 };

  it('of a search has its links, the total and the talks in order', () => {
    const document = assemble(plain.search(head), [plain.talk(bareTalk), plain.talk(richTalk)]);
    assert.deepEqual(parsed(document), {
      _links: { self: { href: head.self }, next: null, prev: null },
      total: 2,
      _embedded: {
        talks: [
          { title: 'Untold', ...bareItem },
          { title: 'Moss "in the dark": β < γ?', ...richItem },
        ],
      },
    });
  });

  it('of a search has links to the next and previous pages if they exist', () => {
    const between = { ...head, next: 'https://talks.example.org/n', prev: 'https://talks.example.org/p' };
    const links = {
      self: { href: head.self },
      next: { href: 'https://talks.example.org/n' },
      prev: { href: 'https://talks.example.org/p' },
    };
    for (const form of [plain, strict]) {
      assert.deepEqual(parsed(assemble(form.search(between), [])), {
        _links: links,
        total: 2,
        _embedded: { talks: [] },
      });
    }
  });

  it('of a search omits null links in application/hal+json', () => {
    assert.deepEqual(parsed(assemble(strict.search(head), [])), {
      _links: { self: { href: head.self } },
      total: 2,
      _embedded: { talks: [] },
    });
  });

  it('of a series has its fields and talks, with the spelling occurence that clients expect', () => {
    assert.deepEqual(parsed(assemble(plain.series(series), [plain.item(bareTalk)])), {
      _links: {
        self: { href: '/api/series/d95be2ef-10bb-43d3-a46c-99dccf7151a0' },
        talks_page: { href: '/talks/series/id/d95be2ef-10bb-43d3-a46c-99dccf7151a0' },
        ics: { href: '/api/series/d95be2ef-10bb-43d3-a46c-99dccf7151a0.ics' },
      },
      slug: 'd95be2ef-10bb-43d3-a46c-99dccf7151a0',
      title: 'Plants & people',
      description: 'Every week.\n\nAll are welcome.',
      occurence: 'Tuesdays of full term',
      web_address: '',
      _embedded: { talks: [bareItem] },
    });
  });

  it('of a collection has no self link', () => {
    assert.deepEqual(parsed(assemble(plain.collection(collection), [plain.item(bareTalk), plain.item(richTalk)])), {
      _links: {
        talks_page: { href: '/user/lists/id/f6e6d9e6-d166-47d9-a894-35bc2f4a4580/' },
        ics: { href: '/api/collections/id/f6e6d9e6-d166-47d9-a894-35bc2f4a4580.ics' },
      },
      slug: 'f6e6d9e6-d166-47d9-a894-35bc2f4a4580',
      title: 'Garden talks',
      description: 'Chosen by the gardeners',
      _embedded: { talks: [bareItem, richItem] },
    });
  });
});
