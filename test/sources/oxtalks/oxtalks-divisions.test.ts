import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { batchesOf, list, oxtalk } from '../../support/sources/oxtalks-api.ts';
import type { Answers, Json } from '../../support/sources/oxtalks-api.ts';

const at = '/api/talks/search?from=2026-01-01';
const by = (number: number, department: number): Json =>
  oxtalk(number, {
    _embedded: {
      topics: [],
      organising_department: {
        name: `Department ${String(department)}`,
        _links: { self: { href: `//api.m.ox.example/places/oxpoints:${String(department)}` } },
      },
    },
  });

const link = (id: number, name: string): string => `<a href="/talks/department/id/oxpoints:${String(id)}">${name}</a>`;
const PAGE = `<nav>${link(1, 'Moss')}</nav><h1>Departments</h1>
  <h3>${link(100, 'Plants &amp; Fungi Division')}</h3><ul><li>${link(1, 'Moss')}</li><li>${link(2, 'Ferns')}</li></ul>
  <h3>Others</h3><ul><li>${link(3, 'Reeds')}</li></ul>`;

async function read(answers: Answers): Promise<readonly unknown[]> {
  const departments: unknown[] = [];
  const said: string[] = [];
  for await (const batch of batchesOf(at, answers)) {
    departments.push(...batch.talks.map(({ department }) => [department?.id, department?.parent]));
    said.push(...(batch.notes ?? []).map(({ what, count }) => `${String(count)} × ${what}`));
  }
  return [departments, said];
}

const UNKNOWN =
  'departments whose division is unknown: searching for a division does not find their talks until a catalogue file sets their parent';

describe('the division of a department', () => {
  const talks = list([by(1, 1), by(2, 3), by(3, 100), by(4, 3)]);

  it('is read from the department page of OxTalks, with a note about unknown ones', async () => {
    const parent = { id: 'oxpoints:100', kind: 'organisation', name: 'Plants & Fungi Division' };
    assert.deepEqual(await read({ [at]: talks, '/talks/department': PAGE }), [
      [
        ['oxpoints:1', parent],
        ['oxpoints:3', undefined],
        ['oxpoints:100', undefined],
        ['oxpoints:3', undefined],
      ],
      [`1 × ${UNKNOWN}`],
    ]);
  });

  it('is left unset if that page is missing, with a note', async () => {
    const [departments, said] = await read({ [at]: talks, '/talks/department': 404 });
    assert.deepEqual(departments, [
      ['oxpoints:1', undefined],
      ['oxpoints:3', undefined],
      ['oxpoints:100', undefined],
      ['oxpoints:3', undefined],
    ]);
    assert.deepEqual(said, [`3 × ${UNKNOWN}`]);
  });
});
