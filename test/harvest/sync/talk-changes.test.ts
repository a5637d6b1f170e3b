import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CatalogueRecord } from '#catalogue/record.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import { TalkChanges } from '#harvest/sync/talk-changes.ts';
import type { Store } from '#store/store.ts';
import { aPlace, aRemovedTalk, aTalk } from '../../support/catalogue/catalogue-records.ts';
import { slugOf } from '../../support/catalogue/wire-records.ts';
import { storeOf } from '../../support/db/open-stores.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const HALL = aPlace('place:1', { kind: 'venue' });
const YARD = aPlace('place:2', { kind: 'venue' });

function talk(number: number, fields: Partial<TalkRecord> = {}): TalkRecord {
  return aTalk(slugOf(number), { title: `Talk ${String(number)}`, venue: HALL.id, ...fields });
}

async function changesOf(store: Store, records: readonly CatalogueRecord[], gone: readonly string[] = []) {
  const changes = new TalkChanges();
  const started = await store.beginImport({ replace: false, now: NOW, onTalk: (change) => changes.add(change) });
  await started.put(records.map((record, index) => ({ record, file: 'given', line: index + 1 })));
  assert.equal((await started.finish()).ok, true);
  const news = [...changes.without(new Set(gone))];
  return news.map(([what, { count, talks }]) => [what, count, talks.map(({ slug: _, ...told }) => told)]);
}

describe('the changes that an import reports', () => {
  const { start, end } = talk(1);
  const later = '2027-01-01T10:00:00Z';

  it('include a new talk as added and omit an unchanged one', async (t) => {
    const store = await storeOf(t);
    const added = { title: 'Talk 1', start };
    assert.deepEqual(await changesOf(store, [HALL, talk(1)]), [['added', 1, [added]]]);
    assert.deepEqual(await changesOf(store, [HALL, talk(1)]), []);
  });

  it('name the most important change of each talk with the previous values', async (t) => {
    const store = await storeOf(t);
    const before = Array.from({ length: 9 }, (_, i) => talk(i + 1));
    before[3] = talk(4, { status: 'cancelled' });
    await changesOf(store, [HALL, YARD, ...before]);
    const after = [
      talk(1, { start: later, end: later }),
      talk(2, { title: 'Another', start: later, end: later }),
      talk(3, { status: 'cancelled', title: 'Off' }),
      talk(4),
      talk(5, { title: 'Renamed' }),
      talk(6, { venue: YARD.id }),
      talk(7, { description: 'More' }),
      talk(8, { locationDetails: 'Upstairs' }),
      aRemovedTalk(slugOf(9)),
    ];
    assert.notEqual(start, later);
    assert.ok(end <= later);
    assert.deepEqual(await changesOf(store, after), [
      ['removed', 1, [{ title: 'Talk 9', start }]],
      ['cancelled', 1, [{ title: 'Off', start, wasTitle: 'Talk 3' }]],
      ['restored', 1, [{ title: 'Talk 4', start }]],
      [
        'moved',
        4,
        [
          { title: 'Talk 1', start: later, wasStart: start },
          { title: 'Another', start: later, wasTitle: 'Talk 2', wasStart: start },
          { title: 'Talk 6', start },
          { title: 'Talk 8', start },
        ],
      ],
      ['renamed', 1, [{ title: 'Renamed', start, wasTitle: 'Talk 5' }]],
      ['changed', 1, [{ title: 'Talk 7', start }]],
    ]);
  });

  it('list ten talks of a kind, count the others and omit those reported as gone', async (t) => {
    const store = await storeOf(t);
    const all = Array.from({ length: 30 }, (_, i) => talk(i + 1));
    const [[what, count, talks] = []] = await changesOf(store, [HALL, ...all]);
    assert.deepEqual([what, count, Array.isArray(talks) && talks.length], ['added', 30, 10]);
    const off = all.slice(0, 3).map((one) => ({ ...one, status: 'cancelled' as const }));
    const told = await changesOf(store, off, [slugOf(1), slugOf(3), slugOf(20)]);
    assert.deepEqual(told, [['cancelled', 1, [{ title: 'Talk 2', start }]]]);
  });
});
