import { shownValue } from '#catalogue/shown-value.ts';
import type { SourceProblem } from '../source-format.ts';
import type { TableField } from './table-fields.ts';
import type { NoDate } from './written-day.ts';

/** Thrown for an invalid cell while the times of a row are read (table-times.ts). */
export class UnreadableTime extends Error {
  readonly field: TableField;
  readonly problem: Pick<SourceProblem, 'code' | 'what' | 'hint'>;

  constructor(field: TableField, code: string, what: string, hint: string) {
    super(what);
    this.field = field;
    this.problem = { code, what, hint };
  }
}

const WHY: Readonly<Record<NoDate, readonly [what: string, hint: string]>> = {
  unreadable: ['is not a date or time that Lectern can read', 'Write it as 2026-10-27 17:00.'],
  'no-such-day': ['is not a valid date', 'Fix the date.'],
  'no-such-time': ['has no valid time', 'Fix the time: 17:00, or 5pm.'],
  'no-day': ['has no day', 'Write the day too: 2026-10-27.'],
  'no-year': ['has no year', 'Write the year too, or set it: --year 2026.'],
  'other-weekday': ['is on another weekday', 'Fix the date or the weekday.'],
};

export function noDate(field: TableField, text: string, why: NoDate): UnreadableTime {
  const [what, hint] = WHY[why];
  return new UnreadableTime(field, 'bad-date', `${shownValue(text)} ${what}.`, hint);
}
