import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { textOf, type HttpAnswer } from '../support/http/http-answer.ts';
import { listAt, textAt, valueAt } from '../support/json-value.ts';
import { testServer } from '../support/http/server.ts';
import { ADA, GARDEN, LAW_TOPIC, PLANTS, RICH, UNIVERSITY } from '../support/catalogue/university.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';
import { oxtalksSettings } from '../support/http/oxtalks-settings.ts';

// Each test sends the requests of a public client and reads the fields that it reads.

const BASE = 'https://talks.example.org';
/** Slugs of talks before and after the end of summer time. */
const [SUMMER, WINTER] = [slugOf(91), slugOf(92)];

const server = testServer(
  [
    ...UNIVERSITY,
    talk(SUMMER, '2030-10-26T16:00:00Z', { title: 'Last of summer', end: '2030-10-26T17:00:00Z' }),
    talk(WINTER, '2030-10-28T17:00:00Z', { title: 'First of winter', end: '2030-10-28T18:00:00Z' }),
  ],
  oxtalksSettings(),
);

/** The path of an absolute address, which clients follow unchanged. */
function pathOf(address: string): string {
  assert.ok(address.startsWith(`${BASE}/`), address);
  return address.slice(BASE.length);
}

const talksOf = (document: unknown) => listAt(document, '_embedded', 'talks');

/** https://github.com/ox-it/talks.ox-js-widget, widget/embed_ox_talks.js, with jQuery 2 on another site. */
describe('the JavaScript widget', () => {
  const headers = { accept: 'application/json, text/javascript, */*; q=0.01', origin: 'https://www.example.org' };

  async function asked(path: string): Promise<unknown> {
    const answer: HttpAnswer = await server.ask(path, { headers });
    assert.deepEqual([answer.status, answer.headers['access-control-allow-origin']], [200, '*']);
    assert.equal(answer.headers['content-type'], 'application/json');
    return JSON.parse(textOf(answer));
  }

  /** A row of its table, with the cells as the widget joins them. */
  function row(one: unknown): readonly string[] {
    const speakers = listAt(one, '_embedded', 'speakers').map((each) => {
      const bio = textAt(each, 'bio');
      return textAt(each, 'name') + (bio === '' ? '' : ` (${bio})`);
    });
    const venue = valueAt(one, '_embedded', 'venue');
    const place = venue === null ? 'TBA' : `${textAt(one, 'location_summary')} ${textAt(venue, 'map_link')}`;
    const title = `${textAt(one, 'title_display')} ${textAt(one, '_links', 'talks_page', 'href')}`;
    return [textAt(one, 'formatted_date'), speakers.length === 0 ? 'TBA' : speakers.join(', '), title, place];
  }

  it('fills a table from a search with all its parameters', async () => {
    const query =
      `from=01/10/15&to=31/10/15&speaker=${ADA}&venue=place:1001&organising_department=place:2001` +
      `&topic=${LAW_TOPIC}&series=${PLANTS}&count=5`;
    assert.deepEqual(talksOf(await asked(`/api/talks/search?${query}`)).map(row), [
      [
        '6 October 2015, 11:00',
        'Bo Host, Ada Núñez (Reader in Botany)',
        `Moss "in the dark": β < γ & 日本語? ${BASE}/talks/id/${RICH}/`,
        'Glass House, Seminar room, 1 Garden Lane //maps.ox.ac.uk/#/places/place:1001',
      ],
    ]);
    const [bare] = talksOf(await asked('/api/talks/search?from=31/07/15&count=1'));
    assert.deepEqual(row(bare).slice(1), ['TBA', `Untold ${textAt(bare, '_links', 'talks_page', 'href')}`, 'TBA']);
  });

  it('fills a list, also in its first version, which reads other field names', async () => {
    for (const one of talksOf(await asked('/api/talks/search?from=2015-01-01'))) {
      assert.equal(typeof valueAt(one, 'description'), 'string');
      assert.ok(Date.parse(textAt(one, 'end')) >= Date.parse(textAt(one, 'start')));
      assert.equal(textAt(one, 'title'), textAt(one, 'title_display'));
      const venue = valueAt(one, '_embedded', 'venue');
      assert.ok(venue === null || textAt(venue, 'name') !== '');
    }
  });

  it('pages forwards and backwards by the links of the response', async () => {
    const first = await asked('/api/talks/search?from=2015-01-01&count=3');
    assert.equal(valueAt(first, '_links', 'prev'), null);
    const second = await asked(pathOf(textAt(first, '_links', 'next', 'href')));
    const back = await asked(pathOf(textAt(second, '_links', 'prev', 'href')));
    assert.deepEqual(talksOf(back).map(row), talksOf(first).map(row));
    assert.notDeepEqual(talksOf(second).map(row), talksOf(first).map(row));
  });

  it('fills a calendar with count=100', async () => {
    const talks = talksOf(await asked('/api/talks/search?from=01/01/15&count=100'));
    assert.equal(talks.length, 7);
    assert.equal(new Set(talks.map((one) => textAt(one, '_links', 'talks_page', 'href'))).size, 7);
  });
});

