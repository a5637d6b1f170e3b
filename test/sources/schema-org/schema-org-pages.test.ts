import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import fc from 'fast-check';
import { Identity } from '#harvest/provenance/identity.ts';
import { RecordsOfTalks } from '#harvest/reading/records-of-talks.ts';
import { talkPage } from '#pages/talk.ts';
import { jsonLd } from '#representations/linked-data/json-ld.ts';
import { readSchemaOrg } from '#sources/schema-org/schema-org.ts';
import { sourceFormatOf } from '#sources/source-formats.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import { publication } from '../../support/catalogue/publication.ts';
import { bareTalk, richTalk } from '../../support/catalogue/talk-details.ts';
import { hostileTalk } from '../../support/hostile/hostile-text.ts';
import { isMembers } from '../../support/json-value.ts';
import { RUNS } from '../../support/property-runs.ts';
import { talkContent } from '../../support/render/talk-content.ts';
import { view } from '../../support/render/view.ts';
import { READ_OPTIONS, readSource, type ReadSource } from '../../support/sources/read-source.ts';

const START = '2026-10-27T17:00:00Z';

function script(document: unknown): string {
  return `<script type="application/ld+json">${typeof document === 'string' ? document : JSON.stringify(document)}</script>`;
}

function page(...lines: readonly string[]): string {
  return ['<!DOCTYPE html>', '<html><head>', ...lines, '</head><body>', '</body></html>'].join('\n');
}

function event(id: string, more: object = {}): object {
  return { '@context': 'https://schema.org', '@type': 'Event', '@id': id, name: id, startDate: START, ...more };
}

async function read(content: string | Buffer, size?: number): Promise<ReadSource> {
  return readSource(readSchemaOrg, content, {}, size);
}

async function talksOf(content: string): Promise<readonly SourceTalk[]> {
  const { talks, problems } = await read(content);
  assert.deepEqual(problems, []);
  return talks;
}

/** Each talk as `key (series)`. */
async function keysOf(...documents: readonly unknown[]): Promise<string[]> {
  const talks = await talksOf(page(...documents.map(script)));
  return talks.map(({ key, series }) => (series === null ? key : `${key} (${series.title})`));
}

