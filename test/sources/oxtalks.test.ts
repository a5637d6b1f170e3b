import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { FurtherFile, SourceFile } from '#sources/format.js';
import { formatOf } from '#sources/formats.js';
import { readOxtalks } from '#sources/oxtalks.js';
import { sourceTalk } from '#sources/source-talk.js';
import { headText } from '#sources/text-decoding.js';
import { READ_OPTIONS, readSource } from '../support/read-source.js';
import { realFile, realFiles } from '../support/real-files.js';
import { slugOf } from '../support/wire-records.js';

type Json = Readonly<Record<string, unknown>>;

/** As OxTalks' own serialisers write a talk: with offsets, absolute links, no `title`, and nothing but slugs of people. */
function oxtalk(number: number, more: Json = {}): Json {
  return {
    _links: {
      self: { href: `http://ox.example/api/talks/${slugOf(number)}` },
      talks_page: { href: `http://ox.example/talks/id/${slugOf(number)}/` },
    },
    title_display: `Talk ${String(number)}`,
    slug: slugOf(number),
    start: '2026-06-01T17:00:00+01:00',
    end: '2026-06-01T18:00:00.123456+01:00',
    timezone: 'GMT+1:00:00',
    formatted_date: '1 June 2026, 17:00',
    formatted_time: '17:00',
    status: 'published',
    ...more,
  };
}

const list = (talks: readonly Json[], more: Json = {}): Json => ({ ...more, _embedded: { talks } });

interface Read {
  readonly slugs: readonly string[];
  readonly asked: readonly string[];
  readonly said: readonly string[];
  readonly isIncomplete: boolean;
}

/** Reads an API that answers each address, without its origin, with a document; what it has not is missing there. */
async function readApi(at: string, pages: Readonly<Record<string, Json>>): Promise<Read> {
  const asked: string[] = [];
  const origin = 'https://ox.example';
  const page = (address: string): FurtherFile => {
    const path = address.replace(origin, '');
    asked.push(path);
    const chunks = one(JSON.stringify(pages[path] ?? { detail: 'Not found' }));
    return { name: address, address, chunks, isKept: path.includes('kept') };
  };
  const file: SourceFile = { ...page(origin + at), further: async (address) => page(address) };
  const slugs: string[] = [];
  const said: string[] = [];
  let isIncomplete = false;
  for await (const batch of readOxtalks(file, READ_OPTIONS)) {
    slugs.push(...batch.talks.map(({ key }) => key));
    said.push(...(batch.notes ?? []).map(({ what, count }) => `${String(count)} × ${what}`));
    if (batch.failure !== undefined) said.push(`${batch.failure.code}: ${batch.failure.what}`);
    isIncomplete ||= batch.incomplete === true;
  }
  return { slugs, asked, said, isIncomplete };
}

