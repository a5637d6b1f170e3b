import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { textOf } from '../support/http/http-answer.ts';
import { testServer } from '../support/http/server.ts';
import { textAt, valueAt } from '../support/json-value.ts';
import { assistantAt } from '../support/mcp/assistant.ts';
import { NO_ASSISTANTS } from '../support/mcp/mcp-installed.ts';
import { slugOf, talk, venue, type WireRecord } from '../support/catalogue/wire-records.ts';

const HALL = { name: 'Old Hall', address: '1 High Street', latitude: 51.75, longitude: -1.25 };
const SLUG = slugOf(1);

const server = testServer(
  [
    venue('place:1', { name: 'Campus', address: 'Moortown', latitude: 51, longitude: -1 }),
    hall({}),
    venue('place:3', { name: 'Ground floor', parent: 'place:2' }),
    venue('place:4', { name: 'Room 1', parent: 'place:3' }),
    talk(SLUG, '2041-03-05T10:00:00Z', { venue: 'place:4', location_details: 'By the stairs' }),
  ],
  { mcp: 'on' },
);

function hall(fields: Readonly<Record<string, unknown>>): WireRecord {
  return venue('place:2', { ...HALL, parent: 'place:1', ...fields });
}

const SUMMARY = 'Room 1, By the stairs, Ground floor, Old Hall, 1 High Street';
const MAP = 'www.openstreetmap.org/?mlat=51.75&mlon=-1.25#map=18/51.75/-1.25';

async function body(path: string): Promise<string> {
  const answer = await server.ask(path);
  assert.equal(answer.status, 200, path);
  return textOf(answer);
}

/** Lines of a calendar, unfolded. */
async function calendar(): Promise<readonly string[]> {
  return (await body(`/api/talks/${SLUG}.ics`)).replaceAll('\r\n ', '').replaceAll('\\,', ',').split('\r\n');
}

describe('a talk in a room without an address in a building with one', () => {
  it('has the building, its address and its position in JSON', async () => {
    const search = await server.read('/api/talks/search?from=2041-01-01');
    for (const found of [await server.read(`/api/talks/${SLUG}`), valueAt(search, '_embedded', 'talks', '0')]) {
      assert.equal(textAt(found, 'location_summary'), SUMMARY);
      assert.equal(textAt(found, '_embedded', 'venue', 'map_link'), `//${MAP}`);
      assert.equal(valueAt(found, '_embedded', 'venue', 'address'), undefined);
    }
    assert.equal(textAt(await server.read('/api/venues/place:4'), 'map_link'), `//${MAP}`);
  });

  it('has them in XML', async () => {
    const xml = await body(`/api/talks/${SLUG}.xml`);
    assert.ok(xml.includes(`<location_summary>${SUMMARY}</location_summary>`), xml);
    assert.ok(xml.includes(`<map_link>//${MAP.replace('&', '&amp;')}</map_link>`), xml);
  });

  it('has them in calendars', async () => {
    const lines = await calendar();
    assert.ok(lines.includes(`LOCATION:${SUMMARY}`));
    assert.ok(lines.includes('GEO:51.75;-1.25'));
    const jscalendar: unknown = JSON.parse(await body(`/api/talks/${SLUG}.jscal.json`));
    assert.deepEqual(valueAt(jscalendar, 'entries', '0', 'locations', 'venue'), {
      '@type': 'Location',
      name: SUMMARY,
      coordinates: 'geo:51.75,-1.25',
    });
  });

  it('has them in feeds, tables, text and schedules', async () => {
    for (const path of [`/api/talks/${SLUG}.atom`, `/api/talks/${SLUG}.rss`, `/api/talks/${SLUG}.feed.json`])
      assert.ok((await body(path)).includes(SUMMARY), path);
    for (const path of [`/api/talks/${SLUG}.txt`, `/api/talks/${SLUG}.md`])
      assert.ok((await body(path)).replaceAll(/\s+/g, ' ').includes(SUMMARY), path);
    assert.ok(
      (await body(`/api/talks/${SLUG}.csv`)).includes('Room 1,By the stairs,"Ground floor, Old Hall, 1 High Street"'),
    );
    const schedule = await body('/api/talks/search.schedule.xml?from=2041-01-01');
    assert.ok(schedule.includes('<room>Room 1, By the stairs, Ground floor, Old Hall</room>'), schedule);
  });

  it('has them in JSON-LD', async () => {
    const document: unknown = JSON.parse(await body(`/api/talks/${SLUG}.jsonld`));
    assert.deepEqual(valueAt(document, 'itemListElement', '0', 'location'), {
      '@type': 'Place',
      name: 'Room 1, By the stairs, Ground floor, Old Hall',
      address: '1 High Street',
      geo: { '@type': 'GeoCoordinates', latitude: 51.75, longitude: -1.25 },
    });
    const page = await body('/talks/venues/id/place:4');
    assert.ok(page.includes('"address":"1 High Street","geo":{"@type":"GeoCoordinates","latitude":51.75'), page);
  });

  it('has them on pages', async () => {
    const address = `https://${MAP.replace('&', '&amp;')}`;
    for (const path of [`/talks/id/${SLUG}/`, '/talks/venues/id/place:4']) {
      const page = await body(path);
      assert.ok(page.includes(address) && page.includes('1 High Street'), path);
    }
  });

  it('has them for assistants', { skip: NO_ASSISTANTS }, async (t) => {
    const { port } = await server.started();
    const assistant = await assistantAt(port);
    t.after(() => assistant.close());
    for (const [tool, args] of [
      ['read_talk', { talk: SLUG }],
      ['search_talks', { from: '2041-01-01' }],
    ] as const)
      assert.ok((await assistant.call(tool, args)).text.includes(SUMMARY), tool);
  });

  it('has those that the building has later', async () => {
    const before = await calendar();
    await server.import([hall({ name: 'New Hall', address: '2 High Street', latitude: 52, longitude: -2 })]);
    const found = await server.read(`/api/talks/${SLUG}`);
    assert.equal(textAt(found, 'location_summary'), SUMMARY.replace('Old', 'New').replace('1 High', '2 High'));
    assert.ok((await calendar()).includes('GEO:52;-2'));
    await server.import([hall({ address: '', latitude: null, longitude: null })]);
    const outside = await server.read('/api/talks/search?from=2041-01-01');
    assert.equal(
      textAt(outside, '_embedded', 'talks', '0', 'location_summary'),
      'Room 1, By the stairs, Ground floor, Old Hall, Campus, Moortown',
    );
    assert.ok((await calendar()).includes('GEO:51;-1'));
    await server.import([hall({})]);
    // Each change of the building is a change of the event.
    const isOfVersion = (line: string): boolean => /^(?:DTSTAMP|LAST-MODIFIED|SEQUENCE):/.test(line);
    const after = await calendar();
    assert.deepEqual(
      after.filter((line) => !isOfVersion(line)),
      before.filter((line) => !isOfVersion(line)),
    );
    assert.notDeepEqual(after.filter(isOfVersion), before.filter(isOfVersion));
  });
});