describe('an HTML page', () => {
  it('is recognised by its beginning', () => {
    for (const head of [
      page(),
      '\n<!-- made by x -->\n<HTML lang=en>',
      '<?xml version="1.0"?><!DOCTYPE html><html>',
      'x\n<script type="application/ld+json">',
    ]) {
      assert.equal(sourceFormatOf(head)?.name, 'schema-org', head);
    }
    for (const head of ['<?xml version="1.0"?><rss>', '<feed>', 'title,start\n<b>html</b>,x']) {
      assert.notEqual(sourceFormatOf(head)?.name, 'schema-org', head);
    }
  });

  it('yields the events of all its JSON-LD scripts with their lines, for any chunk size', async () => {
    const text = page(
      '<meta charset="utf-8">',
      '<!-- <script type="application/ld+json">{"@type":"Event"}</script> -->',
      '<script>"</scr"</script>',
      `<SCRIPT data-x="1" TYPE='application/LD+JSON; charset=utf-8'>\n${JSON.stringify(event('https://e.org/1', { name: 'Größe' }))}\n</SCRIPT>`,
      script(event('https://e.org/2')),
    );
    for (const size of [1, 7, 65_536]) {
      const { talks, problems } = await read(text, size);
      assert.deepEqual(problems, []);
      assert.deepEqual(
        talks.map(({ key, title, line }) => [key, title, line]),
        [
          ['https://e.org/1', 'Größe', 6],
          ['https://e.org/2', 'https://e.org/2', 9],
        ],
      );
    }
  });

  it('is read in Windows-1252 and UTF-16', async () => {
    const text = page(script(event('https://e.org/1', { name: 'Größe' })));
    for (const bytes of [Buffer.from(text, 'latin1'), Buffer.from(`\ufeff${text}`, 'utf16le')]) {
      assert.deepEqual(
        (await read(bytes)).talks.map(({ title }) => title),
        ['Größe'],
      );
    }
  });

  it('has HTML entities in its JSON-LD decoded, even if the ampersand is escaped', async () => {
    const titles = async (text: string): Promise<string[]> =>
      (await talksOf(page(`<script type="application/ld+json">${text}</script>`))).map(({ title }) => title);
    const escaped = JSON.stringify(event('https://e.org/1', { name: 'Moss &#8211; a &lt;b&gt; &amp; <i>' }));
    assert.deepEqual(await titles(escaped), ['Moss – a <b> & <i>']);
    assert.deepEqual(await titles(escaped.replaceAll('&', '\\u0026')), ['Moss – a <b> & <i>']);
  });

  it('loses only the scripts that are broken', async () => {
    const { talks, problems } = await read(page(script('{"a":\n1,}'), script(event('https://e.org/2')), script('')));
    assert.deepEqual(
      talks.map(({ key }) => key),
      ['https://e.org/2'],
    );
    assert.deepEqual(
      problems.map(({ line, where, what, hint }) => [line, where, what, hint]),
      [
        [4, 'script', 'Invalid JSON from column 3 of this line.', 'Fix the script at the source.'],
        [6, 'script', 'The JSON is truncated.', 'Fix the script at the source.'],
      ],
    );
  });

  it('is refused if it has no JSON-LD or no events', async () => {
    const none = await read(page('<script>1</script>'));
    const other = await read(page(script({ '@type': 'WebSite' })));
    assert.deepEqual(
      [...none.problems, ...other.problems].map(({ code, line }) => [code, line]),
      [
        ['no-json-ld', 0],
        ['no-events', 0],
      ],
    );
  });

  const BASES: readonly (readonly [string, string, string, string])[] = [
    ['of the page address', '', '', 'https://e.org/a/#1'],
    ['in the @context', '', 'https://c.org/', 'https://c.org/#1'],
    ['in the <base> element', '<base href="/b/">', '', 'https://e.org/b/#1'],
  ];
  for (const [name, head, base, expected] of BASES) {
    it(`resolves identifiers against the base ${name}`, async () => {
      const context = base === '' ? 'https://schema.org' : ['https://schema.org', { '@base': base }];
      const text = page(head, script({ ...event('#1'), '@context': context, url: 'x' }));
      const file = { name: 'page', address: 'https://e.org/a/', chunks: chunks(text) };
      const keys: string[] = [];
      for await (const { talks } of readSchemaOrg(file, READ_OPTIONS)) keys.push(...talks.map(({ key }) => key));
      assert.deepEqual(keys, [expected]);
    });
  }
});

async function* chunks(text: string): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from(text));
}

