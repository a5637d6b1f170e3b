import type { Figure } from './benchmark.ts';
import { figure as digits, table } from './harness/table.ts';

/** The figures of one benchmark as a Markdown table. */
export function figureTable(figures: readonly Figure[]): string {
  const header = ['what', 'talks', 'measured', 'quartiles', 'to reach', ''];
  return table(header, figures.map(row));
}

function row({ what, talks, unit, value: measured, target, details = {} }: Figure): string[] {
  const value = medianOf(measured);
  const reached = target === undefined ? '' : isReached(value, target) ? ' ✓' : ' ✗';
  return [
    what,
    talks.toLocaleString('en'),
    `${digits(value)} ${unit}`,
    typeof measured === 'number' ? '' : `${digits(measured.q1)}–${digits(measured.q3)}`,
    target === undefined ? '' : `${target.better === 'more' ? '≥' : '≤'} ${digits(target.at)}${reached}`,
    Object.entries(details)
      .map(([name, detail]) => `${name} ${typeof detail === 'number' ? digits(detail) : String(detail)}`)
      .join(', '),
  ];
}

export function medianOf(value: Figure['value']): number {
  return typeof value === 'number' ? value : value.median;
}

function isReached(value: number, { at, better }: NonNullable<Figure['target']>): boolean {
  return better === 'more' ? value >= at : value <= at;
}
