import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { textOf } from '../support/http/http-answer.ts';
import { elementsWithin, textOf as textIn } from '../support/render/markup.ts';
import { find, ofClass, pageOf } from '../support/render/page.ts';
import { testServer } from '../support/http/server.ts';
import { organisation, series, slugOf, talk, topic, venue } from '../support/catalogue/wire-records.ts';

const SERIES = slugOf(1);
const TOPIC = 'http://topics.example.org/moss';
const FERNS = 'http://topics.example.org/ferns';
const SPORES = 'http://topics.example.org/spores';
const inSeries = { series: SERIES, venue: 'place:1', organising_department: 'place:9' };

/**
 * Talks 10 to 13 are in a series, a day apart. 20 and 21 share a topic with 11 and 12. 30 is unrelated to others. 40 to
 * 45 are on ferns; 40, 42 and 45 share a second topic.
 */
const server = testServer([
  organisation('place:8', { name: 'University' }),
  organisation('place:9', { name: 'Botany', parent: 'place:8' }),
  venue('place:3', { name: 'Garden', accessibility: 'No steps.' }),
  venue('place:2', { name: 'Glass House', parent: 'place:3' }),
  venue('place:1', { name: 'Room 1', parent: 'place:2' }),
  venue('place:4', { name: 'Elsewhere' }),
  venue('place:50', { name: 'Campus', address: 'Moortown', latitude: 51, longitude: -1 }),
  venue('place:51', { name: 'Hall', address: '1 High Street', parent: 'place:50', accessibility: 'A ramp.' }),
  venue('place:52', { name: 'Annexe', parent: 'place:50', address: '2 Side Lane', latitude: 51.25, longitude: -1.5 }),
  venue('place:53', { name: 'Hall, 1', parent: 'place:51' }),
  venue('place:54', { name: 'Annexe, 1', parent: 'place:52' }),
  venue('place:55', { name: 'Annexe, 2', parent: 'place:52', address: '2  Side Lane' }),
  venue('place:56', { name: 'Annexe, gate', parent: 'place:52', address: '3 Back Lane' }),
  topic(TOPIC, { label: 'Moss' }),
  topic(FERNS, { label: 'Ferns' }),
  topic(SPORES, { label: 'Spores' }),
  series(SERIES),
  talk(slugOf(10), '2040-05-01T12:00:00Z', { ...inSeries, title: 'First' }),
  talk(slugOf(11), '2040-05-02T12:00:00Z', { ...inSeries, title: 'Second', topics: [TOPIC] }),
  talk(slugOf(12), '2040-05-03T12:00:00Z', { ...inSeries, title: 'Third', topics: [TOPIC] }),
  talk(slugOf(13), '2040-05-04T12:00:00Z', { ...inSeries, title: 'Fourth' }),
  talk(slugOf(20), '2040-06-01T12:00:00Z', { title: 'Moss again', topics: [TOPIC], status: 'cancelled' }),
  talk(slugOf(21), '2040-07-01T12:00:00Z', { title: 'More moss', topics: [TOPIC] }),
  talk(slugOf(40), '2040-09-01T12:00:00Z', { title: 'Ferns', topics: [FERNS, SPORES] }),
  talk(slugOf(41), '2040-09-02T12:00:00Z', { title: 'Ferns, next', topics: [FERNS] }),
  talk(slugOf(42), '2040-09-03T12:00:00Z', { title: 'Ferns, later', topics: [FERNS, SPORES] }),
  talk(slugOf(43), '2010-09-01T12:00:00Z', { title: 'Ferns, long ago', topics: [FERNS] }),
  talk(slugOf(44), '2011-09-02T12:00:00Z', { title: 'Ferns, once', topics: [FERNS] }),
  talk(slugOf(45), '2009-09-03T12:00:00Z', { title: 'Ferns, at first', topics: [FERNS, SPORES] }),
  ...[53, 54, 55, 56].map((room) => talk(slugOf(room), '2040-10-01T12:00:00Z', { venue: `place:${String(room)}` })),
  talk(slugOf(30), '2040-08-01T12:00:00Z', { title: 'Alone', venue: 'place:4' }),
]);

async function page(number: number, query = ''): Promise<string> {
  return textOf(await server.ask(`/talks/id/${slugOf(number)}/${query}`));
}

