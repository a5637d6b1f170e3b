import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';
import { jsonOf } from '../support/http/http-answer.ts';
import { allOf, hasClass, oneOf, pageTree, seenText } from '../support/render/page-tree.ts';
import { testServer } from '../support/http/server.ts';
import { listAt, valueAt, textAt } from '../support/json-value.ts';

const MATERIAL = { url: 'https://files.example.org/1', title: '' };

const server = testServer([
  talk(slugOf(1), '2026-06-01T15:59:59Z', {
    cost: 'Free',
    location_details: 'Room 1',
    audience: 'All welcome!',
  }),
  talk(slugOf(2), '2026-06-01T16:00:00Z', {
    online_url: 'https://live.example.org',
    audience: 'Students and staff',
  }),
  talk(slugOf(3), '2026-12-01T16:30:00Z', {
    status: 'cancelled',
    booking_required: 'Required',
    cost: '£5, free for members',
    materials: [{ type: 'recording', ...MATERIAL }],
  }),
  talk(slugOf(4), '2026-12-01T17:00:00Z', {
    booking_required: 'Not required',
    audience: 'Public',
    materials: [{ type: 'slides', ...MATERIAL }],
  }),
]);

async function found(query: string): Promise<number[]> {
  const answer = await server.ask(`/api/talks/search?from=2026-01-01&${query}`);
  assert.equal(answer.status, 200, answer.body.toString());
  const slugs = listAt(jsonOf(answer), '_embedded', 'talks').map((one) => textAt(one, 'slug'));
  return slugs.map((slug) => [1, 2, 3, 4].findIndex((number) => slugOf(number) === slug) + 1);
}

describe('a search by attributes', () => {
  const EXPECTED: Readonly<Record<string, readonly number[]>> = {
    'attendance=online': [2],
    'attendance=in_person': [1],
    'attendance=online&attendance=in_person': [1, 2],
    'audience=public': [1, 4],
    'audience=members': [2],
    'audience=public&audience=members&attendance=in_person': [1],
    'free=true': [1],
    'free=false': [2, 3, 4],
    'booking_required=true': [3],
    'booking_required=false': [1, 2, 4],
    // Summer time in London: 17:00 is 16:00 UTC.
    'evening=true': [2, 4],
    'evening=false': [1, 3],
    'status=cancelled': [3],
    'status=published&evening=true': [2, 4],
    'has=recording': [3],
    'has=recording&has=slides': [3, 4],
    'has=slides&free=true': [],
    'order=latest': [4, 3, 2, 1],
    'order=latest&count=3&page=2': [1],
  };

  it('finds the talks with these attributes', async () => {
    for (const [query, numbers] of Object.entries(EXPECTED)) assert.deepEqual(await found(query), numbers, query);
  });

  it('finds the same talks in XML, iCalendar, Atom and CSV', async () => {
    const query = 'from=2026-01-01&has=recording';
    for (const suffix of ['.xml', '.ics', '.atom', '.csv']) {
      const { body } = await server.ask(`/api/talks/search${suffix}?${query}`);
      const slugs = [1, 2, 3, 4].filter((number) => body.toString().includes(slugOf(number)));
      assert.deepEqual(slugs, [3], suffix);
    }
  });

  it('returns 400 and names every parameter with an invalid value', async () => {
    const query =
      'attendance=hybrid&audience=all&status=gone&has=video&free=yes&booking_required=maybe&evening=late&order=newest';
    const answer = await server.ask(`/api/talks/search?from=2026-01-01&${query}`);
    assert.equal(answer.status, 400);
    const named = listAt(jsonOf(answer), 'errors').map((error) => textAt(error, 'parameter'));
    assert.deepEqual(
      named.sort(),
      query
        .split('&')
        .map((pair) => pair.split('=')[0])
        .sort(),
    );
  });
});

describe('the search page', () => {
  it('shows each attribute as a filter and keeps it in the form', async () => {
    const { body } = await server.ask('/search?from=2026-01-01&evening=true&attendance=online');
    const page = body.toString();
    assert.match(page, /In the evening, from 17:00/);
    assert.match(page, /<input type="hidden" name="evening" value="true"/);
    assert.match(page, /<input type="hidden" name="attendance" value="online"/);
  });

  it('shows beside each filter how many talks the search finds with it', async () => {
    for (const query of ['from=2026-01-01', 'from=2026-01-01&evening=true', 'from=2026-01-01&has=slides&free=false']) {
      const { body } = await server.ask(`/search?${query}`);
      const rows = allOf(
        oneOf(pageTree(body.toString()), 'aside'),
        'a',
        ({ attributes }) => attributes.class !== 'chosen',
      );
      assert.ok(rows.length > 0, query);
      for (const row of rows) {
        const asked = new URL(row.attributes.href ?? '', 'http://x').searchParams;
        if (asked.getAll('has').length > 1) asked.delete('has', 'slides');
        const count = Number(seenText(oneOf(row, 'span', hasClass('count'))));
        const answer = await server.ask(`/api/talks/search?${asked.toString()}`);
        assert.equal(valueAt(jsonOf(answer), 'total'), count, row.attributes.href);
      }
    }
  });
});
