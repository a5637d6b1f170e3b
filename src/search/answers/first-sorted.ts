/** The first `most` things in sorted order, without sorting the rest. Stable. */
export function firstSorted<T>(things: Iterable<T>, most: number, compare: (a: T, b: T) => number): T[] {
  const first: T[] = [];
  for (const thing of things) {
    let at = first.length;
    for (; at > 0; at -= 1) {
      const before = first[at - 1];
      if (before === undefined || compare(before, thing) <= 0) break;
    }
    if (at === most) continue;
    first.splice(at, 0, thing);
    if (first.length > most) first.pop();
  }
  return first;
}
