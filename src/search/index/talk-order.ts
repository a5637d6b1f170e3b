import { compareSlugs } from './slug-words.ts';

const DIGIT_BITS = 16;
const DIGITS = 2 ** DIGIT_BITS;

/** Runs up to this long are sorted by insertion. */
const SHORT_RUN = 16;

/** Sorts indexes of talks by (start, slug): a radix sort by start, then each run of equal starts by slug. */
export function orderTalks(starts: Float64Array, slugs: Uint32Array): Uint32Array {
  const order = orderByStart(starts);
  let from = 0;
  while (from < order.length) {
    const start = starts[order[from] ?? 0];
    let to = from + 1;
    while (to < order.length && starts[order[to] ?? 0] === start) to += 1;
    if (to - from > 1) orderRun(order.subarray(from, to), slugs);
    from = to;
  }
  return order;
}

function orderByStart(starts: Float64Array): Uint32Array {
  let order = Uint32Array.from(starts, (_, index) => index);
  if (order.length < 2) return order;
  const least = starts.reduce((a, b) => Math.min(a, b));
  const span = starts.reduce((a, b) => Math.max(a, b)) - least;
  let spare = new Uint32Array(order.length);
  for (let unit = 1; unit <= span; unit *= DIGITS) {
    orderByDigit(order, spare, starts, least, unit);
    [order, spare] = [spare, order];
  }
  return order;
}

/** A stable counting sort of `order` into `sorted` by one digit of the seconds since `least`. */
function orderByDigit(
  order: Uint32Array,
  sorted: Uint32Array,
  starts: Float64Array,
  least: number,
  unit: number,
): void {
  const next = new Uint32Array(DIGITS + 1);
  for (const start of starts) {
    const digit = Math.floor((start - least) / unit) % DIGITS;
    next[digit + 1] = (next[digit + 1] ?? 0) + 1;
  }
  for (let digit = 0; digit < DIGITS; digit += 1) next[digit + 1] = (next[digit + 1] ?? 0) + (next[digit] ?? 0);
  for (const talk of order) {
    const digit = Math.floor(((starts[talk] ?? 0) - least) / unit) % DIGITS;
    const at = next[digit] ?? 0;
    sorted[at] = talk;
    next[digit] = at + 1;
  }
}

function orderRun(run: Uint32Array, slugs: Uint32Array): void {
  if (run.length > SHORT_RUN) {
    run.sort((a, b) => compareSlugs(slugs, a, slugs, b));
    return;
  }
  for (let sorted = 1; sorted < run.length; sorted += 1) {
    const talk = run[sorted] ?? 0;
    let at = sorted;
    while (at > 0 && compareSlugs(slugs, run[at - 1] ?? 0, slugs, talk) > 0) {
      run[at] = run[at - 1] ?? 0;
      at -= 1;
    }
    run[at] = talk;
  }
}