/** https://github.com/envycontent/msd.digest, department_digest_form.py and oxtalkscollection.py. */
describe('digests', () => {
  const MOSS =
    '11:00 Moss "in the dark": β < γ & 日本語?; Various speakers; Glass House, Seminar room, 1 Garden Lane (cancelled)';
  const days = 'from=2015-01-01&to=2030-12-31&count=500';

  /** The line that the digest prints for a talk. */
  function line(one: unknown): string {
    const people = listAt(one, '_embedded', 'speakers').map((each) =>
      `${textAt(each, 'name')}, ${textAt(each, 'bio')}`.replace(/[, ]+$/, ''),
    );
    const speaker = valueAt(one, '_embedded', 'various_speakers') === true ? 'Various speakers' : people.join('; ');
    const place =
      valueAt(one, 'location_summary') === null ? textAt(one, 'location_details') : textAt(one, 'location_summary');
    const cancelled = textAt(one, 'status') === 'cancelled' ? ' (cancelled)' : '';
    assert.match(textAt(one, 'formatted_time'), /^\d\d:\d\d$/);
    for (const name of ['special_message', 'booking_url', 'description'])
      assert.equal(typeof valueAt(one, name), 'string');
    return `${textAt(one, 'formatted_time')} ${textAt(one, 'title_display')}; ${speaker}; ${place}${cancelled}`;
  }

  for (const [name, value, lines] of [
    ['organising_department', 'oxpoints:2002', ['17:00 On the law of gardens; ; ']],
    ['series', PLANTS, ['17:00 In winter; ; Potting Shed, Garden Site, 1 Garden Lane', MOSS]],
    ['topic', encodeURIComponent(LAW_TOPIC), [MOSS]],
  ] as const)
    it(`list the talks of a ${name}`, async () => {
      const found = talksOf(await server.read(`/api/talks/search?${days}&${name}=${value}`));
      assert.deepEqual(found.map(line), lines);
    });

  it('send the same parameters to a collection and to a search', async () => {
    const query = `${days}&list=${GARDEN}&organising_department=oxpoints:2002`;
    const collection = talksOf(await server.read(`/api/collections/id/${GARDEN}?${query}`));
    assert.equal(collection.length, 4);
    assert.ok(collection.map(line).includes(MOSS));
    assert.equal(talksOf(await server.read(`/api/talks/search?${query}`)).length, 1);
  });

  it('build links from slugs', async () => {
    for (const [path, type] of [
      [`/talks/id/${RICH}`, 'text/html; charset=utf-8'],
      [`/api/talks/${RICH}.ics`, 'text/calendar; charset=utf-8'],
    ] as const) {
      const { status, headers } = await server.ask(path);
      assert.deepEqual([status, headers['content-type']], [200, type]);
    }
  });

  /** https://github.com/envycontent/msd.oxtalks, oxtalkscollection.py: a fixed pattern; no offset, no fraction. */
  it('of the first generation parse times with a fixed format', async () => {
    const talks = talksOf(await server.read('/api/talks/search?from=26/10/30&to=28/10/30'));
    const times = talks.map((one) => [textAt(one, 'start'), textAt(one, 'end'), textAt(one, 'formatted_time')]);
    assert.deepEqual(times, [
      ['2030-10-26T16:00:00Z', '2030-10-26T17:00:00Z', '17:00'],
      ['2030-10-28T17:00:00Z', '2030-10-28T18:00:00Z', '17:00'],
    ]);
  });
});

