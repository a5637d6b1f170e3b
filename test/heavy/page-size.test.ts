import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { LANGUAGES } from '#pages/frame/language.ts';
import {
  busyCatalogue,
  COLLECTIONS,
  DEPARTMENTS,
  MONTH,
  PEOPLE,
  SERIES,
  TOPICS,
  VENUES,
  WEEK,
  WORD,
} from '../support/catalogue/busy-catalogue.ts';
import { textOf } from '../support/http/http-answer.ts';
import { linksIn } from '../support/render/page-markup.ts';
import { testServer } from '../support/http/server.ts';
import { slugOf } from '../support/catalogue/wire-records.ts';

/** Before and after compression. */
const MAX_BYTES = 70_000;
const MAX_COMPRESSED = 16_000;
/** Characters. The limits apply to queries of up to this length. */
const LONGEST_QUESTION = 2_000;
/** Numbers of parameters to test, besides the most that fit. */
const LENGTHS: ReadonlySet<number> = new Set([1, 2, 3, 5, 10, 11, 20]);

const server = testServer(busyCatalogue(new Date()));

/** All but English, which never has the largest page. */
const LARGE_LANGUAGES: readonly string[] = LANGUAGES.slice(1);

/** The largest page among these languages. */
async function largest(path: string, status: number, languages: readonly string[]): Promise<string> {
  let found = '';
  for (const language of languages) {
    const answer = await server.ask(`${path}${path.includes('?') ? '&' : '?'}lang=${language}`, {
      headers: { accept: 'text/html' },
    });
    assert.equal(answer.status, status, path);
    const html = textOf(answer);
    if (Buffer.byteLength(html) > Buffer.byteLength(found)) found = html;
  }
  return found;
}

async function holds(path: string, status = 200, languages = LARGE_LANGUAGES): Promise<string> {
  const html = await largest(path, status, languages);
  const bytes = Buffer.byteLength(html);
  assert.ok(bytes < MAX_BYTES, `${String(bytes)} bytes: ${path}`);
  const compressed = gzipSync(html).byteLength;
  assert.ok(compressed < MAX_COMPRESSED, `${String(compressed)} bytes compressed: ${path}`);
  return html;
}

const FILTERS: Readonly<Record<string, readonly string[]>> = {
  speaker: PEOPLE,
  series: SERIES,
  venue: VENUES,
  organising_department: DEPARTMENTS,
  topic: TOPICS,
};

/** Queries of many lengths that find as many talks as possible. */
function* questions(): Generator<string> {
  yield '';
  for (const [name, values] of Object.entries(FILTERS)) yield* growing(values.map((value) => `${name}=${value}`));
  // All filters mixed.
  const mixed = PEOPLE.flatMap((_, at) =>
    Object.entries(FILTERS).map(([name, values]) => `${name}=${String(values[at])}`),
  );
  yield* growing(mixed);
  for (const words of [1, 2, 4, 8, 16, 20]) yield `q=${Array.from({ length: words }, () => WORD).join('%20')}`;
  yield `q=${encodeURIComponent('沈積'.repeat(40))}`;
  yield `q=${encodeURIComponent(`${WORD} &<>"' `.repeat(16))}`;
}

/** Queries with some numbers of these parameters, and with as many as fit. */
function* growing(pairs: readonly string[]): Generator<string> {
  let longest = '';
  for (const [at] of pairs.entries()) {
    const question = pairs.slice(0, at + 1).join('&');
    if (question.length > LONGEST_QUESTION) break;
    if (LENGTHS.has(at + 1)) yield question;
    longest = question;
  }
  yield longest;
}

const QUESTIONS = [...questions()];

describe('the page size limit of 70 KB (16 KB compressed) in a busy catalogue', () => {
  it('holds for searches with any filters and words', async () => {
    for (const question of QUESTIONS) {
      const html = await holds(`/search?from=${MONTH}-01&count=1000&cancelled=omit&${question}`);
      if (question === '') assert.equal(html.split('class="talk"').length, 26);
    }
  });

  it('holds for text searches sorted by relevance', async () => {
    await holds(`/search?from=${MONTH}-01&count=1000&order=relevance&q=${WORD}`);
  });

  it('holds for searches that find nothing or are invalid', async () => {
    for (const question of QUESTIONS)
      if (!question.includes('q='))
        await holds(`/search?q=coasts+xyzzy+tells+then+now+what&from=2041-01-01&to=2041-12-31&${question}`);
    await holds(`/search?from=someday&count=none&topic=here&${QUESTIONS.at(30) ?? ''}`, 400);
  });

  for (const [kind, path] of [
    ['month', `/calendar/month/${MONTH}?`],
    ['week', `/calendar/week/${WEEK}?`],
    ['day', `/calendar/day/${MONTH}-10?`],
    ['rooms', `/calendar/rooms/${MONTH}-10?`],
    ['agenda', `/agenda?from=${MONTH}-01&count=1000&`],
  ] as const)
    it(`holds for calendars with any query: ${kind}`, async () => {
      for (const question of QUESTIONS) await holds(`${path}${question}`);
    });

  it('holds for pages that list upcoming and past talks', async () => {
    const paths = [
      `/talks/series/id/${SERIES[0] ?? ''}`,
      `/talks/persons/id/${PEOPLE[0] ?? ''}`,
      `/user/lists/id/${COLLECTIONS[0] ?? ''}`,
      `/talks/department/id/${DEPARTMENTS[0] ?? ''}`,
      `/talks/venues/id/${VENUES[0] ?? ''}`,
      `/talks/topics/id?uri=${TOPICS[0] ?? ''}`,
    ];
    for (const path of paths)
      for (const more of ['', 'page=2', 'when=past']) await holds(`${path}${path.includes('?') ? '&' : '?'}${more}`);
  });

  for (const what of ['series', 'people', 'topics', 'collections', 'departments', 'venues'])
    it(`holds for browse pages: ${what}`, async () => {
      for (const question of ['', '?page=2', '?letter=A']) await holds(`/browse/${what}${question}`);
    });

  it('holds for a branch of the departments and of the venues', async () => {
    await holds(`/browse/departments?under=${DEPARTMENTS[0] ?? ''}`);
    await holds(`/browse/venues?under=${VENUES[0] ?? ''}`);
  });

  it('holds for a talk, the home page, /about, /help and a 404', async () => {
    for (const path of ['/', `/talks/id/${slugOf(0x10_0000)}/`, '/about', '/help']) await holds(path);
    await holds('/talks/id/nobody', 404);
  });

  it('holds for every page of the API reference', async () => {
    const parts = linksIn(await holds('/docs/api')).filter(({ href }) => href.startsWith('/docs/api/'));
    assert.ok(parts.length > 60);
    const [, language = ''] = /[?&]lang=(\w+)/.exec(parts[0]?.href ?? '') ?? assert.fail();
    // They are in English inside a frame, which is largest in the same language for all.
    for (const { href } of parts) await holds(href.split('?')[0] ?? '', 200, [language]);
  });
});
