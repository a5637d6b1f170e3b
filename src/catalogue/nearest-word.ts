/** The known word that was probably meant; undefined when none is close. */
export function nearestWord(word: string, words: readonly string[]): string | undefined {
  const meant = word.slice(0, MAX_LENGTH).toLowerCase();
  const begun = words.filter((candidate) => candidate.startsWith(meant));
  if (meant !== '' && begun.length === 1) return begun[0];
  let best: string | undefined;
  let least = Math.max(1, Math.floor(meant.length / 2));
  for (const candidate of words) {
    const steps = stepsBetween(meant, candidate.toLowerCase());
    if (steps > least || (steps === least && best !== undefined)) continue;
    best = candidate;
    least = steps;
  }
  return best;
}

const MAX_LENGTH = 40;

/** Characters added, removed, replaced or swapped (Damerau–Levenshtein distance, adjacent swaps only). */
function stepsBetween(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let steps = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        steps = Math.min(steps, (beforeLast[j - 2] ?? 0) + 1);
      }
      row.push(steps);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}
