/** Maximum talks side by side; all others are behind the link to more. */
export const MAX_LANES = 3;
/** Maximum columns of a grid. */
export const MAX_COLUMNS = 24;
/** The finest difference that heights show, in minutes; all rows of an hour. */
export const STEP = 5;
export const STEPS = 60 / STEP;
export const HOURS = 24;
/** Divisible by any number of lanes. */
const LANE_COLUMNS = 6;

/**
 * The letters side by side that fit into a column, from `LEAST` to `MOST` in steps of four, so that words are whole.
 * Those with the least have them in any week, and the others share what is left.
 */
export const LEAST = 16;
export const MOST = 52;
export const WIDTH_STEP = 4;
/** A day without talks that is narrow. */
export const NARROW = 0;

function upTo(count: number, step = 1): readonly number[] {
  return Array.from({ length: count }, (_, at) => at * step);
}

/** The rules for what classes say in numbers: the stylesheet has the others. */
export const GRID_RULES = [
  ...upTo(HOURS + 1).flatMap((hour) => [
    `.from-${hour}{--from:${hour}}`,
    `.to-${hour}{--to:${hour}}`,
    `.first-${hour}{--first:${hour}}`,
    `.hours-${hour}{--hours:${hour}}`,
  ]),
  ...upTo(STEPS).flatMap((step) => [
    `.from-m${step * STEP}{--from-step:${step}}`,
    `.to-m${step * STEP}{--to-step:${step}}`,
  ]),
  ...upTo(MAX_COLUMNS + 1)
    .slice(1)
    .flatMap((at) => [`.columns-${at}{--columns:${at}}`, `.column:nth-of-type(${at}){--column:${at + 1}}`]),
  ...upTo(7).flatMap((at) => [
    `.column-${at + 1}-${NARROW}{--sure-${at + 1}:9;--most-${at + 1}:4rem}`,
    `.column-${at + 1}-${LEAST}{--sure-${at + 1}:${LEAST}}`,
    ...upTo((MOST - LEAST) / WIDTH_STEP + 1, WIDTH_STEP)
      .slice(1)
      .map((more) => `.column-${at + 1}-${LEAST + more}{--shared-${at + 1}:${LEAST + more}}`),
  ]),
  ...[2, 3].flatMap((lanes) =>
    upTo(lanes).map((lane) => {
      const span = LANE_COLUMNS / lanes;
      return `.lane-${lane + 1}-of-${lanes}{--lane:${lane * span + 1}/span ${span}}`;
    }),
  ),
].join('');
