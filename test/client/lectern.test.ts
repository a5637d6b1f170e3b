import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Lectern, type Changes, type LecternOptions } from '#client/client.ts';
import { ADA, GARDEN, MOSS_TOPIC, NOBODY, PLANTS, PRIVATE, RICH } from '../support/catalogue/university.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';
import { testServer, universityServer, type LazyServer } from '../support/http/server.ts';
import { failure } from './failure.ts';

const EVERYTHING = { from: '2000-01-01' };

/** A client of a server, and the paths that it requests. */
async function clientOf(
  server: LazyServer,
  options: LecternOptions = {},
): Promise<{ lectern: Lectern; asked: string[] }> {
  const { port } = await server.started();
  const origin = `http://127.0.0.1:${port}`;
  const asked: string[] = [];
  const noted: NonNullable<LecternOptions['fetch']> = (url, request) => {
    asked.push(url.replace(origin, ''));
    return fetch(url, request);
  };
  return { lectern: new Lectern(origin, { fetch: noted, ...options }), asked };
}

describe('lectern/client', () => {
  const server = universityServer();

  it('iterates over all talks of a search and requests a page only when its first talk is needed', async () => {
    const { lectern, asked } = await clientOf(server);
    const all = await lectern.searchPage({ ...EVERYTHING, count: 100 });
    const titles: string[] = [];
    for await (const { title } of lectern.search({ ...EVERYTHING, count: 2 })) {
      titles.push(title);
      if (titles.length === 2) assert.equal(asked.length, 2);
    }
    assert.deepEqual(
      titles,
      all._embedded.talks.map(({ title }) => title),
    );
    assert.equal(titles.length, all.total);
    assert.deepEqual(
      asked.slice(1),
      [1, 2, 3].map((page) => `/api/talks/search?from=2000-01-01&count=2${page === 1 ? '' : `&page=${page}`}`),
    );
  });

  it('finds talks with only the requested fields', async () => {
    const { lectern, asked } = await clientOf(server);
    const [first] = await lectern.searchFields({ ...EVERYTHING, fields: ['title_display', 'venue'] }).toArray();
    assert.deepEqual(asked, ['/api/talks/search?from=2000-01-01&fields=title_display&fields=venue']);
    assert.ok(first !== undefined);
    const { _links, _embedded, ...rest } = first;
    assert.deepEqual(Object.keys(_links), ['self']);
    assert.deepEqual(Object.keys(_embedded ?? {}), ['venue']);
    const title: string | undefined = rest.title_display;
    assert.deepEqual(rest, { title_display: title });
  });

  it('requests no further page after a break out of a loop', async () => {
    const { lectern, asked } = await clientOf(server);
    for await (const { slug } of lectern.search({ ...EVERYTHING, count: 1 })) {
      assert.notEqual(slug, '');
      break;
    }
    assert.equal(asked.length, 1);
  });

  it('iterates over whole pages with the total number of talks', async () => {
    const { lectern } = await clientOf(server);
    const totals: [number, number][] = [];
    for await (const { total, _embedded } of lectern.search({ ...EVERYTHING, count: 3 }).pages()) {
      totals.push([total, _embedded.talks.length]);
    }
    assert.deepEqual(totals, [
      [5, 3],
      [5, 2],
    ]);
  });

  it('repeats a parameter for several values and omits undefined ones', async () => {
    const { lectern, asked } = await clientOf(server);
    await lectern.searchPage({
      from: '2015-10-06',
      to: undefined,
      topic: [MOSS_TOPIC, 'https://x.example/'],
      count: 5,
    });
    await lectern.searchPage({ from: '2015-10-06', topic: MOSS_TOPIC });
    const topic = 'topic=http%3A%2F%2Ftopics.example.org%2Fmoss%3Fform%3Ddry%26wet';
    assert.deepEqual(asked, [
      `/api/talks/search?from=2015-10-06&${topic}&topic=https%3A%2F%2Fx.example%2F&count=5`,
      `/api/talks/search?from=2015-10-06&${topic}`,
    ]);
  });

  it('reads a talk, series, collection and person', async () => {
    const { lectern } = await clientOf(server);
    const { title, series } = await lectern.talk(RICH);
    assert.deepEqual([title, series?.slug], ['Moss "in the dark": β < γ & 日本語?', PLANTS]);
    const plants = await lectern.series(PLANTS);
    const inWinter = await lectern.series(PLANTS, { to: '2015-02-01' });
    assert.deepEqual([plants.title, plants._embedded.talks.length], ['Plants & people', 2]);
    assert.deepEqual(
      inWinter._embedded.talks.map((talk) => talk.title_display),
      ['In winter'],
    );
    assert.equal((await lectern.collection(GARDEN)).title, 'Garden talks');
    assert.equal((await lectern.person(ADA)).name, 'Ada Núñez');
  });

  it('lists the talks of a department, a venue and a topic', async () => {
    const { lectern } = await clientOf(server);
    const titlesOf = async (talks: AsyncIterable<{ title_display: string }>) => {
      const titles: string[] = [];
      for await (const talk of talks) titles.push(talk.title_display);
      return titles;
    };
    const university = await titlesOf(lectern.department('place:2000', { count: 1 }));
    assert.deepEqual(university.slice(1), ['On the law of gardens', 'Of the whole university']);
    assert.deepEqual(await titlesOf(lectern.venue('oxpoints:1002')), ['In winter']);
    assert.deepEqual(await titlesOf(lectern.topic(MOSS_TOPIC)), ['Moss "in the dark": β < γ & 日本語?']);
    const page = lectern.topic(MOSS_TOPIC).pages();
    assert.equal((await page.next()).value?.label, 'Moss');
  });

  it('suggests names', async () => {
    const { lectern } = await clientOf(server);
    const names = await lectern.suggestions('nun', { kind: ['person', 'series'] });
    assert.deepEqual(
      names.map(({ kind, id, name }) => [kind, id, name]),
      [['person', ADA, 'Ada Núñez']],
    );
  });

  it('lists people, series, collections, topics and places by name', async () => {
    const { lectern } = await clientOf(server);
    const people = await lectern.people({ count: 1 }).toArray();
    assert.deepEqual(
      people.map(({ name }) => name),
      ['Bo Host', 'Ada Núñez', 'Cy <Organiser>'],
    );
    const series = await lectern.seriesList({ q: 'plants' }).toArray();
    assert.deepEqual(
      series.map(({ title, talks }) => [title, talks]),
      [['Plants & people', 2]],
    );
    const collections = await lectern.collections({ count: 1 }).toArray();
    assert.deepEqual(
      collections.map(({ title }) => title),
      ['Garden talks', 'Nothing chosen'],
    );
    assert.equal((await lectern.topics().toArray())[0]?.label, 'Law');
    const [university] = await lectern.places({ depth: 2 }).toArray();
    assert.deepEqual(
      university?._embedded?.places.map(({ name }) => name),
      ['Department of Botany', 'Faculty of Law'],
    );
    assert.equal((await lectern.places({ role: 'venue' }).toArray())[0]?.name, 'Garden Site');
  });

  it('throws a LecternError with a message for each invalid parameter', async () => {
    const { lectern } = await clientOf(server);
    const error = await failure(lectern.search({ from: 'someday', count: -1 }).toArray());
    assert.deepEqual([error.name, error.status, error.code], ['LecternError', 400, 'bad-request']);
    assert.deepEqual(
      error.errors.map(({ parameter }) => parameter),
      ['from', 'count'],
    );
    assert.match(error.message, /^400 The request is malformed: from: “someday” is not a date\..* count: /);
  });

  it('reports not-found for an unknown talk and for a private collection', async () => {
    const { lectern } = await clientOf(server);
    const none = await failure(lectern.talk(NOBODY));
    assert.deepEqual([none.status, none.code, none.errors], [404, 'not-found', []]);
    assert.equal(none.message, '404 Not found: No talk has this identifier');
    assert.match(none.url, new RegExp(`/api/talks/${NOBODY}$`));
    assert.equal((await failure(lectern.collection(PRIVATE))).code, 'not-found');
  });

  it('rejects an invalid slug without a request', async () => {
    const { lectern, asked } = await clientOf(server);
    for (const slug of ['', '..', '../suggest', `${RICH}.ics`, `${RICH}?a`, 'a/b'])
      await assert.rejects(async () => lectern.talk(slug), /^TypeError: “.*” is not a slug or the identifier/);
    assert.deepEqual(asked, []);
  });

  it('rejects a base address that is not a web address', () => {
    for (const address of ['', 'talks.example.org', 'ftp://talks.example.org', 'http://'])
      assert.throws(() => new Lectern(address), { name: 'TypeError', message: /^“.*” is not a web address/ });
  });

  it('stops when its signal is aborted', async () => {
    const { lectern, asked } = await clientOf(server);
    const stop = new AbortController();
    const read: string[] = [];
    await assert.rejects(
      async () => {
        for await (const { slug } of lectern.search({ ...EVERYTHING, count: 2 }, { signal: stop.signal })) {
          read.push(slug);
          stop.abort();
        }
      },
      { name: 'AbortError' },
    );
    assert.deepEqual([read.length, asked.length], [2, 2]);
  });
});

