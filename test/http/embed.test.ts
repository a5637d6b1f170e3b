import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { NEWEST_ELEMENT } from '#pages/embed/element.ts';
import { valueAt } from '../support/json-value.ts';
import { organisation, person, series, slugOf, talk, venue } from '../support/catalogue/wire-records.ts';
import { jsonOf, textOf } from '../support/http/http-answer.ts';
import { testServer } from '../support/http/server.ts';
import { htmlFaults } from '../support/render/html.ts';
import { textOf as wordsOf } from '../support/render/markup.ts';
import { elementsOf } from '../support/render/page-markup.ts';

const DEPARTMENT = 'place:1';
const SERIES = slugOf(50);

const server = testServer([
  organisation(DEPARTMENT, { name: 'Mosses & Ferns' }),
  venue('place:2', { name: 'Great Hall' }),
  person(slugOf(60), { name: 'Ada <Moss>' }),
  series(SERIES, { title: 'Bogs' }),
  talk(slugOf(1), '2041-03-05T10:00:00Z', {
    title: 'A "first" <b>talk</b>',
    end: '2041-03-05T11:00:00Z',
    organising_department: DEPARTMENT,
    venue: 'place:2',
    speakers: [slugOf(60)],
    series: SERIES,
    special_message: 'Bring boots.',
  }),
  talk(slugOf(2), '2041-03-06T10:00:00Z', {
    title: 'Called off',
    status: 'cancelled',
    organising_department: DEPARTMENT,
  }),
  ...Array.from({ length: 60 }, (_, at) =>
    talk(slugOf(100 + at), `2041-04-${String((at % 30) + 1).padStart(2, '0')}T1${at < 30 ? 0 : 2}:00:00Z`, {
      title: `Of April ${at}`,
    }),
  ),
]);

async function embedded(query: string): Promise<string> {
  const answer = await server.ask(`/embed/talks${query}`);
  assert.equal(answer.status, 200, query);
  return textOf(answer);
}