async function* one(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

describe('a talk of OxTalks', () => {
  it('keeps its identifiers, and those of all that it names', async () => {
    const person = (number: number, bio = ''): Json => ({
      name: `Person ${String(number)}`,
      bio,
      slug: slugOf(number),
    });
    const place = (id: string, more: Json = {}): Json => ({
      _links: { self: { href: `//api.m.ox.example/places/${id}` } },
      name: `Place ${id}`,
      map_link: `//maps.ox.example/#/places/${id}`,
      ...more,
    });
    const talk = oxtalk(1, {
      status: 'cancelled',
      description: '<p>As it <b>is</b></p>\r\n',
      location_details: 'Room 1',
      location_summary: 'Place, Room 1',
      series: { title: 'Mosses', slug: slugOf(7) },
      audience: 'Members of the University only',
      booking_required: 'Not required',
      booking_url: null,
      booking_email: 'book@ox.example',
      cost: '£1',
      special_message: 'Moved',
      organiser_email: 'a@ox.example',
      _embedded: {
        speakers: [person(2, 'Oxford'), person(3)],
        hosts: [person(4)],
        organisers: [],
        various_speakers: true,
        venue: place('oxpoints:101', { address: '1 High Street' }),
        organising_department: place('oxpoints:102'),
        topics: [{ label: 'Moss', uri: 'http://id.worldcat.example/fast/1' }],
      },
    });
    const { talks, problems } = await readSource(readOxtalks, JSON.stringify(talk));
    assert.deepEqual(problems, []);
    assert.deepEqual(talks, [
      sourceTalk({
        key: slugOf(1),
        slug: slugOf(1),
        line: 1,
        title: 'Talk 1',
        start: '2026-06-01T16:00:00Z',
        end: '2026-06-01T17:00:00Z',
        description: '<p>As it <b>is</b></p>\r\n',
        status: 'cancelled',
        room: 'Room 1',
        venue: {
          name: 'Place oxpoints:101',
          address: '1 High Street',
          id: 'oxpoints:101',
          key: '//api.m.ox.example/places/oxpoints:101',
        },
        department: {
          name: 'Place oxpoints:102',
          id: 'oxpoints:102',
          key: '//api.m.ox.example/places/oxpoints:102',
        },
        series: { title: 'Mosses', slug: slugOf(7) },
        speakers: [
          { name: 'Person 2', bio: 'Oxford', slug: slugOf(2) },
          { name: 'Person 3', bio: '', slug: slugOf(3) },
        ],
        variousSpeakers: true,
        hosts: [{ name: 'Person 4', bio: '', slug: slugOf(4) }],
        topics: [{ label: 'Moss', uri: 'http://id.worldcat.example/fast/1' }],
        audience: 'Members of the University only',
        bookingRequired: 'Not required',
        bookingEmail: 'book@ox.example',
        cost: '£1',
        specialMessage: 'Moved',
        organiserEmail: 'a@ox.example',
      }),
    ]);
  });

  it('is known by the end of its address when it does not say its slug, and without either is a problem', async () => {
    const talks = [
      oxtalk(1, { slug: undefined }),
      { ...oxtalk(2), slug: '', _links: {} },
      oxtalk(3, { start: 'soon' }),
    ];
    const read = await readSource(readOxtalks, JSON.stringify(list([...talks, oxtalk(4, { end: null })])));
    assert.deepEqual(
      read.talks.map(({ key, line, end }) => [key, line, end]),
      [
        [slugOf(1), 1, '2026-06-01T17:00:00Z'],
        [slugOf(4), 4, '2026-06-01T16:00:00Z'],
      ],
    );
    assert.deepEqual(
      read.problems.map(({ code, line, key }) => [code, line, key]),
      [
        ['no-key', 2, undefined],
        ['bad-time', 3, slugOf(3)],
      ],
    );
  });

  it('of a series or a person is read with what these say', async () => {
    const series = {
      _links: { self: { href: `http://ox.example/api/series/${slugOf(7)}` } },
      id: 12,
      title: 'Mosses',
      description: 'All of them',
      occurence: 'Mondays',
      _embedded: { talks: [oxtalk(1, { series: { slug: slugOf(7), title: 'Mosses' } })] },
    };
    const { talks } = await readSource(readOxtalks, JSON.stringify(series));
    assert.deepEqual(talks[0]?.series, {
      title: 'Mosses',
      slug: slugOf(7),
      description: 'All of them',
      occurrence: 'Mondays',
      webAddress: '',
    });
    const person = { _links: {}, _embedded: { speaker_talks: [oxtalk(1)], hosting_talks: [oxtalk(2), oxtalk(1)] } };
    const read = await readSource(readOxtalks, JSON.stringify(person));
    assert.deepEqual(
      read.talks.map(({ slug }) => slug),
      [slugOf(1), slugOf(2)],
    );
  });
});

describe('pages of an API', () => {
  const next = (href: string): Json => ({ _links: { self: {}, next: { href } } });

  it('are followed to the last', async () => {
    const read = await readApi('/api/talks/search?from=today', {
      '/api/talks/search?from=today': list([oxtalk(1)], next('https://ox.example/api/talks/search?from=today&page=2')),
      '/api/talks/search?from=today&page=2': list([oxtalk(2)], next('/api/talks/search?kept')),
      '/api/talks/search?kept': list([oxtalk(3)], { _links: { next: null }, total: 3 }),
    });
    assert.deepEqual(read, {
      slugs: [1, 2, 3].map(slugOf),
      asked: ['/api/talks/search?from=today', '/api/talks/search?from=today&page=2', '/api/talks/search?kept'],
      said: ['1 × pages used again that an import which was interrupted had fetched'],
      isIncomplete: false,
    });
  });

  it('that OxTalks does not name are asked for by number, as long as there are more', async () => {
    const at = '/api/talks/search?from=1900-01-01&count=2';
    const read = await readApi(at, {
      [at]: list([oxtalk(1), oxtalk(2)], { total: 5 }),
      [`${at}&page=2`]: list([oxtalk(3), oxtalk(4)], { total: 5 }),
      [`${at}&page=3`]: list([oxtalk(5)], { total: 5 }),
    });
    assert.deepEqual([read.slugs, read.said, read.asked.length], [[1, 2, 3, 4, 5].map(slugOf), [], 3]);
  });

  it('that shift while they are read bring no talk twice, and nothing is taken as gone', async () => {
    const at = '/api/talks/search?from=1900-01-01&count=2';
    const read = await readApi(at, {
      [at]: list([oxtalk(1), oxtalk(2)], { total: 5 }),
      [`${at}&page=2`]: list([oxtalk(2), oxtalk(3)], { total: 5 }),
      [`${at}&page=3`]: list([oxtalk(5)], { total: 5 }),
    });
    assert.deepEqual(read.slugs, [1, 2, 3, 5].map(slugOf));
    assert.equal(read.isIncomplete, true);
    assert.deepEqual(read.said, [
      '1 × talks that came a second time, on another page or in another role',
      '1 × talks that the source counts and did not send: nothing is taken as gone from it',
    ]);
  });

  it('that lead in a circle, or on and on to nothing, are refused', async () => {
    const circle = await readApi('/a', { '/a': list([oxtalk(1)], next('/b')), '/b': list([oxtalk(2)], next('/a')) });
    assert.deepEqual(circle.said, [
      'endless-pages: Its pages lead back to one that was read before: https://ox.example/a',
    ]);
    const pages = Object.fromEntries(
      Array.from({ length: 20 }, (_, i) => [`/${String(i)}`, list([oxtalk(1)], next(`/${String(i + 1)}`))]),
    );
    const idle = await readApi('/0', pages);
    assert.match(idle.said.at(-1) ?? '', /^endless-pages: Its pages go on and bring no other talks/);
    assert.equal(idle.asked.length, 4);
    const broken = await readApi('/0', { '/0': list([oxtalk(1)], next('/none')) });
    assert.match(broken.said.join(), /^not-oxtalks: There are no talks in it, .*\(https:\/\/ox\.example\/none\)\.$/);
  });

  it('begin with all talks where the address is that of the API, also where there is nothing', async () => {
    const search = '/api/talks/search';
    const root = {
      _links: { search: { href: `${search}{?from,to}`, templated: true }, events_search: { href: '/x' } },
    };
    const all = await readApi('/api', { '/api': root, [`${search}?from=0001-01-01&count=200`]: list([oxtalk(1)]) });
    assert.deepEqual(all.slugs, [slugOf(1)]);
    const none = await readApi('/api/', { [`${search}?from=1900-01-01&count=200`]: list([oxtalk(2)]) });
    assert.deepEqual(none.slugs, [slugOf(2)]);
  });

  it('beside a file on the disk are told of', async () => {
    const read = await readSource(readOxtalks, JSON.stringify(list([oxtalk(1)], next('https://ox.example/2'))));
    assert.equal(read.talks.length, 1);
    assert.deepEqual(read.notes, [
      '1 × page of several: the file is read as this page alone; import the address to read all of them',
    ]);
  });
});

describe('the format', () => {
  it('is told by what is in it', () => {
    for (const document of [
      oxtalk(1),
      list([]),
      list([oxtalk(1)]),
      { _links: {}, total: 0, _embedded: { talks: [] } },
    ]) {
      assert.equal(formatOf(JSON.stringify(document, null, 2))?.name, 'oxtalks');
    }
  });

  it('is not taken for that of others', () => {
    for (const kind of ['csv', 'ics', 'indico', 'jsonld', 'schedule', 'seminars']) {
      for (const name of realFiles(kind)) {
        const head = headText(readFileSync(realFile(kind, name)).subarray(0, 65_536));
        assert.notEqual(formatOf(head)?.name, 'oxtalks', name);
      }
    }
  });
});