/** Titles of the talks in the parts of a page that have a class. */
function titlesIn(html: string, name: string): string[] {
  return ofClass(html, name).flatMap((part) =>
    [...elementsWithin(part)].filter(({ attributes }) => attributes.class === 'talk-title').map(textIn),
  );
}

function fact(html: string, term: string): string | undefined {
  const rows = [...elementsWithin(find(html, 'article'))].filter(({ content }) =>
    content.some((part) => typeof part !== 'string' && part.name === 'dt' && textIn(part) === term),
  );
  const [row] = rows;
  const text = row?.content.map((part) => (typeof part !== 'string' && part.name === 'dd' ? textIn(part) : ''));
  return text?.join('');
}

describe('the page of a talk', () => {
  it('links to the previous and next talk of its series', async () => {
    assert.deepEqual(titlesIn(await page(11), 'before'), ['First']);
    assert.deepEqual(titlesIn(await page(11), 'after'), ['Third']);
    assert.deepEqual([titlesIn(await page(10), 'before'), titlesIn(await page(10), 'after')], [[], ['Second']]);
    assert.deepEqual([titlesIn(await page(13), 'before'), titlesIn(await page(13), 'after')], [['Third'], []]);
  });

  it('links to related talks, except cancelled ones and its neighbours', async () => {
    assert.deepEqual(titlesIn(await page(11), 'related'), ['More moss']);
  });

  it('lists upcoming related talks first, then past ones, latest first', async () => {
    assert.deepEqual(titlesIn(await page(40), 'related'), [
      'Ferns, next',
      'Ferns, later',
      'Ferns, once',
      'Ferns, long ago',
      'Ferns, at first',
    ]);
  });

  it('says without a script that related and previous talks have taken place', async () => {
    const past = (html: string, around: string): string[] => {
      const lists = ofClass(html, around).flatMap((part) => [...elementsWithin(part)]);
      return lists
        .filter(({ attributes }) => attributes.class === 'talks is-over')
        .flatMap((list) => [...elementsWithin(list)])
        .filter(({ attributes }) => attributes.class === 'talk-title')
        .map(textIn);
    };
    const html = await page(40);
    assert.deepEqual(past(html, 'related'), ['Ferns, once', 'Ferns, long ago', 'Ferns, at first']);
    assert.match(html, /<h3>Past talks<\/h3>\s*<div class="listing"><ol class="talks is-over">/);
  });

  it('omits the sections of neighbouring and related talks if they are empty', async () => {
    const html = await page(30);
    assert.deepEqual([ofClass(html, 'beside'), ofClass(html, 'related')], [[], []]);
    assert.ok(!html.includes('<!--'));
  });

  it('shows the accessibility of the building or says that it is unknown', async () => {
    assert.equal(fact(await page(11), 'Accessibility'), 'No steps.');
    assert.match(fact(await page(30), 'Accessibility') ?? '', /^There is no information here/);
    const room = textOf(await server.ask('/talks/venues/id/place:53'));
    assert.deepEqual(ofClass(room, 'facts').map(textIn), [
      'Address1 High StreetMapShow on a map DirectionsAccessibilityA ramp.',
    ]);
  });

  it('links to the position of its room, or of the nearest building or site around it that has one', async () => {
    const mapOf = async (path: string): Promise<string | undefined> => {
      const links = ofClass(textOf(await server.ask(path)), 'map').flatMap((part) => [...elementsWithin(part)]);
      return links.find(({ name }) => name === 'a')?.attributes.href?.replace('https://www.openstreetmap.org/', '');
    };
    const rooms = [50, 51, 53, 54, 55, 56];
    const onVenuePages = await Promise.all(rooms.map((room) => mapOf(`/talks/venues/id/place:${String(room)}`)));
    const campus = '?mlat=51&mlon=-1#map=18/51/-1';
    const annexe = '?mlat=51.25&mlon=-1.5#map=18/51.25/-1.5';
    assert.deepEqual(onVenuePages, [campus, campus, campus, annexe, annexe, annexe]);
    const onTalkPages = await Promise.all(rooms.slice(2).map((room) => mapOf(`/talks/id/${slugOf(room)}/`)));
    assert.deepEqual(onTalkPages, onVenuePages.slice(2));
  });

  it('names the places that its venue and department are part of', async () => {
    const html = await page(11);
    assert.equal(fact(html, 'Where'), 'Room 1Glass House, Garden');
    assert.equal(fact(html, 'Organised by'), 'Botany, University');
  });

  it('is listed elsewhere with the building of its room, even after the building is renamed', async () => {
    const where = async (): Promise<unknown> => {
      const html = textOf(await server.ask('/search?from=2040-05-01&venue=place:1'));
      const week = textOf(await server.ask('/calendar/week/2040-W18'));
      return [
        ofClass(html, 'talk-where').map(textIn)[0],
        ofClass(html, 'chosen').map(textIn)[0],
        ofClass(html, 'chip').map(textIn)[1],
        ofClass(week, 'place').map(textIn)[0],
      ];
    };
    const said = (name: string): unknown => [
      name,
      `${name} 4 (selected; select again to remove)`,
      `Remove: Venue ${name} ×`,
      name,
    ];
    assert.deepEqual(await where(), said('Room 1, Glass House'));
    await server.import([venue('place:2', { name: 'Palm House', parent: 'place:3' })]);
    assert.deepEqual(await where(), said('Room 1, Palm House'));
    await server.import([venue('place:2', { name: 'Glass House', parent: 'place:3' })]);
  });

  it('shows changed names and accessibility of the places around its venue and department', async () => {
    const said = async (): Promise<unknown> => {
      // The second time, it is cached.
      await page(11);
      const html = await page(11);
      return ['Where', 'Organised by', 'Accessibility'].map((name) => fact(html, name));
    };
    const before = await said();
    await server.import([
      organisation('place:8', { name: 'College' }),
      venue('place:3', { name: 'Park', accessibility: 'A gate without a step.' }),
    ]);
    assert.deepEqual(await said(), ['Room 1Glass House, Park', 'Botany, College', 'A gate without a step.']);
    await server.import([
      organisation('place:8', { name: 'University' }),
      venue('place:3', { name: 'Garden', accessibility: 'No steps.' }),
    ]);
    assert.deepEqual(await said(), before);
  });

  it('does not depend on the parameters of earlier requests', async () => {
    const [first, again] = [await page(12), await page(12)];
    assert.equal(again, first);
    // Links to other languages keep the query.
    assert.match(await page(12, '?from=mail'), /href="[^"]*from=mail[^"]*lang=de"/);
    assert.equal(await page(12), first);
    assert.match(await page(12, '?lang=fr'), /<html lang="fr"/);
    assert.equal(await page(12), first);
  });

  it('says that the talk is over once it has ended, even if the page was cached before', async (t) => {
    const end = '2039-05-01T13:00:00Z';
    await server.import([talk(slugOf(60), '2039-05-01T12:00:00Z', { end, booking_url: 'https://book.example.org/' })]);
    t.mock.timers.enable({ apis: ['Date'], now: Date.parse(end) });
    // Rendered twice, and then from the response cache.
    for (let time = 0; time < 3; time += 1) assert.ok((await page(60)).includes('class="button primary"'));
    t.mock.timers.setTime(Date.parse(end) + 1);
    const over = await page(60);
    assert.equal(ofClass(over, 'over').length, 1);
    assert.ok(!over.includes('class="button primary"'));
  });

  it('keeps ?lang= in links to related talks', async () => {
    const german = await page(11, '?lang=de');
    const html = await page(11);
    const links = (of: string): string[] =>
      ofClass(of, 'related')
        .flatMap((part) => [...elementsWithin(part)])
        .flatMap(({ attributes: { href } }) => (href === undefined ? [] : [href]));
    assert.deepEqual(links(html), [`/talks/id/${slugOf(21)}/`]);
    assert.deepEqual(links(german), [`/talks/id/${slugOf(21)}/?lang=de`]);
    assert.equal(
      textIn(ofClass(german, 'related')[0]?.content.find((part) => typeof part !== 'string') ?? pageOf('')),
      'Ähnliche Vorträge',
    );
  });

  it('shows imported changes to the talk and its neighbours', async () => {
    await page(12);
    await server.import([
      talk(slugOf(12), '2040-05-03T12:00:00Z', { ...inSeries, title: 'Third, changed', topics: [TOPIC] }),
    ]);
    assert.deepEqual(titlesIn(await page(11), 'after'), ['Third, changed']);
    assert.equal(textIn(find(await page(12), 'h1')), 'Third, changed');
  });
});
