import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TalkRecord } from '#catalogue/talk.ts';
import { movedTalks } from '#harvest/provenance/recognise-moved.ts';
import { aTalk } from '../support/catalogue/catalogue-records.ts';

type Fields = Partial<TalkRecord> & { readonly key?: string };

const NOW = '2026-11-20T12:00:00Z';
const [DEC_1, DEC_2, DEC_8, DEC_9, DEC_15] = [1, 2, 8, 9, 15].map((day) => {
  const date = `2026-12-${String(day).padStart(2, '0')}`;
  return { start: `${date}T17:00:00Z`, end: `${date}T18:00:00Z` };
});
const PAST = { start: '2026-11-01T17:00:00Z', end: '2026-11-01T18:00:00Z' };
const ANN = { speakers: ['ann'] };
const ADDRESS = { description: 'All about it.\n\nhttps://example.org/talks/1' };
const HALL = { venue: 'place:1' };

/** The matches as `old slug = new slug: by what`. Slugs number the talks of a list, as `gone1` or `new1`. */
async function moved(missing: readonly Fields[], fresh: readonly Fields[], stayed: readonly Fields[] = []) {
  const talksOf = (prefix: string, talks: readonly Fields[]) =>
    talks.map(({ key, ...fields }, index) => {
      const slug = `${prefix}${index + 1}`;
      return { key: key ?? `key of ${slug}`, record: aTalk(slug, { title: '', ...fields }) };
    });
  const [gone, come, there] = [talksOf('gone', missing), talksOf('new', fresh), talksOf('there', stayed)];
  const known = [...gone, ...there];
  async function* records(): AsyncGenerator<TalkRecord> {
    for (const { record } of known) yield await Promise.resolve(record);
  }
  const found = await movedTalks(records(), {
    owns: new Map(known.map(({ key, record }) => [record.slug, key])),
    missing: new Set(gone.map(({ record }) => record.slug)),
    fresh: come,
    now: NOW,
  });
  const slugOf = new Map(come.map(({ key, record }) => [key, record.slug]));
  return found.map(({ slug, key, by }) => `${slug} = ${slugOf.get(key) ?? ''}: ${by}`);
}

describe('a talk under a new key is recognised', () => {
  it('by the number in its key, whatever else changed', async () => {
    const before = { ...DEC_1, key: '4711-1796144400@example.org', title: 'On moss' };
    const now = { ...DEC_2, key: '4711-1796230800@example.org', title: 'Ferns', ...HALL };
    assert.deepEqual(await moved([before], [now]), ['gone1 = new1: number']);
  });

  it('by the word in its key if its title or speakers match, too', async () => {
    const before = { ...DEC_1, key: 'moss-2026-12-01', title: 'On moss in bogs', ...ANN };
    const now = { ...DEC_2, key: 'moss-2026-12-02' };
    assert.deepEqual(await moved([before], [{ ...now, title: 'On moss' }]), ['gone1 = new1: uid']);
    assert.deepEqual(await moved([before], [{ ...now, title: 'Ferns', ...ANN }]), ['gone1 = new1: uid']);
    assert.deepEqual(await moved([before], [{ ...now, title: 'Ferns' }]), []);
  });

  it('by its address if its title is added or corrected', async () => {
    for (const title of ['', 'Title to be confirmed', 'N.N.', 'À préciser', 'On mosses in bogs']) {
      const before = { ...DEC_1, ...ADDRESS, title };
      const now = { ...DEC_2, ...ADDRESS, title: 'On moss in bogs' };
      assert.deepEqual(await moved([before], [now]), ['gone1 = new1: address']);
    }
  });

  it('by two of time, title and speakers', async () => {
    const before = { ...DEC_1, title: 'On moss', ...ANN };
    assert.deepEqual(await moved([before], [{ ...DEC_1, title: 'On Moss!' }]), ['gone1 = new1: timeAndTitle']);
    assert.deepEqual(await moved([before], [{ ...DEC_1, title: 'Ferns', ...ANN }]), ['gone1 = new1: timeAndSpeakers']);
    assert.deepEqual(await moved([before], [{ ...DEC_2, title: 'On moss', ...ANN }]), [
      'gone1 = new1: titleAndSpeakers',
    ]);
  });

  it('by a title of several words in the same series if it names no speakers', async () => {
    const before = { ...DEC_1, title: 'How moss survives drought', series: 'botany' };
    assert.deepEqual(await moved([before], [{ ...before, ...DEC_2 }]), ['gone1 = new1: title']);
    assert.deepEqual(await moved([before], [{ ...before, ...DEC_2, series: 'zoology' }]), []);
    assert.deepEqual(await moved([{ ...before, title: 'Moss' }], [{ ...before, ...DEC_2, title: 'Moss' }]), []);
  });

  it('by time and place if its title is added or corrected', async () => {
    for (const title of ['', 'Seminar', 'On mosses in bogs']) {
      const now = { ...DEC_1, ...HALL, title: 'On moss in bogs' };
      assert.deepEqual(await moved([{ ...DEC_1, ...HALL, title }], [now]), ['gone1 = new1: slot']);
    }
  });

  it('by its position in the series if the old talk has no title', async () => {
    const [first, last] = [
      { ...DEC_1, series: 'botany', title: 'Moss' },
      { ...DEC_15, series: 'botany', title: 'Reed' },
    ];
    const before = { ...DEC_8, series: 'botany' };
    const now = { ...DEC_9, series: 'botany', title: 'Ferns' };
    assert.deepEqual(await moved([before], [now], [first, last]), ['gone1 = new1: position']);
    assert.deepEqual(await moved([{ ...before, title: 'On reeds' }], [now], [first, last]), []);
    assert.deepEqual(await moved([before], [now], [first]), [], 'no talk follows in the series');
    assert.deepEqual(await moved([before], [now, { ...now, ...DEC_2, title: 'Peat' }], [first, last]), []);
  });

  it('by the strongest match if it matches several talks', async () => {
    const missing = [
      { ...DEC_1, title: 'On moss', ...ANN },
      { ...DEC_2, ...ADDRESS },
    ];
    const fresh = [{ ...DEC_8, ...ADDRESS, title: 'On moss', ...ANN }];
    assert.deepEqual(await moved(missing, fresh), ['gone2 = new1: address']);
  });
});

