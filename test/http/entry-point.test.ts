import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isMembers, listAt, textAt, valueAt } from '../support/json-value.ts';
import { startTestServer, universityServer } from '../support/http/server.ts';
import { ADA, GARDEN, MOSS_TOPIC, PLANTS, RICH, UNIVERSITY } from '../support/catalogue/university.ts';

const server = universityServer();

describe('the entry point', () => {
  const IDS: Readonly<Record<string, string>> = {
    series: PLANTS,
    collection: GARDEN,
    talk: RICH,
    person: ADA,
    department: 'place:2001',
    venue: 'place:1001',
  };

  /** The part of RFC 6570 that our templates use: `{id}` and `{?name,name*}`. */
  function expanded(template: string, id: string): string {
    return template.replace('{id}', id).replace(/\{\?([^}]*)\}/, (_all, names: string) => {
      const values: Readonly<Record<string, string>> = {
        from: '2015-01-01',
        to: 'plus7',
        uri: encodeURIComponent(MOSS_TOPIC),
        q: 'moss',
      };
      const given = names.split(',').filter((name) => name in values);
      return `?${given.map((name) => `${name}=${values[name] ?? ''}`).join('&')}`;
    });
  }

  it('links to every resource, and every template expands to an address that returns 200', async (t) => {
    const local = await startTestServer(UNIVERSITY, { baseUrl: null });
    t.after(() => local.close());
    const base = `http://127.0.0.1:${String(local.port)}`;
    const links = valueAt(await local.read('/api'), '_links');
    const names = isMembers(links) ? Object.keys(links) : [];
    assert.deepEqual(names.toSorted(), [
      ...[
        'all_series',
        'collection',
        'collection_page',
        'collections',
        'department',
        'events_search',
        'home',
        'people',
        'person',
        'person_page',
        'places',
        'search',
        'self',
        'series',
        'series_page',
      ],
      ...['service-desc', 'service-doc', 'suggest', 'talk', 'talk_ics', 'talk_page', 'topic', 'topics', 'venue'],
    ]);
    for (const name of names) {
      const href = textAt(links, name, 'href');
      assert.equal(valueAt(links, name, 'templated') === true, href.includes('{'), name);
      const target = expanded(href, IDS[name.split('_')[0] ?? ''] ?? '').replace(base, '');
      const answer = await local.ask(target);
      assert.equal(answer.status, 200, `${name}: ${target}`);
      assert.ok(!target.includes('{'), target);
    }
  });

  for (const [link, path] of [
    ['search', '/api/talks/search'],
    ['events_search', '/api/events/search'],
    ['series', '/api/series/{id}'],
    ['collection', '/api/collections/id/{id}'],
    ['person', '/api/person/{id}'],
    ['department', '/api/departments/{id}'],
    ['venue', '/api/venues/{id}'],
    ['topic', '/api/topics'],
  ] as const)
    it(`lists every documented query parameter in the template of ${link}`, async () => {
      const links = valueAt(await server.read('/api'), '_links');
      // The list of topics shares the path of a topic, and so its documented parameters.
      const templates = (link === 'topic' ? [link, 'topics'] : [link]).map((one) => textAt(links, one, 'href'));
      const names = templates.flatMap((one) => /\{\?([^}]*)\}/.exec(one)?.[1]?.split(',') ?? []);
      const document = await server.read('/openapi.json');
      const documented = [path, `${path}.ics`, `${path}.rss`].flatMap((one) => queryParametersOf(document, one));
      assert.deepEqual([...new Set(names)].toSorted(), [...new Set([...documented, 'format'])].toSorted());
    });

  it('answers the same with a trailing slash', async () => {
    assert.deepEqual(await server.read('/api/'), await server.read('/api'));
  });
});

/** The query parameters of a path as a URI template writes them: with an asterisk if they repeat. */
function queryParametersOf(document: unknown, path: string): string[] {
  return listAt(document, 'paths', path, 'get', 'parameters')
    .map((one) => valueAt(document, ...textAt(one, '$ref').slice(2).split('/')))
    .filter((one) => valueAt(one, 'in') === 'query')
    .map((one) => textAt(one, 'name') + (valueAt(one, 'explode') === true ? '*' : ''));
}
