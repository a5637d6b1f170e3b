import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listPlaces } from '#search/index/postings-builder.ts';

/** The lists of each place, and for each list its number of talks and the places they are at. */
function shown(parents: readonly number[], talks: readonly number[]) {
  const lists = listPlaces(Uint32Array.from(parents), Uint32Array.from(talks));
  const members = Array.from(lists.counts, (_, list) =>
    parents.map((_parent, place) => place).filter((place) => membershipsOf(lists, place).includes(list)),
  );
  return {
    direct: [...lists.direct],
    below: [...lists.below],
    counts: [...lists.counts],
    members: members.map((places) => places.join(' ')),
  };
}

function membershipsOf({ membershipOffsets, memberships }: ReturnType<typeof listPlaces>, place: number): number[] {
  return [...memberships.subarray(membershipOffsets[place], membershipOffsets[place + 1])];
}

test('a place with talks of its own and talks below it has a list for each', () => {
  // 1 is the root, 2 and 3 are below it, and 4 is below 3. Each has a talk.
  assert.deepEqual(shown([0, 0, 1, 1, 3], [0, 1, 1, 1, 1]), {
    direct: [0, 5, 1, 3, 2],
    below: [0, 6, 1, 4, 2],
    counts: [0, 1, 1, 1, 2, 1, 4],
    members: ['', '2', '4', '3', '3 4', '1', '1 2 3 4'],
  });
});

test('places with the same talks below them share a list', () => {
  // A chain 1 > 2 > 3, with talks only at its end.
  assert.deepEqual(shown([0, 0, 1, 2], [0, 0, 0, 5]), {
    direct: [0, 0, 0, 1],
    below: [0, 1, 1, 1],
    counts: [0, 5],
    members: ['', '3'],
  });
});

test('places without talks have no lists', () => {
  assert.deepEqual(shown([0, 0, 1], [0, 0, 0]), { direct: [0, 0, 0], below: [0, 0, 0], counts: [0], members: [''] });
});

test('parents that form a cycle or do not exist are ignored', () => {
  // 1 > 2 > 1 is a cycle with 3 below it; 4 is its own parent; the parent of 5 does not exist.
  assert.deepEqual(shown([0, 2, 1, 1, 4, 99], [0, 1, 1, 1, 1, 1]), {
    direct: [0, 3, 5, 1, 6, 2],
    below: [0, 4, 5, 1, 6, 2],
    counts: [0, 1, 1, 1, 2, 1, 1],
    members: ['', '3', '5', '1', '1 3', '2', '4'],
  });
});