function withClass(html: string, name: string): readonly string[] {
  return [...html.matchAll(new RegExp(`<(\\w+) class="lectern-${name}"[^>]*>(.*?)</\\1>`, 'gs'))].map(([element]) =>
    element
      .replaceAll(/<[^>]+>/g, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  );
}

describe('an embedded list of talks', () => {
  it('is a page that any site may frame, in every layout', async () => {
    for (const layout of ['list', 'compact', 'table', 'cards', 'month']) {
      const { status, headers, body } = await server.ask(`/embed/talks?layout=${layout}&from=2041-03-01&paging=true`);
      assert.equal(status, 200);
      assert.match(String(headers['content-security-policy']), /frame-ancestors \*;/);
      assert.match(String(headers['content-security-policy']), /trusted-types 'none'/);
      assert.deepEqual(await htmlFaults(body.toString()), [], layout);
      assert.match(body.toString(), /A &quot;first&quot; &lt;b&gt;talk/);
    }
    const other = await server.ask('/search');
    assert.match(String(other.headers['content-security-policy']), /frame-ancestors 'none'/);
  });

  it('shows time, speakers, place, series and notice of each talk', async () => {
    const html = await embedded(`?organising_department=${DEPARTMENT}&from=2041-03-01&lang=en`);
    assert.deepEqual(withClass(html, 'date'), ['Tuesday 5 March 2041', 'Wednesday 6 March 2041']);
    assert.deepEqual(withClass(html, 'when'), ['10:00–11:00', '10:00–11:00']);
    const cards = await embedded(`?organising_department=${DEPARTMENT}&from=2041-03-01&lang=en&layout=cards`);
    assert.equal(withClass(cards, 'when')[0], 'Tuesday 5 March 2041, 10:00–11:00');
    assert.deepEqual(withClass(html, 'who'), ['Ada &lt;Moss&gt;']);
    assert.deepEqual(withClass(html, 'where'), ['Great Hall']);
    assert.deepEqual(withClass(html, 'series'), ['Bogs']);
    assert.deepEqual(withClass(html, 'note'), ['Bring boots.']);
    const [title] = elementsOf(html, 'title');
    assert.ok(title);
    assert.equal(wordsOf(title), 'Mosses & Ferns – Lectern');
  });

  it('takes booleans as APIs do, and empty parameters as not given', async () => {
    const listed = async (query: string): Promise<string> => {
      const html = await embedded(`?from=2041-03-01&count=2${query}`);
      return html.replace(/<link rel="alternate"[^>]*>/, '');
    };
    assert.equal(await listed('&layout=&theme=&lang=&paging=&venue='), await listed(''));
    for (const [yes, no] of [
      ['1', '0'],
      ['True', 'FALSE'],
    ] as const) {
      assert.equal(await listed(`&paging=${yes}&fragment=${yes}`), await listed('&paging=true&fragment=true'));
      assert.equal(await listed(`&paging=${no}&fragment=${no}`), await listed(''));
    }
  });

  it('with fragment=true is HTML with absolute links and without a document, scripts or styles', async () => {
    const answer = await server.ask('/embed/talks?from=2041-03-01&count=2&fragment=true&paging=true&lang=de');
    const html = textOf(answer);
    assert.match(html, /^<div class="lectern lectern-list" lang="de">/);
    assert.doesNotMatch(html, /<(html|script|style|link)|style=|on\w+=/);
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);
    assert.ok(links.length > 0 && links.every((href) => href.startsWith('https://talks.example.org/')), String(links));
    assert.ok(links.includes('https://talks.example.org/search?from=2041-03-01&amp;lang=de'));
    assert.ok(html.includes('Alle 62 Vorträge'));
    assert.match(String(answer.headers['content-security-policy']), /^default-src 'none'/);
  });

  it('turns pages and months within the frame', async () => {
    const html = await embedded('?from=2041-04-01&count=20&page=2&paging=true&layout=compact&theme=dark');
    assert.equal(withClass(html, 'talk').length, 20);
    assert.match(html, /<html [^>]*class="is-dark"/);
    const turns = [...html.matchAll(/<a rel="(\w+)" href="([^"]+)" target="_self">/g)].map(([, rel, href]) => [
      rel,
      href,
    ]);
    const at = 'https://talks.example.org/embed/talks?from=2041-04-01&amp;count=20&amp;layout=compact&amp;theme=dark';
    assert.deepEqual(
      turns.map(([rel, href = '']) => [rel, href.replace('&amp;paging=true', '')]),
      [
        ['prev', `${at}&amp;page=1`],
        ['next', `${at}&amp;page=3`],
      ],
    );
    const month = await embedded('?from=2041-04-17&paging=true&layout=month');
    assert.match(month, /rel="next" href="[^"]*\/embed\/talks\?from=2041-05-01&amp;/);
  });

  it('says so if no talks are announced', async () => {
    for (const layout of ['list', 'table'])
      assert.ok(
        (await embedded(`?series=${SERIES}&from=2071-01-01&lang=es&layout=${layout}`)).includes(
          'Por ahora no hay charlas',
        ),
      );
  });

  it('tells its author if it asks for something that is not here', async () => {
    for (const layout of ['list', 'compact', 'table', 'cards', 'month']) {
      const html = await embedded(`?organising_department=place:404&series=${SERIES}&lang=en&layout=${layout}`);
      assert.ok(html.includes('This list of talks is not set up correctly.'), layout);
      const items = elementsOf(html, 'li').map(wordsOf);
      assert.deepEqual(items, ['organising_department=place:404 (Department): Nothing here has this identifier.']);
      assert.doesNotMatch(html, /No talks are announced/);
      assert.deepEqual(await htmlFaults(html), [], layout);
    }
  });

  it('is cached like other listings', async () => {
    const { headers } = await server.ask('/embed/talks?from=2041-03-01&fragment=true');
    assert.match(String(headers['cache-control']), /^public, max-age=60/);
    assert.equal(headers['access-control-allow-origin'], '*');
    const again = await server.ask('/embed/talks?from=2041-03-01&fragment=true', {
      headers: { 'if-none-match': String(headers.etag) },
    });
    assert.equal(again.status, 304);
  });

  it('returns 400 naming every invalid parameter and names ignored parameters in a header', async () => {
    const query = '?venue=hall&layout=spiral&theme=pink&lang=xx&paging=often&fragment=2&count=0';
    const answer = await server.ask(`/embed/talks${query}`, { headers: { accept: '*/*' } });
    assert.equal(answer.status, 400);
    const errors = valueAt(jsonOf(answer), 'errors');
    assert.ok(Array.isArray(errors));
    const wrong = ['venue', 'count', 'layout', 'theme', 'paging', 'fragment', 'lang'];
    assert.deepEqual(
      errors.map((error: unknown) => valueAt(error, 'parameter')),
      wrong,
    );
    const page = await server.ask(`/embed/talks${query}`, { headers: { accept: 'text/html' } });
    assert.equal(page.status, 400);
    assert.match(String(page.headers['content-security-policy']), /frame-ancestors \*/);
    assert.deepEqual(await htmlFaults(textOf(page)), []);
    for (const name of wrong) assert.ok(textOf(page).includes(`<code>${name}</code>`), name);
    const ignored = await server.ask('/embed/talks?serie=x&layout=list');
    assert.equal(ignored.headers['lectern-ignored-parameters'], '"serie";did-you-mean="series"');
    const twice = await server.ask('/embed/talks?layout=list&layout=table', { headers: { accept: '*/*' } });
    assert.equal(twice.status, 400);
  });
});

