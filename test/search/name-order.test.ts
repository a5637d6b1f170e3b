import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { changeOrder, foldedName, letterOf } from '#search/names/name-order.ts';
import { NumberSet } from '#search/index/number-set.ts';
import { RUNS } from '../support/property-runs.ts';

test('a name is listed under its first letter without accents, in any script, or under #', () => {
  const names = [
    'Ádám',
    '“Quoted”',
    'ada',
    'Жуков',
    'ωμέγα',
    '李明',
    '3 things',
    '—',
    '',
    '한글',
    '김민수',
    '까치',
    'Émile',
  ];
  assert.deepEqual(
    names.map((name) => letterOf(foldedName(name))),
    ['A', 'Q', 'A', 'Ж', 'Ω', '#', '#', '#', '#', 'ㅎ', 'ㄱ', 'ㄲ', 'E'],
  );
});

test('names are ordered regardless of case, accents and punctuation, those without a letter last', () => {
  const names = ['Zoë', 'öz', '3 things', 'O’Neill', 'Oz', '“Ada”', 'adam', 'ADA Byron', 'Жуков'];
  assert.deepEqual(
    names
      .map((name) => ({ name, folded: foldedName(name) }))
      .sort((a, b) => (a.folded < b.folded ? -1 : a.folded > b.folded ? 1 : 0))
      .map(({ name }) => name),
    ['“Ada”', 'ADA Byron', 'adam', 'O’Neill', 'öz', 'Oz', 'Zoë', 'Жуков', '3 things'],
  );
});

/** A few names for many numbers, so that many names are equal. */
const step = fc.array(fc.tuple(fc.integer({ min: 1, max: 200 }), fc.option(fc.constantFrom('ann', 'bo', 'cy'))), {
  maxLength: 60,
});

test('an updated order matches a fresh sort of all names, after few changes or many', () => {
  const property = fc.property(fc.array(step, { maxLength: 6 }), (steps) => {
    const names = new Map<number, string>();
    const by = { folded: (number: number) => names.get(number) ?? '', key: (number: number) => String(number) };
    let order = new Uint32Array(0);
    for (const changes of steps) {
      const dropped = new NumberSet();
      const last = new Map(changes);
      for (const [number, name] of last) {
        dropped.add(number);
        if (name === null) names.delete(number);
        else names.set(number, name);
      }
      const fresh = [...last].filter(([, name]) => name !== null).map(([number]) => number);
      order = new Uint32Array(changeOrder(order, dropped, fresh, by));
    }
    const sorted = [...names].sort(([a, x], [b, y]) => (`${x} ${a}` < `${y} ${b}` ? -1 : 1));
    assert.deepEqual(
      [...order],
      sorted.map(([number]) => number),
    );
  });
  fc.assert(property, { numRuns: RUNS.usual });
});

test('changeOrder returns the same array if nothing changed', () => {
  const order = Uint32Array.of(2, 1);
  const by = { folded: String, key: String };
  assert.equal(changeOrder(order, new NumberSet(), [], by), order);
});
