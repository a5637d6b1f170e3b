/** One observation: what was seen where the variables had these values. */
export interface Observation {
  readonly variables: readonly number[];
  readonly value: number;
}

/**
 * Coefficients, none of them negative, with which the variables' sum comes closest to the values, each deviation taken
 * in proportion to its value: a small figure counts as much as a large one, unless it is smaller than what can be told
 * from nothing. Of few variables: every choice of those that are not 0 is tried.
 * @param resolution what can just be told from nothing, in the unit of the values
 */
export function leastSquares(observations: readonly Observation[], resolution = 0): number[] {
  const count = observations[0]?.variables.length ?? 0;
  const scaled = observations
    .filter(({ value }) => value > 0 || resolution > 0)
    .map(({ variables, value }) => {
      const scale = Math.max(0, value) + resolution;
      return { variables: variables.map((variable) => variable / scale), value: value / scale };
    });
  const nothing = scaled.reduce((sum, { value }) => sum + value ** 2, 0);
  let best = { coefficients: Array.from({ length: count }, () => 0), error: nothing };
  for (let choice = 1; choice < 2 ** count; choice += 1) {
    const chosen = Array.from({ length: count }, (_, i) => i).filter((i) => (choice & (1 << i)) !== 0);
    const found = solve(normalEquations(scaled, chosen));
    if (found === undefined || found.some((coefficient) => coefficient < 0)) continue;
    const coefficients = best.coefficients.map((_, i) => found[chosen.indexOf(i)] ?? 0);
    const error = scaled.reduce((sum, { variables, value }) => sum + (value - weigh(coefficients, variables)) ** 2, 0);
    if (error < best.error - 1e-12) best = { coefficients, error };
  }
  return best.coefficients;
}

export function weigh(coefficients: readonly number[], variables: readonly number[]): number {
  return coefficients.reduce((sum, coefficient, i) => sum + coefficient * (variables[i] ?? 0), 0);
}

/** Rows of a square matrix, each with its right side behind it. */
function normalEquations(observations: readonly Observation[], chosen: readonly number[]): number[][] {
  const product = (i: number, j: number): number =>
    observations.reduce((sum, { variables }) => sum + (variables[i] ?? 0) * (variables[j] ?? 0), 0);
  const right = (i: number): number =>
    observations.reduce((sum, { variables, value }) => sum + (variables[i] ?? 0) * value, 0);
  return chosen.map((i) => [...chosen.map((j) => product(i, j)), right(i)]);
}

/** Gauss and Jordan's elimination, with the largest pivot of each column; undefined when there is no one solution. */
function solve(rows: number[][]): number[] | undefined {
  const size = rows.length;
  for (let column = 0; column < size; column += 1) {
    const rest = rows.slice(column).sort((a, b) => Math.abs(b[column] ?? 0) - Math.abs(a[column] ?? 0));
    rows.splice(column, rest.length, ...rest);
    const pivot = rows[column] ?? [];
    const scale = pivot[column] ?? 0;
    const largest = Math.max(...pivot.map(Math.abs));
    if (largest === 0 || Math.abs(scale) < largest * 1e-12) return undefined;
    rows.forEach((row, i) => {
      if (i === column) return;
      const factor = (row[column] ?? 0) / scale;
      rows[i] = row.map((cell, j) => cell - factor * (pivot[j] ?? 0));
    });
  }
  return rows.map((row, i) => (row[size] ?? 0) / (row[i] ?? 1));
}
