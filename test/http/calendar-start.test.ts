import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { textOf } from '../support/http/http-answer.ts';
import { elementsOf } from '../support/render/page-markup.ts';
import { testServer } from '../support/http/server.ts';
import { organisation, slugOf, talk } from '../support/catalogue/wire-records.ts';

const server = testServer([
  organisation('place:1', { name: 'Mosses' }),
  talk(slugOf(1), '2030-06-05T10:00:00Z', { organising_department: 'place:1' }),
]);

/** The path and query to which /calendar redirects. */
async function leadsTo(query: string): Promise<string> {
  const answer = await server.ask(`/calendar${query}`);
  assert.equal(answer.status, 303, query);
  assert.match(String(answer.headers['cache-control']), /no-store|no-cache/);
  return String(answer.headers.location).replace(/^https?:\/\/[^/]+/, '');
}

describe('the calendar', () => {
  it('redirects to the current week and is in the navigation', async () => {
    assert.match(await leadsTo(''), /^\/calendar\/week\/\d{4}-W\d\d$/);
    const nav = elementsOf(textOf(await server.ask('/help')), 'a').map(({ attributes }) => attributes.href);
    assert.ok(nav.includes('/calendar'));
  });

  it('redirects to a given day in the chosen view with filters and language', async () => {
    assert.equal(await leadsTo('?day=2031-01-01'), '/calendar/week/2031-W01');
    assert.equal(
      await leadsTo('?view=month&day=2030-06-05&organising_department=place:1'),
      '/calendar/month/2030-06?organising_department=place:1',
    );
    assert.equal(await leadsTo('?view=day&day=2030-06-05&q=moss'), '/calendar/day/2030-06-05?q=moss');
    assert.equal(await leadsTo('?view=rooms&day=2030-06-05'), '/calendar/rooms/2030-06-05');
    assert.equal(await leadsTo('?view=agenda&day=2030-06-05&q=moss'), '/agenda?from=2030-06-05&q=moss');
    assert.equal(await leadsTo('?view=week&day=2030-06-05&q=&lang=de'), '/calendar/week/2030-W23?lang=de');
  });

  it('returns 400 and names every invalid parameter', async () => {
    const answer = await server.ask('/calendar?view=year&day=2030-02-30&venue=here', {
      headers: { accept: 'text/html' },
    });
    assert.equal(answer.status, 400);
    for (const name of ['view', 'day', 'venue']) assert.match(textOf(answer), new RegExp(`\\b${name}\\b`, 'i'), name);
  });

  it('links from every view to the embed builder with the same filters', async () => {
    for (const [path, query] of [
      ['/calendar/month/2030-06', 'organising_department=place:1&layout=month'],
      ['/calendar/week/2030-W23', 'organising_department=place:1'],
      ['/calendar/day/2030-06-05', 'organising_department=place:1'],
      ['/calendar/rooms/2030-06-05', 'organising_department=place:1'],
      ['/agenda', 'organising_department=place:1'],
    ] as const) {
      const html = textOf(await server.ask(`${path}?organising_department=place:1`));
      const links = elementsOf(html, 'a').map(({ attributes }) => attributes.href);
      assert.ok(links.includes(`/embed?${query}`), path);
      assert.equal((await server.ask(`/embed?${query}`)).status, 200);
    }
  });

  it('has a form in every view that keeps the view, its filters and its day', async () => {
    for (const [path, view, day] of [
      ['/calendar/month/2030-06', 'month', '2030-06-01'],
      ['/calendar/week/2030-W23', 'week', '2030-06-03'],
      ['/calendar/day/2030-06-05', 'day', '2030-06-05'],
      ['/calendar/rooms/2030-06-05', 'rooms', '2030-06-05'],
      ['/agenda', 'agenda', undefined],
    ] as const) {
      const html = textOf(await server.ask(`${path}?organising_department=place:1&q=moss`));
      const form = elementsOf(html, 'form').find(({ attributes }) => attributes.action === '/calendar');
      assert.ok(form !== undefined, path);
      const fields = new Map(elementsOf(html, 'input').map(({ attributes }) => [attributes.name, attributes.value]));
      const kept = ['view', 'organising_department', 'q'].map((name) => fields.get(name));
      assert.deepEqual(kept, [view, 'place:1', 'moss'], path);
      if (day !== undefined) assert.equal(fields.get('day'), day);
    }
  });
});
