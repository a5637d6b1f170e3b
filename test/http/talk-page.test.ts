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

/** Talks 10, 11, 12 and 13 of a series, a day apart; 20 and 21 on the topic of 11; 30 by itself; 40 to 45 on ferns, of which 40, 42 and 45 share a topic more. */
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

/** Titles of the talks in the part of a page that is of a class. */
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

describe('a talk’s page', () => {
  it('leads to the talks right before and after it in its series', async () => {
    assert.deepEqual(titlesIn(await page(11), 'before'), ['First']);
    assert.deepEqual(titlesIn(await page(11), 'after'), ['Third']);
    assert.deepEqual([titlesIn(await page(10), 'before'), titlesIn(await page(10), 'after')], [[], ['Second']]);
    assert.deepEqual([titlesIn(await page(13), 'before'), titlesIn(await page(13), 'after')], [['Third'], []]);
  });

  it('leads to related talks that are neither cancelled nor beside it', async () => {
    assert.deepEqual(titlesIn(await page(11), 'related'), ['More moss']);
  });

  it('leads to related talks by date: first those to come, then those that were, from the latest', async () => {
    assert.deepEqual(titlesIn(await page(40), 'related'), [
      'Ferns, next',
      'Ferns, later',
      'Ferns, once',
      'Ferns, long ago',
      'Ferns, at first',
    ]);
  });

  it('shows no places for talks where there are none', async () => {
    const html = await page(30);
    assert.deepEqual([ofClass(html, 'beside'), ofClass(html, 'related')], [[], []]);
    assert.ok(!html.includes('<!--'));
  });

  it('says of a room what is known of who can get into the building, and where nothing is known', async () => {
    assert.equal(fact(await page(11), 'Accessibility'), 'No steps.');
    assert.match(fact(await page(30), 'Accessibility') ?? '', /^There is no information here/);
    const room = textOf(await server.ask('/talks/venues/id/place:53'));
    assert.deepEqual(ofClass(room, 'facts').map(textIn), ['MapShow on a map DirectionsAccessibilityA ramp.']);
  });

  it('leads to its room on a map through what the room is in, unless that is at another address', async () => {
    const mapOf = async (path: string): Promise<string | undefined> => {
      const links = ofClass(textOf(await server.ask(path)), 'map').flatMap((part) => [...elementsWithin(part)]);
      return links.find(({ name }) => name === 'a')?.attributes.href?.replace('https://www.openstreetmap.org/', '');
    };
    const rooms = [50, 51, 53, 54, 55, 56];
    const onVenuePages = await Promise.all(rooms.map((room) => mapOf(`/talks/venues/id/place:${String(room)}`)));
    const annexe = '?mlat=51.25&mlon=-1.5#map=18/51.25/-1.5';
    assert.deepEqual(onVenuePages, [
      '?mlat=51&mlon=-1#map=18/51/-1',
      'search?query=1%20High%20Street',
      'search?query=1%20High%20Street',
      annexe,
      annexe,
      'search?query=3%20Back%20Lane',
    ]);
    const onTalkPages = await Promise.all(rooms.slice(2).map((room) => mapOf(`/talks/id/${slugOf(room)}/`)));
    assert.deepEqual(onTalkPages, onVenuePages.slice(2));
  });

  it('says what its venue and its department are part of', async () => {
    const html = await page(11);
    assert.equal(fact(html, 'Where'), 'Room 1Glass House, Garden');
    assert.equal(fact(html, 'Organised by'), 'Botany, University');
  });

  it('says in lists which building a room is in, also once that is called otherwise', async () => {
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

  it('says what any place is called now that its venue or department is in, and who can get in there', async () => {
    const said = async (): Promise<unknown> => {
      // Once to be written, and once as it was kept.
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

  it('is as it would be written now, whoever asked for it before', async () => {
    const [first, again] = [await page(12), await page(12)];
    assert.equal(again, first);
    // The links to other languages lead back to what was asked.
    assert.match(await page(12, '?from=mail'), /href="[^"]*from=mail[^"]*lang=de"/);
    assert.equal(await page(12), first);
    assert.match(await page(12, '?lang=fr'), /<html lang="fr"/);
    assert.equal(await page(12), first);
  });

  it('says that the talk is over from its end on, also where it was written before', async (t) => {
    const end = '2039-05-01T13:00:00Z';
    await server.import([talk(slugOf(60), '2039-05-01T12:00:00Z', { end, booking_url: 'https://book.example.org/' })]);
    t.mock.timers.enable({ apis: ['Date'], now: Date.parse(end) });
    // Written, kept, and as a whole answer.
    for (let time = 0; time < 3; time += 1) assert.ok((await page(60)).includes('class="button primary"'));
    t.mock.timers.setTime(Date.parse(end) + 1);
    const over = await page(60);
    assert.equal(ofClass(over, 'over').length, 1);
    assert.ok(!over.includes('class="button primary"'));
  });

  it('leads on in the language of its address, to the talks around it too', async () => {
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

  it('follows an import: its own text, and that of the talks around it', async () => {
    await page(12);
    await server.import([
      talk(slugOf(12), '2040-05-03T12:00:00Z', { ...inSeries, title: 'Third, changed', topics: [TOPIC] }),
    ]);
    assert.deepEqual(titlesIn(await page(11), 'after'), ['Third, changed']);
    assert.equal(textIn(find(await page(12), 'h1')), 'Third, changed');
  });
});
