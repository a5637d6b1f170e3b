/**
 * Cycles among parents: each once, as the numbers on it from one place up to the one below it. `starts` are examined
 * with all their ancestors; `parentOf` is 0 for none.
 */
export function* parentCycles(starts: Iterable<number>, parentOf: (place: number) => number): Generator<number[]> {
  const settled = new Set<number>();
  for (const start of starts) {
    const path: number[] = [];
    const onPath = new Set<number>();
    let place = start;
    while (place !== 0 && !settled.has(place) && !onPath.has(place)) {
      path.push(place);
      onPath.add(place);
      place = parentOf(place);
    }
    if (onPath.has(place)) yield path.slice(path.indexOf(place));
    for (const seen of path) settled.add(seen);
  }
}