describe('related events', () => {
  const series = { '@type': 'EventSeries', '@id': 'https://e.org/s', name: 'Mosses' };

  it('are found in graphs, lists and other objects', async () => {
    assert.deepEqual(
      await keysOf(
        { '@context': 'http://schema.org/', '@graph': [event('https://e.org/1'), { '@type': 'Person', name: 'x' }] },
        [event('https://e.org/2')],
        { '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', item: event('https://e.org/3') }] },
        {
          '@type': 'Organization',
          event: { '@type': ['Thing', 'MusicEvent'], '@id': 'https://e.org/4', name: 'x', startDate: START },
        },
      ),
      ['https://e.org/1', 'https://e.org/2', 'https://e.org/3', 'https://e.org/4'],
    );
  });

  it('take speakers, places and series from other scripts by identifier', async () => {
    const talks = await talksOf(
      page(
        script({
          ...event('https://e.org/1'),
          performer: [{ '@id': 'https://e.org/ada' }, 'https://e.org/bo'],
          location: 'https://e.org/hall',
          superEvent: { '@id': 'https://e.org/s' },
        }),
        script([
          { '@context': 'https://schema.org', '@id': 'https://e.org/ada', '@type': 'Person', name: 'Ada' },
          { '@context': 'https://schema.org', '@id': 'https://e.org/bo', '@type': 'Person', name: 'Bo' },
          { '@context': 'https://schema.org', '@id': 'https://e.org/hall', '@type': 'Place', name: 'Hall' },
          series,
        ]),
      ),
    );
    assert.deepEqual(
      talks.map(({ speakers, venue, onlineUrl, series: of }) => [
        speakers.map(({ name }) => name),
        venue,
        onlineUrl,
        of?.title,
      ]),
      [[['Ada', 'Bo'], { name: 'Hall', key: 'https://e.org/hall' }, '', 'Mosses']],
    );
  });

  it('belong to a series or to a parent event, which is then not a talk', async () => {
    assert.deepEqual(
      await keysOf({ ...series, subEvent: [event('https://e.org/1'), { name: 'Two', startDate: START }] }),
      ['https://e.org/1 (Mosses)', `${START} Two (Mosses)`],
    );
    const whole = event('https://e.org/w', { name: 'Days of moss' });
    assert.deepEqual(await keysOf(whole, event('https://e.org/1', { superEvent: 'https://e.org/w' })), [
      'https://e.org/1 (Days of moss)',
    ]);
    assert.deepEqual(await keysOf({ ...whole, subEvent: [{ '@id': 'https://e.org/elsewhere' }] }), ['https://e.org/w']);
  });

  it('inherit the location of the series they belong to', async () => {
    const at = (name: string): object => ({ '@type': 'Place', name });
    const parts = [event('https://e.org/1'), event('https://e.org/2', { location: at('Room') })];
    const talks = await talksOf(page(script({ ...series, location: at('Hall'), subEvent: parts })));
    assert.deepEqual(
      talks.map(({ venue }) => venue?.name),
      ['Hall', 'Room'],
    );
  });

  it('are read once if they are part of themselves or of each other', async () => {
    const [one, two] = ['https://e.org/1', 'https://e.org/2'];
    assert.deepEqual(await keysOf(event(one, { superEvent: { '@id': one }, subEvent: { '@id': one } })), [one]);
    assert.deepEqual(
      await keysOf(event(one, { superEvent: { '@id': two } }), event(two, { superEvent: { '@id': one } })),
      [`${one} (${two})`],
    );
    const place = {
      '@type': 'Place',
      '@id': 'https://e.org/p',
      name: 'Hall',
      containedInPlace: { '@id': 'https://e.org/p' },
    };
    assert.deepEqual(await keysOf(event(one, { location: place })), [one]);
  });

  it('are identified by URL, or with start and title if the URL is missing or shared', async () => {
    const at = (url: string, startDate: string, name = 'On moss'): object => ({
      '@type': 'Event',
      name,
      url,
      startDate,
    });
    assert.deepEqual(
      await keysOf([
        at('https://e.org/1', START),
        at('https://e.org/2', START),
        at('https://e.org/2', '2026-11-03'),
        ...[at('', START), at('', START)],
        at('https://e.org/list', START),
        at('https://e.org/list', START, 'On ferns'),
        { ...at('', START), mainEntityOfPage: { '@type': 'WebPage', '@id': 'https://e.org/5' } },
      ]),
      [
        'https://e.org/1',
        `https://e.org/2 ${START}`,
        'https://e.org/2 2026-11-03',
        `${START} On moss`,
        `https://e.org/list ${START} On moss`,
        `https://e.org/list ${START} On ferns`,
        'https://e.org/5',
      ],
    );
  });

  it('are recognised with full, prefixed or renamed terms, but not in other vocabularies', async () => {
    const full = {
      '@type': 'http://schema.org/Event',
      'https://schema.org/name': 'x',
      'http://schema.org/startDate': START,
    };
    const prefixed = {
      '@context': { s: 'https://schema.org/' },
      '@type': 's:Event',
      's:name': 'x',
      's:startDate': START,
      's:url': 'https://e.org/2',
    };
    const renamed = {
      '@context': {
        '@vocab': 'https://schema.org/',
        title: 'name',
        begin: { '@id': 'https://schema.org/startDate' },
        name: 'https://other.org/name',
        kind: '@type',
      },
      kind: 'Event',
      title: 'x',
      'https://schema.org/name': 'x',
      name: 'no',
      begin: START,
      url: 'https://e.org/3',
    };
    const other = {
      '@context': 'https://www.w3.org/ns/activitystreams',
      '@type': 'Event',
      name: 'x',
      startDate: START,
    };
    assert.deepEqual(await keysOf({ ...full, '@id': 'https://e.org/1' }, prefixed, renamed, other), [
      'https://e.org/1',
      'https://e.org/2',
      'https://e.org/3',
    ]);
  });
});

