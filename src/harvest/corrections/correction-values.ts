import { CORRECTION_FIELDS, LONGEST_VALUE, type CorrectedField, type CorrectionField } from '#catalogue/correction.ts';
import { isPlaceId } from '#catalogue/place.ts';
import type { Problem } from '#catalogue/problem.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import { isStorable } from '#catalogue/storable-text.ts';
import { timeFrom } from './corrected-times.ts';

type CorrectionValue =
  | { readonly ok: true; readonly value: string | boolean | null }
  | (Omit<Problem, 'where'> & { readonly ok: false });

/** Parses a field of a corrections file. @param zone IANA zone of times without one */
export function correctionValue(field: CorrectedField, value: unknown, zone: string): CorrectionValue {
  switch (CORRECTION_FIELDS[field].kind) {
    case 'flag':
    case 'mark':
      if (typeof value === 'boolean') return { ok: true, value };
      return bad('bad-setting', `${shownValue(value)} is not true or false.`, 'Write true or false.');
    case 'time': {
      const time = typeof value === 'string' ? timeFrom(value, zone) : undefined;
      if (time !== undefined) return { ok: true, value: time };
      const hint = 'Write date and time: 2027-01-18 17:00, or 2027-01-18T17:00:00Z; or the date alone for all day.';
      return bad('bad-time', `${shownValue(value)} is not a valid time.`, hint);
    }
    case 'place':
      if (value === null || (typeof value === 'string' && isPlaceId(value))) return { ok: true, value };
      return bad(
        'bad-place',
        `${shownValue(value)} is not the identifier of a place.`,
        'Write one of the catalogue, such as place:23232534; null for no venue. A room without a record goes into room.',
      );
    default:
      return words(field, value);
  }
}

/** Parses a field under `was`. Text may be anything, since sources write what they like. */
export function valueBefore(field: CorrectedField, value: unknown, zone: string): CorrectionValue {
  const isText = ['text', 'address'].includes(CORRECTION_FIELDS[field].kind);
  return typeof value === 'string' && isText ? { ok: true, value } : correctionValue(field, value, zone);
}

function words(field: CorrectedField, value: unknown): CorrectionValue {
  if (value === null) return { ok: true, value: '' };
  if (typeof value !== 'string') {
    const hint = typeof value === 'number' ? 'Put it between quotes.' : 'Write text.';
    return bad('bad-setting', `${shownValue(value)} is not text.`, hint);
  }
  const { kind, longest = LONGEST_VALUE }: CorrectionField = CORRECTION_FIELDS[field];
  if (value.length > longest) return bad('too-long', `It has more than ${longest} characters.`, 'Shorten it.');
  if (!isStorable(value)) {
    return bad('bad-text', `${shownValue(value)} contains a NUL, or half of a surrogate pair.`, 'Remove it.');
  }
  if (kind === 'address' && value !== '' && !/^https?:\/\//i.test(value)) {
    return bad(
      'bad-address',
      `${shownValue(value)} is not a valid address.`,
      'Write the full address, including https://.',
    );
  }
  return { ok: true, value };
}

function bad(code: string, what: string, hint: string): CorrectionValue {
  return { ok: false, code, what, hint };
}
