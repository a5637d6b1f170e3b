import { readDate } from './date-text.ts';
import { dateText } from './civil-days.ts';
import type { Parameter } from './parameter.ts';
import { PARAMETER } from './parameters.ts';
import { DATE_FORM, END_DATE_FORM, PAGE_FORM } from './value-forms.ts';

/** Older names of parameters, which OxTalks accepts where the current one is missing. */
export const OLDER_NAMES: ReadonlyMap<string, Parameter<unknown>> = new Map([['start_date', PARAMETER.from]]);

/** The filters of OxTalks: an empty value is one that no talk has. */
export const EMPTY_FINDS_NOTHING: ReadonlySet<Parameter<unknown>> = new Set([
  PARAMETER.speaker,
  PARAMETER.series,
  PARAMETER.venue,
  PARAMETER.organisingDepartment,
  PARAMETER.topic,
]);

/** Rewrites a value that OxTalks accepts into the form that this interface documents. Other values stay unchanged. */
export function lenientValue({ form }: Parameter<unknown>, text: string): string {
  if (form === DATE_FORM || form === END_DATE_FORM) return paddedDate(text);
  // OxTalks shows the first page for anything that is not a number.
  if (form === PAGE_FORM) return /^0*[1-9][0-9]*$/.test(text) ? text : '1';
  return text;
}

const SLASHED = /^([0-9]{1,2})\/([0-9]{1,2})\/([0-9]{2}|[0-9]{4})$/;
const DASHED = /^([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})$/;

/** `1/1/2027` → `01/01/2027`, `2027-1-1` → `2027-01-01`. */
function paddedDate(text: string): string {
  const separator = SLASHED.test(text) ? '/' : DASHED.test(text) ? '-' : undefined;
  if (separator === undefined) return text;
  return text
    .split(separator)
    .map((part) => part.padStart(2, '0'))
    .join(separator);
}

/** Rewrites a date that OxTalks accepts as `yyyy-mm-dd`. Other text stays unchanged. */
export function isoDate(text: string): string {
  const date = readDate(paddedDate(text));
  return date === undefined ? text : dateText(date.day);
}
