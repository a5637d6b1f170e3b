import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SourceTalk } from '#sources/source-talk.ts';
import { batchesOf, list, oxtalk } from '../../support/sources/oxtalks-api.ts';
import type { Answers, Json } from '../../support/sources/oxtalks-api.ts';
import { slugOf } from '../../support/catalogue/wire-records.ts';

const MOSS = 'http://id.worldcat.example/fast/1';
const FERN = 'http://id.worldcat.example/fast/2?a=b&c=d';
const html = (...topics: readonly (readonly [uri: string, label: string])[]): string =>
  `<a href="/talks/topics">Topics</a><ul>${topics
    .map(([uri, label]) => `<li><a href="/talks/topics/id/?uri=${uri.replaceAll('&', '&amp;')}">${label}</a></li>`)
    .join('')}</ul>`;
const TOPICS = html([MOSS, 'Mosses'], [FERN, 'Ferns &amp; more']);

/** A talk as OxTalks returns it in lists, without its topics. */
const bare = (number: number): Json => oxtalk(number, { _embedded: {} });
const at = '/api/talks/search?from=2026-01-01&count=2';
const searched = (uri: string): string => `${at}&topic=${encodeURIComponent(uri)}`;

interface Read {
  readonly topics: readonly (readonly [slug: string, unsaid: boolean, labels: readonly string[]])[];
  readonly said: readonly string[];
  readonly asked: readonly string[];
}

async function read(address: string, answers: Answers): Promise<Read> {
  const talks: SourceTalk[] = [];
  const said: string[] = [];
  const asked: string[] = [];
  for await (const batch of batchesOf(address, answers, asked)) {
    talks.push(...batch.talks);
    said.push(...(batch.notes ?? []).map(({ what, count }) => `${String(count)} × ${what}`));
  }
  const topics = talks.map(
    ({ key, unsaid, moreTopics }) =>
      [key, unsaid.includes('topics'), moreTopics.map(({ label, uri }) => `${label} ${uri ?? ''}`)] as const,
  );
  return { topics, said, asked };
}

describe('topics that the OxTalks API omits from talks', () => {
  it('are found by searching for each listed topic, with a note about talks that have none', async () => {
    const done = await read(at, {
      [at]: list([bare(1), bare(2)], { total: 3 }),
      [`${at}&page=2`]: list([bare(3)], { total: 3 }),
      '/talks/topics': TOPICS,
      [searched(MOSS)]: list([bare(1), bare(2)], { total: 3 }),
      [`${searched(MOSS)}&page=2`]: list([bare(9)], { total: 3 }),
      [searched(FERN)]: list([bare(2)], { total: 1 }),
    });
    assert.deepEqual(done.topics, [
      [slugOf(1), true, [`Mosses ${MOSS}`]],
      [slugOf(2), true, [`Mosses ${MOSS}`, `Ferns & more ${FERN}`]],
      [slugOf(3), true, []],
    ]);
    assert.deepEqual(done.said, [
      '2 × topics found by searching for each, because talks do not list theirs',
      '1 × talks without topics in the source: they keep those they have',
    ]);
  });

  it('are read from the page of each talk if the API has fewer talks than topics', async () => {
    const done = await read(at, {
      [at]: list([bare(1)], { total: 1 }),
      '/talks/topics': TOPICS,
      [`http://ox.example/talks/id/${slugOf(1)}/`]: html([FERN, 'Ferns']),
    });
    assert.deepEqual(done.topics, [[slugOf(1), true, [`Ferns ${FERN}`]]]);
    assert.deepEqual(done.said, []);
  });

  it('stay unsaid if the list of topics cannot be read, with a note', async () => {
    const done = await read(at, { [at]: list([bare(1), bare(2)], { total: 2 }), '/talks/topics': 404 });
    assert.deepEqual(
      done.topics.map(([, unsaid, labels]) => [unsaid, labels]),
      [
        [true, []],
        [true, []],
      ],
    );
    assert.deepEqual(done.said, [
      '1 × topics, or pages of talks, that could not be read: talks keep the topics they have',
      '2 × talks without topics in the source: they keep those they have',
    ]);
  });

  it('are not looked for if talks name their topics', async () => {
    const done = await read(at, { [at]: list([oxtalk(1)], { total: 1 }) });
    assert.deepEqual([done.asked, done.said], [[at], []]);
  });
});
