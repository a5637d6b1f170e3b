import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SourceSeries } from '#sources/source-talk.ts';
import { batchesOf, list, oxtalk } from '../../support/sources/oxtalks-api.ts';
import type { Answers, Json } from '../../support/sources/oxtalks-api.ts';
import { slugOf } from '../../support/catalogue/wire-records.ts';

const AT = '/api/talks/search?from=today';
const said = (number: number): string => `/api/series/${slugOf(number)}?from=9999-01-01`;
const series = (number: number): Json => ({ slug: slugOf(number), title: `Series ${String(number)}` });
const document = (number: number, more: Json = {}): Json => ({
  _links: { self: { href: `/api/series/${slugOf(number)}` } },
  title: `Series ${String(number)}`,
  description: `All about ${String(number)}`,
  occurence: 'Mondays',
  _embedded: { talks: [] },
  ...more,
});

interface Read {
  readonly asked: readonly string[];
  readonly series: readonly SourceSeries[];
  readonly said: readonly string[];
}

async function read(answers: Answers, at = AT): Promise<Read> {
  const asked: string[] = [];
  const found: SourceSeries[] = [];
  const notes: string[] = [];
  for await (const batch of batchesOf(at, answers, asked)) {
    found.push(...(batch.series ?? []));
    notes.push(...(batch.notes ?? []).map(({ what, count }) => `${String(count)} × ${what}`));
  }
  return { asked, series: found, said: notes };
}

const talks = (...numbers: readonly number[]): Json =>
  list(numbers.map((number, at) => oxtalk(at + 1, { series: series(number) })));

describe('an OxTalks series named by talks', () => {
  it('is read once for its details, without its other talks', async () => {
    const done = await read({
      [AT]: talks(7, 8, 7),
      [said(7)]: document(7, {
        web_address: 'https://seven.example/',
        image: { url: 'https://seven.example/7.jpg', alt: 'Seven' },
      }),
      [said(8)]: document(8, { title: 'Eight', description: '' }),
    });
    assert.deepEqual(done.asked, [AT, said(7), said(8)]);
    assert.deepEqual(done.series, [
      {
        slug: slugOf(7),
        title: 'Series 7',
        description: 'All about 7',
        occurrence: 'Mondays',
        webAddress: 'https://seven.example/',
        image: { url: 'https://seven.example/7.jpg', alt: 'Seven' },
      },
      {
        slug: slugOf(8),
        title: 'Eight',
        description: '',
        occurrence: 'Mondays',
        webAddress: undefined,
        image: undefined,
      },
    ]);
    assert.deepEqual(done.said, ['2 × series read for their details only: their other talks are not imported']);
  });

  it('is not read again if the import began with its document', async () => {
    const at = `/api/series/${slugOf(7)}`;
    const own = document(7, { _embedded: { talks: [oxtalk(1, { series: series(7) })] } });
    assert.deepEqual((await read({ [at]: own }, at)).asked, [at]);
  });

  it('has only its title if its document cannot be read', async () => {
    const done = await read({
      [AT]: talks(5, 6, 7, 8),
      [said(5)]: document(5),
      [said(6)]: 500,
      [said(8)]: document(8),
    });
    assert.deepEqual(
      done.series.map(({ slug }) => slug),
      [slugOf(5), slugOf(8)],
    );
    assert.equal(
      done.said.at(-1),
      '2 × series of which only the title could be read: their other details stay as they are',
    );
  });

  it('is no longer looked for after three 404 responses', async () => {
    const answers = { [AT]: talks(4, 5, 6, 7, 8), [said(4)]: 404, [said(5)]: 404, [said(6)]: 404 };
    const done = await read(answers);
    assert.deepEqual(done.asked, [AT, said(4), said(5), said(6)]);
    assert.match(done.said.join(), /^5 × series of which only the title/);
  });

  it('does not stop the import after two 404 responses and one 503', async () => {
    const answers = { [AT]: talks(3, 4, 5, 6), [said(3)]: document(3), [said(4)]: 404, [said(5)]: 404, [said(6)]: 503 };
    assert.match((await read(answers)).said.join(), /3 × series of which only the title could be read/);
  });

  it('stops the import after several 503 responses, so that a later one can resume it', async () => {
    const answers = { [AT]: talks(4, 5, 6, 7), [said(4)]: document(4), [said(5)]: 503, [said(6)]: 503, [said(7)]: 503 };
    await assert.rejects(read(answers), /temporarily unavailable/);
  });
});
