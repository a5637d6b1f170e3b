import { readDate } from './date-text.ts';
import { dateText } from './civil-days.ts';
import type { Parameter } from './parameter.ts';
import { PARAMETER } from './parameters.ts';
import { BOOLEAN_FORM, COUNT_FORM, DATE_FORM, END_DATE_FORM, PAGE_FORM, type CountRules } from './value-forms.ts';

/** Older names of parameters, which OxTalks accepts where the current one is missing. */
export const OLDER_NAMES: ReadonlyMap<string, Parameter<unknown>> = new Map([['start_date', PARAMETER.from]]);

/**
 * Rewrites a value that OxTalks accepts into the form that this interface documents. Other values stay unchanged.
 * @returns undefined for a value that counts as not given
 */
export function lenientValue(
  { form, repeatable }: Parameter<unknown>,
  text: string,
  rules: CountRules,
): string | undefined {
  if (text === '') return repeatable ? text : undefined;
  if (form === DATE_FORM || form === END_DATE_FORM) return paddedDate(text);
  if (form === BOOLEAN_FORM) return text.toLowerCase();
  if (form === COUNT_FORM)
    return /^[0-9]+$/.test(text) && Number(text) > rules.maximumCount ? String(rules.maximumCount) : text;
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
