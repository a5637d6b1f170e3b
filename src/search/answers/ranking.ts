import type { PositionList } from '../index/position-list.ts';
import { lowerBound } from '../index/sparse-list.ts';
import { EVIDENCE } from '../index/text-lists.ts';
import type { TermList } from '../index/text-lists.ts';

/**
 * Ranks talks by where terms occur in them: BM25F (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009,
 * section 3.6), fully saturated: a word counts once in a field, however often it occurs there. A term scores its inverse
 * document frequency times the weights of the fields that contain it. So ranking needs no text.
 */
const WEIGHTS = { text: 1, name: 3, title: 4 } as const;
/** The weight of a match as a prefix, relative to the whole word. */
const BEGUN = 0.5;
const HIGHEST_WEIGHT = WEIGHTS.text + WEIGHTS.name + WEIGHTS.title;

/** Indexed by the bits of EVIDENCE. */
const WEIGHT_OF = Float64Array.from({ length: 64 }, (_value, bits) => {
  const worth = (weight: number, bit: number, wholeBit: number): number => {
    if ((bits & wholeBit) !== 0) return weight;
    return (bits & bit) === 0 ? 0 : weight * BEGUN;
  };
  return (
    worth(WEIGHTS.text, EVIDENCE.text, EVIDENCE.textWhole) +
    worth(WEIGHTS.name, EVIDENCE.name, EVIDENCE.nameWhole) +
    worth(WEIGHTS.title, EVIDENCE.title, EVIDENCE.titleWhole)
  );
});

/** Scores are rounded to this many steps; the best is step 0. */
const STEPS = 2 ** 12;

/** Which of the ranked talks to return. */
interface Rank {
  readonly skip: number;
  readonly count: number;
}

/**
 * Positions of talks, best first; equal scores in the order of start and slug.
 * @param found the talks that contain all the terms
 * @param size the number of talks in the index
 */
export function ranked(
  found: PositionList,
  terms: readonly TermList[],
  size: number,
  { skip, count }: Rank,
): Uint32Array {
  const positions = found.slice(0, found.size);
  const steps = stepsOf(positions, terms, size);
  // A counting sort that writes only the requested part.
  const next = new Uint32Array(STEPS + 1);
  for (const step of steps) next[step + 1] = (next[step + 1] ?? 0) + 1;
  for (let step = 0; step < STEPS; step += 1) next[step + 1] = (next[step + 1] ?? 0) + (next[step] ?? 0);
  const wanted = new Uint32Array(Math.max(0, Math.min(count, positions.length - skip)));
  for (let index = 0; index < steps.length; index += 1) {
    const step = steps[index] ?? 0;
    const place = next[step] ?? 0;
    next[step] = place + 1;
    if (place >= skip && place - skip < wanted.length) wanted[place - skip] = positions[index] ?? 0;
  }
  return wanted;
}

function stepsOf(positions: Uint32Array, terms: readonly TermList[], size: number): Uint16Array {
  const scores = new Float64Array(positions.length);
  let highest = 0;
  for (const term of terms) {
    const rarity = rarityOf(term, size);
    highest += rarity * HIGHEST_WEIGHT;
    addScores(scores, positions, term, rarity);
  }
  const steps = new Uint16Array(scores.length);
  for (let index = 0; index < scores.length; index += 1)
    steps[index] = Math.round((1 - (scores[index] ?? 0) / highest) * (STEPS - 1));
  return steps;
}

/** @param positions ascending, all in the term's list */
function addScores(scores: Float64Array, positions: Uint32Array, term: TermList, rarity: number): void {
  const own = term.positions;
  let at = own === undefined ? 0 : lowerBound(own, positions[0] ?? 0, 0, own.length);
  for (let index = 0; index < positions.length; index += 1) {
    const position = positions[index] ?? 0;
    if (own === undefined) at = position;
    else while ((own[at] ?? Infinity) < position) at += 1;
    scores[index] = (scores[index] ?? 0) + rarity * (WEIGHT_OF[term.evidence[at] ?? 0] ?? 0);
  }
}

/** Inverse document frequency as in BM25; above 0 even for common words. */
function rarityOf({ list }: TermList, size: number): number {
  return Math.log(1 + (size - list.size + 0.5) / (list.size + 0.5));
}