describe('a talk under a new key is a new talk', () => {
  it('if all talks of its weekly series have the same title', async () => {
    const weekly = { series: 'botany', title: 'Seminar', ...HALL };
    assert.deepEqual(await moved([{ ...DEC_15, ...weekly }], [{ ...DEC_9, ...weekly }], [{ ...DEC_1, ...weekly }]), []);
    assert.deepEqual(await moved([{ ...DEC_8, ...weekly }], [{ ...DEC_15, ...weekly }]), []);
    const sameHost = { ...weekly, ...ANN };
    assert.deepEqual(await moved([{ ...DEC_8, ...sameHost }], [{ ...DEC_15, ...sameHost }], [sameHost]), []);
  });

  it('if it matches several talks or several talks match it', async () => {
    const talk = { title: 'On moss', ...ANN };
    const twice = [
      { ...DEC_1, ...talk },
      { ...DEC_2, ...talk },
    ];
    assert.deepEqual(await moved(twice, [{ ...DEC_8, ...talk }]), []);
    assert.deepEqual(await moved([{ ...DEC_8, ...talk }], twice), []);
    assert.deepEqual(await moved([{ ...DEC_1, ...talk }], [{ ...DEC_8, ...talk }], [{ ...DEC_2, ...talk }]), []);
  });

  it('if it shares only the address or the room with a talk of another title', async () => {
    const moss = { ...DEC_1, ...ADDRESS, ...HALL, title: 'On moss' };
    assert.deepEqual(await moved([moss], [{ ...moss, ...DEC_2, title: 'Ferns' }]), []);
    assert.deepEqual(await moved([moss], [{ ...DEC_1, ...HALL, title: 'Ferns' }]), []);
  });

  it('if the old talk has begun, unless it has the same start', async () => {
    const before = { ...PAST, title: 'On moss', ...ANN };
    assert.deepEqual(await moved([before], [{ ...before, ...DEC_1 }]), []);
    assert.deepEqual(await moved([before], [{ ...before, title: 'On mosses' }]), ['gone1 = new1: timeAndSpeakers']);
    const today = { start: '2026-11-20T11:30:00Z', end: '2026-11-20T12:30:00Z', title: 'On moss', ...ANN };
    assert.deepEqual(await moved([today], [{ ...today, ...DEC_1 }]), []);
  });

  it('if the old talk is half a year away', async () => {
    const before = { ...DEC_1, title: 'On moss', ...ANN };
    const [start, end] = ['2027-06-01T17:00:00Z', '2027-06-01T18:00:00Z'];
    assert.deepEqual(await moved([before], [{ ...before, start, end }]), []);
  });

  it('if the old talk was cancelled, unless it is cancelled too or has the same start', async () => {
    const before = { ...DEC_1, key: '4711-1796144400@example.org', title: 'On moss', status: 'cancelled' } as const;
    const now = { ...DEC_2, key: '4711-1796230800@example.org', title: 'On moss' };
    assert.deepEqual(await moved([before], [now]), []);
    assert.deepEqual(await moved([before], [{ ...now, status: 'cancelled' }]), ['gone1 = new1: number']);
    assert.deepEqual(await moved([before], [{ ...DEC_1, title: 'On moss' }]), ['gone1 = new1: timeAndTitle']);
  });
});

it('an aborted import stops comparing talks', async () => {
  async function* records(): AsyncGenerator<TalkRecord> {
    yield await Promise.resolve(aTalk('gone'));
    assert.fail('it keeps reading');
  }
  const owns = new Map([['gone', 'old']]);
  const request = { owns, missing: new Set(['gone']), fresh: [{ key: 'new', record: aTalk('new') }], now: NOW };
  const stopped = movedTalks(records(), { ...request, signal: AbortSignal.abort(new Error('stopped')) });
  await assert.rejects(stopped, /^Error: stopped$/);
});
