import { sharedUint32 } from './columns.ts';

/** Which lists of talks each place has, and which lists a talk at the place belongs to. */
export interface PlaceLists {
  /** By place: the list of the talks at the place itself; 0 for none. */
  readonly direct: Uint32Array;
  /** By place: the list of the talks there and at everything below it; 0 for none. */
  readonly below: Uint32Array;
  /** By list: its number of talks. */
  readonly counts: Uint32Array;
  /** By place: where its lists begin in `memberships`; they end where the next place's begin. */
  readonly membershipOffsets: Uint32Array;
  /** The lists that a talk at the place is in. */
  readonly memberships: Uint32Array;
}

/**
 * Assigns lists to the places that have talks at or below them. Equal lists are shared: that is when all the talks
 * below a place are at the place itself, or below one of its children.
 * @param parents by place, 0 for none; cycles count as none
 * @param talks by place: the number of talks at the place itself
 */
export function listPlaces(parents: Uint32Array, talks: Uint32Array): PlaceLists {
  const tree = sortTree(parents);
  const totals = sumUp(tree, talks);
  const direct = sharedUint32(parents.length);
  const below = sharedUint32(parents.length);
  /** By place: its list of talks at and below it, unless that list is shared. */
  const own = new Uint32Array(parents.length);
  const counts = [0];
  for (const place of tree.childrenFirst) {
    const total = totals[place] ?? 0;
    const atPlace = talks[place] ?? 0;
    if (total === 0) continue;
    if (atPlace > 0) direct[place] = counts.push(atPlace) - 1;
    if (atPlace === total) below[place] = direct[place] ?? 0;
    else if (below[place] === 0) below[place] = own[place] = counts.push(total) - 1;
    const parent = tree.parents[place] ?? 0;
    if (parent !== 0 && totals[parent] === total) below[parent] = below[place] ?? 0;
  }
  return { direct, below, counts: Uint32Array.from(counts), ...listMemberships(tree, direct, own) };
}

/** By place: the number of talks at or below it. */
function sumUp({ childrenFirst, parents }: Tree, talks: Uint32Array): Uint32Array {
  const totals = talks.slice();
  for (const place of childrenFirst) {
    const parent = parents[place] ?? 0;
    if (parent !== 0) totals[parent] = (totals[parent] ?? 0) + (totals[place] ?? 0);
  }
  return totals;
}

/** By place: its parent, 0 for none; cycles count as none. */
export function treeWithoutCircles(parents: Uint32Array): Uint32Array {
  return sortTree(parents).parents;
}

interface Tree {
  readonly childrenFirst: Uint32Array;
  /** Without cycles. */
  readonly parents: Uint32Array;
}

/** Sorts places after their children. Any that are left over are in cycles. */
function sortTree(given: Uint32Array): Tree {
  const parents = given.map((parent) => (parent < given.length ? parent : 0));
  const waiting = new Uint32Array(parents.length);
  for (const parent of parents) if (parent !== 0) waiting[parent] = (waiting[parent] ?? 0) + 1;
  const childrenFirst = new Uint32Array(Math.max(0, parents.length - 1));
  let taken = 0;
  for (let place = 1; place < parents.length; place += 1) {
    if (waiting[place] === 0) childrenFirst[taken++] = place;
  }
  for (let next = 0; next < taken; next += 1) {
    const parent = parents[childrenFirst[next] ?? 0] ?? 0;
    if (parent === 0) continue;
    const left = (waiting[parent] ?? 0) - 1;
    waiting[parent] = left;
    if (left === 0) childrenFirst[taken++] = parent;
  }
  for (let place = 1; place < parents.length; place += 1) {
    if (waiting[place] === 0) continue;
    parents[place] = 0;
    childrenFirst[taken++] = place;
  }
  return { childrenFirst, parents };
}

function listMemberships(tree: Tree, direct: Uint32Array, own: Uint32Array) {
  const membershipOffsets = new Uint32Array(tree.parents.length + 1);
  const memberships: number[] = [];
  for (let place = 1; place < tree.parents.length; place += 1) {
    membershipOffsets[place] = memberships.length;
    const list = direct[place] ?? 0;
    if (list === 0) continue;
    memberships.push(list);
    for (let above = place; above !== 0; above = tree.parents[above] ?? 0) {
      const listBelow = own[above] ?? 0;
      if (listBelow !== 0) memberships.push(listBelow);
    }
  }
  membershipOffsets[tree.parents.length] = memberships.length;
  return { membershipOffsets, memberships: Uint32Array.from(memberships) };
}