describe('oEmbed', () => {
  const asked = (url: string, more = '') =>
    `/oembed?url=${encodeURIComponent(`https://talks.example.org${url}`)}${more}`;

  async function frameOf(url: string, more = ''): Promise<string> {
    const document = await server.read(asked(url, more));
    const [, src = ''] = /<iframe src="([^"]+)"/.exec(String(valueAt(document, 'html'))) ?? [];
    return src.replaceAll('&amp;', '&').replace('https://talks.example.org', '');
  }

  it('returns an iframe for the pages of lists, talks and searches', async () => {
    assert.deepEqual(await server.read(asked(`/talks/series/id/${SERIES}`, '&maxwidth=400&maxheight=9999')), {
      version: '1.0',
      type: 'rich',
      title: 'Bogs',
      provider_name: 'Lectern',
      provider_url: 'https://talks.example.org/',
      cache_age: 3600,
      html: `<blockquote class="wp-embedded-content"><a href="https://talks.example.org/talks/series/id/${SERIES}">Bogs</a></blockquote><iframe src="https://talks.example.org/embed/talks?series=${SERIES}" title="Bogs" width="400" height="500" frameborder="0"></iframe>`,
      width: 400,
      height: 500,
    });
    const frames: Readonly<Record<string, string>> = {
      '/': '/embed/talks',
      '/search?q=moss+%26+fern&lang=de': '/embed/talks?q=moss%20%26%20fern&lang=de',
      [`/talks/id/${slugOf(1)}/`]: `/embed/talks?talk=${slugOf(1)}&from=1900-01-01`,
      [`/talks/persons/id/${slugOf(60)}?lang=fr`]: `/embed/talks?speaker=${slugOf(60)}&lang=fr`,
      '/talks/department/id/place%3A1': '/embed/talks?organising_department=place:1',
      '/talks/venues/id/place:2': '/embed/talks?venue=place:2&subvenues=true',
    };
    for (const [page, frame] of Object.entries(frames)) {
      assert.equal(await frameOf(page), frame);
      assert.equal((await server.ask(frame)).status, 200);
    }
  });

  it('is linked from the pages of lists, talks and searches', async () => {
    for (const page of [
      `/talks/series/id/${SERIES}`,
      `/talks/id/${slugOf(1)}/`,
      '/search?q=moss+%26+fern',
      '/',
      '/calendar/month/2041-03',
    ]) {
      const html = textOf(await server.ask(page));
      const [, href = ''] =
        /<link rel="alternate" type="application\/json\+oembed" title="[^"]+" href="([^"]+)"/.exec(html) ?? [];
      const path = href.replaceAll('&amp;', '&').replace('https://talks.example.org', '');
      assert.equal((await server.ask(path)).status, 200, href);
      assert.equal(
        new URL(href).searchParams.get('url'),
        `https://talks.example.org${page.replace('+%26+', '%20%26%20')}`,
      );
    }
  });

  it('returns XML with format=xml', async () => {
    const { headers, body } = await server.ask(asked(`/talks/id/${slugOf(1)}/`, '&format=xml'));
    assert.equal(headers['content-type'], 'text/xml; charset=utf-8');
    assert.match(
      body.toString(),
      /<oembed><version>1.0<\/version><type>rich<\/type><title>A &quot;first&quot; &lt;b&gt;/,
    );
    assert.match(
      body.toString(),
      /<html>&lt;blockquote class=&quot;wp-embedded-content&quot;&gt;.*&lt;iframe src=&quot;/,
    );
  });

  it('says which list it is', async () => {
    const titles: Readonly<Record<string, string>> = {
      '/': 'Lectern',
      '/search': 'Lectern',
      [`/search?series=${SERIES}&q=moss`]: 'Bogs · “moss”',
      [`/calendar/month/2041-03?organising_department=${DEPARTMENT}`]: 'Mosses & Ferns · March 2041',
      '/calendar/month/2041-03': 'March 2041',
      [`/embed/talks?series=${SERIES}`]: 'Bogs',
    };
    for (const [page, title] of Object.entries(titles))
      assert.equal(valueAt(await server.read(asked(page)), 'title'), title, page);
  });

  it('gives WordPress what its own filter makes a frame with its script of', async () => {
    const document = await server.read(asked(`/talks/series/id/${SERIES}`));
    // What wp_filter_oembed_result leaves, and what wp_maybe_enqueue_oembed_host_js looks for.
    const [, quotation, frame] =
      /(<blockquote>.*?<\/blockquote>)?.*(<iframe.*?><\/iframe>)/s.exec(
        String(valueAt(document, 'html')).replace(/<blockquote [^>]*>/, '<blockquote>'),
      ) ?? [];
    assert.deepEqual([quotation !== undefined, frame !== undefined], [true, true]);
    assert.match(String(valueAt(document, 'html')), /<blockquote\s[^>]*?wp-embedded-content/);
  });

  it('returns 400, 404 or 501 as its specification requires', async () => {
    const statuses: Readonly<Record<string, number>> = {
      '/oembed': 400,
      [asked('/', '&maxwidth=wide')]: 400,
      [asked('/', '&format=yaml')]: 501,
      [asked('/help')]: 404,
      [asked(`/talks/series/id/${slugOf(999)}`)]: 404,
      [asked(`/talks/id/${slugOf(999)}/`)]: 404,
      [asked('/talks/department/id/place:99')]: 404,
      [asked('/search?from=someday')]: 404,
      '/oembed?url=https://elsewhere.example.org/search': 404,
      '/oembed?url=javascript:alert(1)': 404,
    };
    for (const [path, status] of Object.entries(statuses)) assert.equal((await server.ask(path)).status, status, path);
  });
});