describe('changes in lectern/client', () => {
  const FIRST = talk(slugOf(1), '2026-01-05T17:00:00Z', { title: 'First' });
  const SECOND = talk(slugOf(2), '2026-01-06T17:00:00Z', { title: 'Second' });
  const server = testServer([FIRST, SECOND]);

  it('bring all talks first and then only what is new since any page', async () => {
    const { lectern, asked } = await clientOf(server);
    const query = { from: '2026-01-01', count: 1 };
    const read = async (start: Parameters<Lectern['changes']>[0]): Promise<Changes[]> => {
      const pages: Changes[] = [];
      for await (const page of lectern.changes(start)) pages.push(page);
      return pages;
    };
    const titlesOf = (pages: readonly Changes[]) => pages.flatMap(({ talks }) => talks.map(({ title }) => title));
    const pages = await read(query);
    assert.deepEqual(titlesOf(pages).toSorted(), ['First', 'Second']);
    assert.match(asked[0] ?? '', /updated_since=beginning/);
    assert.deepEqual(titlesOf(await read(pages[0]?.resume ?? '')), titlesOf(pages).slice(1));
    const after = pages.at(-1)?.resume ?? '';
    assert.deepEqual(
      (await read(after)).map(({ talks, removed }) => [talks, removed]),
      [[[], []]],
    );

    await server.import([{ ...SECOND, title: 'Second, later', updated: undefined }], { replace: true });
    const changed = await read(after);
    assert.deepEqual([titlesOf(changed), changed.flatMap(({ removed }) => removed)], [['Second, later'], [slugOf(1)]]);
  });

  it('fail with a LecternError for an invalid updated_since', async () => {
    const { lectern } = await clientOf(server);
    const error = await failure(lectern.changes('?from=2026-01-01&updated_since=nonsense').next());
    assert.deepEqual([error.status, error.errors.map(({ parameter }) => parameter)], [400, ['updated_since']]);
    assert.match(error.requestId ?? '', /^[0-9a-f-]{36}$/);
  });
});