describe('scrapers', () => {
  /** The OxTalks source of a public lecture aggregator requests JSON and follows `next` for at most six pages. */
  it('follow next links to the last page', async () => {
    const read: string[] = [];
    let address: string | undefined = `${BASE}/api/talks/search?from=2015-01-01&count=2`;
    for (let pages = 0; address !== undefined && pages < 6; pages += 1) {
      const answer = await server.ask(pathOf(address), { headers: { accept: 'application/json' } });
      const document: unknown = JSON.parse(textOf(answer));
      for (const one of talksOf(document)) {
        for (const speaker of listAt(one, '_embedded', 'speakers')) textAt(speaker, 'name');
        for (const topic of listAt(one, '_embedded', 'topics')) textAt(topic, 'label');
        read.push(new URL(textAt(one, '_links', 'talks_page', 'href')).pathname);
      }
      const next = valueAt(document, '_links', 'next', 'href');
      address = typeof next === 'string' ? next : undefined;
    }
    assert.equal(new Set(read).size, 7);
    assert.equal(read.length, 7);
  });

  /** The Oxford Talks scraper of ElixirTeSS does not encode topic URIs. */
  it('search by topic URIs that are not encoded', async () => {
    const answer = await server.ask(`/api/talks/search?from=01/01/15&topic=${LAW_TOPIC}`, {
      headers: { accept: '*/*' },
    });
    const [one] = talksOf(JSON.parse(textOf(answer)));
    assert.equal(textAt(one, 'title_display'), 'Moss "in the dark": β < γ & 日本語?');
    assert.deepEqual(
      listAt(one, '_embedded', 'topics').map((topic) => textAt(topic, 'label')),
      ['Law', 'Moss'],
    );
  });

  /** The example in the documentation of OxTalks, https://github.com/ox-it/talks.ox, docs/source/http_api/summary.rst. */
  it('read a series in XML', async () => {
    const xml = textOf(await server.ask(`/api/series/${PLANTS}`, { headers: { accept: 'application/xml' } }));
    assert.match(xml, /<root>.*<_embedded><talks><list-item>.*<title_display>In winter<\/title_display>/s);
  });
});

/** The links for subscribers on pages of OxTalks: https://github.com/ox-it/talks.ox, talks/templates. */
describe('subscribed calendars', () => {
  for (const [path, count] of [
    [`/api/talks/${RICH}.ics`, 1],
    [`/api/series/${PLANTS}.ics?from=2015-01-01`, 2],
    [`/api/person/${ADA}.ics?from=2015-01-01`, 1],
    [`/api/collections/id/${GARDEN}.ics?from=2015-01-01`, 4],
    ['/api/talks/search.ics?start_date=2015-01-01&include_subdepartments=on&organising_department=place:2000', 3],
  ] as const)
    it(`keep their addresses and the UIDs of OxTalks: ${path}`, async () => {
      for (const accept of ['text/calendar', '*/*', 'text/html,application/xhtml+xml']) {
        const answer = await server.ask(path, { headers: { accept } });
        assert.equal(answer.status, 200);
        const text = textOf(answer).replaceAll('\r\n ', '');
        assert.equal(text.match(/^UID:https:\/\/talks\.ox\.ac\.uk\/talks\/id\/[0-9a-f-]{36}\/\r$/gm)?.length, count);
      }
    });
});