describe('the embed builder', () => {
  const path = `/embed?organising_department=${DEPARTMENT}&series=${SERIES}&layout=cards&paging=true&theme=dark&language=de`;

  it('generates snippets that embed the chosen list', async () => {
    const answer = await server.ask(path);
    const html = textOf(answer);
    assert.deepEqual(await htmlFaults(html), []);
    const lines = elementsOf(html, 'pre').map((one) => wordsOf(one));
    const [
      ofHtml = '',
      wordpress = '',
      drupal = '',
      moodle = '',
      sharepoint = '',
      slack = '',
      teams = '',
      iframe = '',
    ] = lines;
    const [, include = '', feed = ''] = lines.slice(8);
    const query = `series=${SERIES}&organising_department=place:1&count=10&layout=cards&paging=true&theme=dark&lang=de`;
    assert.match(
      ofHtml,
      /<lectern-talks series="[0-9a-f-]+" department="place:1" count="10" layout="cards" paging theme="dark" language="de">/,
    );
    assert.ok(ofHtml.includes(`integrity="${NEWEST_ELEMENT.integrity}"`));
    const framed = `https://talks.example.org/embed/talks?${query}`;
    assert.equal(wordpress, `[lectern src="${framed}"]\n${framed}`);
    assert.deepEqual([drupal, moodle, sharepoint], [iframe, iframe, iframe]);
    // Channels need dates, and talks however far off: no count.
    assert.equal(
      teams,
      `https://talks.example.org/api/talks/search.rss?series=${SERIES}&organising_department=place:1`,
    );
    assert.equal(slack, `/feed subscribe ${teams}`);
    assert.match(textOf(await server.ask(teams.replace('https://talks.example.org', ''))), /<item>[^]*<pubDate>/);
    assert.ok(
      iframe.startsWith(`<iframe src="https://talks.example.org/embed/talks?${query.replaceAll('&', '&amp;')}"`),
    );
    assert.equal(include, `https://talks.example.org/embed/talks?${query}&fragment=true`);
    for (const line of [framed, teams, include, ...feed.split('\n')])
      assert.equal((await server.ask(line.replace('https://talks.example.org', ''))).status, 200, line);
    const [preview] = elementsOf(html, 'iframe');
    assert.equal(preview?.attributes.src, `/embed/talks?${query}`);
    assert.match(String(answer.headers['content-security-policy']), /frame-src 'self'; frame-ancestors 'none'/);
  });

  it('takes periods that move with time, certain days and kinds of talks', async () => {
    const src = async (asked: string): Promise<string | undefined> =>
      elementsOf(textOf(await server.ask(`/embed?${asked}&lang=en`)), 'iframe')[0]?.attributes.src;
    assert.equal(await src('when=week&from=2041-03-01'), '/embed/talks?from=today&to=plus6&count=10&lang=en');
    assert.equal(
      await src('from=2041-03-01&to=2041-03-31'),
      '/embed/talks?from=2041-03-01&to=2041-03-31&count=10&lang=en',
    );
    const kinds = 'attendance=online&audience=public&cancelled=omit';
    const html = textOf(await server.ask(`/embed?${kinds}&has=slides&when=week&lang=en`));
    assert.deepEqual(await htmlFaults(html), []);
    const chosen = elementsOf(html, 'option').filter(({ attributes }) => 'selected' in attributes);
    const values = chosen.map(({ attributes }) => attributes.value);
    assert.deepEqual(values.slice(0, 6), ['week', 'online', 'public', '', 'slides', 'omit']);
    const teams = elementsOf(html, 'pre').map((one) => wordsOf(one))[6];
    assert.match(
      teams ?? '',
      /search\.rss\?from=today&(?!.*to=)/,
      'a talk is news when it is announced, not when it comes close',
    );
    // Several values of a filter are kept, and can be taken away.
    const several = textOf(await server.ask('/embed?has=slides&has=recording&lang=en'));
    assert.deepEqual(await htmlFaults(several), []);
    assert.match(several, /href="\/embed\?has=slides&amp;count=10&amp;lang=en"/);
    for (const when of ['term', 'toString', 'never'])
      assert.equal((await server.ask(`/embed?when=${when}`)).status, 400, when);
  });

  it('offers found names as links that add them and works without scripts', async () => {
    const html = textOf(await server.ask('/embed?find=moss&lang=en'));
    const added = elementsOf(html, 'a').filter(({ attributes }) => attributes.class === 'button');
    assert.deepEqual(
      added.map((one) => [one.attributes.href, wordsOf(one).replaceAll(/\s+/g, ' ').trim()]),
      [
        [`/embed?count=10&organising_department=${DEPARTMENT}&lang=en`, 'Add Mosses & Ferns'],
        [`/embed?count=10&speaker=${slugOf(60)}&lang=en`, 'Add Ada <Moss>'],
      ],
    );
    const filled = await server.ask(`/embed?find=&q=&layout=list&organising_department=${DEPARTMENT}`);
    assert.equal(filled.status, 303);
    assert.equal(filled.headers.location, `/embed?layout=list&organising_department=${DEPARTMENT}`);
    assert.equal((await server.ask('/embed?layout=spiral&language=xx')).status, 400);
  });

  it('is linked from every list', async () => {
    const builders: Readonly<Record<string, string>> = {
      [`/talks/series/id/${SERIES}?lang=en`]: `/embed?series=${SERIES}&amp;lang=en`,
      [`/talks/department/id/${DEPARTMENT}`]: `/embed?organising_department=${DEPARTMENT}`,
      '/search?q=of+april&page=2': '/embed?q=of%20april',
    };
    for (const [page, builder] of Object.entries(builders)) {
      const html = textOf(await server.ask(page));
      assert.ok(html.includes(`<a href="${builder}">Put this list on your site</a>`), page);
      assert.equal((await server.ask(builder.replaceAll('&amp;', '&'))).status, 200);
    }
  });
});