const EVENT = { '@type': 'Event', '@id': '#moss', name: 'On moss', startDate: '2026-10-27T17:00:00Z' };

/** The URLs of the talks on a page that was fetched from a private address. */
async function leadingBack(head: string): Promise<readonly string[]> {
  const html = `<html><head>${head}</head><body><script type="application/ld+json">${JSON.stringify(EVENT)}</script></body></html>`;
  async function* chunks() {
    yield await Promise.resolve(Buffer.from(html));
  }
  const file = { name: 'page', address: 'https://example.org/private-0123/talks?key=hush', chunks: chunks() };
  const urls: string[] = [];
  for await (const { talks } of readSchemaOrg(file, READ_OPTIONS)) urls.push(...talks.map(({ url }) => url));
  return urls;
}

test('an event without a URL gets the canonical URL of its page', async () => {
  assert.deepEqual(await leadingBack('<link rel="canonical" href="/talks">'), ['https://example.org/talks']);
});

test('an event never gets the address from which its page was fetched', async () => {
  assert.deepEqual(await leadingBack(''), ['']);
  assert.deepEqual(await leadingBack('<link rel="canonical" href="javascript:alert(1)">'), ['']);
});

describe('Lectern’s own talk page', () => {
  for (const details of [richTalk, bareTalk]) {
    it(`is read back to the same talk: ${details.talk.title}`, async () => {
      const { talks, problems } = await readSource(readSchemaOrg, talkPage(talkContent(details), view));
      assert.deepEqual(problems, []);
      const [talk] = talks;
      assert.ok(talk !== undefined && talks.length === 1, `${talks.length} talks`);
      const records = new RecordsOfTalks(new Identity('own'), { department: null, topics: [] });
      const made = records.take(talk, 'page');
      assert.ok('record' in made);
      const { slug, title, start, end, status, series, topics, speakers, onlineUrl, cost, audience, bookingUrl } =
        details.talk;
      const { record } = made;
      assert.deepEqual(
        Object.fromEntries(Object.keys(RETURNED).map((field) => [field, record[field as keyof typeof RETURNED]])),
        { slug, title, start, end, status, series, topics, speakers, onlineUrl, cost, audience, bookingUrl },
      );
      assert.deepEqual(talk.department?.name, details.organisingDepartment?.name);
      assert.ok(record.description.includes(details.talk.description));
    });
  }
});

describe('a talk in Lectern’s own JSON-LD', () => {
  it('is read back unchanged, for arbitrary texts', async () => {
    const list = jsonLd(publication, { cancelled: 'status', alarm: null });
    await fc.assert(
      fc.asyncProperty(hostileTalk, async (details) => {
        const json = list.entry(details).toString();
        const written: unknown = JSON.parse(json);
        assert.ok(isMembers(written) && typeof written.name === 'string');
        // Titles lose markup, and one such as “…” says that there is none yet.
        const isPlain = !/[<&\v\f]/u.test(written.name);
        const title = isPlain && /[^\p{P}\s]/u.test(written.name) ? written.name : '';
        const page = `<script type="application/ld+json">{"@context":"https://schema.org","@graph":[${json}]}</script>`;
        for (const content of [`<!DOCTYPE html>${page}`, json]) {
          const { talks, problems } = await readSource(readSchemaOrg, content);
          assert.deepEqual(
            [problems, talks.map((talk) => [talk.slug, talk.start, talk.end, isPlain ? talk.title : ''])],
            [[], [[details.talk.slug, details.talk.start, details.talk.end, title]]],
          );
          assert.deepEqual(
            talks[0]?.speakers.map(({ slug }) => slug),
            details.speakers.map(({ slug }) => slug),
          );
        }
      }),
      { numRuns: RUNS.usual },
    );
  });
});

/** The fields that a page keeps unchanged. */
const RETURNED = {
  slug: 1,
  title: 1,
  start: 1,
  end: 1,
  status: 1,
  series: 1,
  topics: 1,
  speakers: 1,
  onlineUrl: 1,
  cost: 1,
  audience: 1,
  bookingUrl: 1,
};
