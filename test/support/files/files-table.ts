import type { CheckedExample } from './check-example.ts';

const RESULTS = ['accepted', 'rightly refused', 'refused'] as const;
const HEADINGS = ['files', ...RESULTS, 'talks', 'confirmed', 'wrongly dated'] as const;

/** The results as a table with a row for each format and a row with the totals. */
export function filesTable(checked: readonly CheckedExample[]): string {
  const formats = [...new Set(checked.map(({ format }) => format))];
  const width = Math.max(...formats.map(({ length }) => length));
  const line = (name: string, cells: readonly (string | number)[]): string =>
    `${name.padEnd(width)}${cells.map((cell, at) => `  ${String(cell).padStart(HEADINGS[at]?.length ?? 0)}`).join('')}\n`;
  const rows = formats.map((name) => line(name, countsOf(checked.filter(({ format }) => format === name))));
  return [line('', HEADINGS), ...rows, line('all', countsOf(checked))].join('');
}

function countsOf(files: readonly CheckedExample[]): readonly number[] {
  const sum = (numberOf: (file: CheckedExample) => number): number =>
    files.reduce((total, file) => total + numberOf(file), 0);
  return [
    files.length,
    ...RESULTS.map((wanted) => files.filter(({ result }) => result === wanted).length),
    sum(({ talks }) => talks),
    sum(({ confirmed }) => confirmed),
    sum(({ wronglyDated }) => wronglyDated.length),
  ];
}

/** A description of what is wrong with a file; '' if nothing is. */
export function faultsOf({ name, result, outcome, wronglyDated }: CheckedExample): string {
  const shown = outcome.slice(0, MAX_SHOWN).map((line) => `  ${line}\n`);
  const refused = result === 'refused' ? `\nnot as expected: ${name}\n${shown.join('')}` : '';
  return refused + wronglyDated.map((talk) => `wrongly dated: ${name}: ${talk}\n`).join('');
}

const MAX_SHOWN = 20;
