import {
  CORRECTED_FIELDS,
  ignoredEnd,
  correctable,
  correctionKey,
  correctionStates,
  isOwnField,
  withCorrections,
} from '#catalogue/correction.ts';
import type { CorrectedField, CorrectedFields, Correction } from '#catalogue/correction.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import { timeText } from '#harvest/corrections/corrected-times.ts';
import type { CorrectionNews } from '#harvest/corrections/corrected-import.ts';

/**
 * ` title: "On moss" → "On old moss"` for each field whose shown value changes.
 *
 * @param zone IANA name
 */
export function changeLines(
  source: TalkRecord,
  before: CorrectedFields,
  after: CorrectedFields,
  zone: string,
): string[] {
  const [old, now] = [shownFields(source, before), shownFields(source, after)];
  return CORRECTED_FIELDS.filter((field) => old[field] !== now[field]).map(
    (field) => `  ${correctionKey(field)}: ${shown(field, old[field], zone)} → ${shown(field, now[field], zone)}`,
  );
}

function shownFields(source: TalkRecord, fields: CorrectedFields): Required<CorrectedFields> {
  const own = { hidden: fields.hidden === true, featured: fields.featured === true };
  return { ...correctable(withCorrections(source, fields)), ...own };
}

/** News about corrections, a line each. */
export function newsLines(news: readonly CorrectionNews[], zone: string): string[] {
  return news.map((each) => {
    const { correction, field } = each;
    const talk = talkLine(correction);
    if (field === undefined) return `correction of ${talk}: the talk no longer exists.`;
    return `correction of ${talk}: ${correctionKey(field)}: ${sentence(correction, field, zone)}`;
  });
}

/**
 * Corrections that have just been applied but have no effect, a line each: the talk or the venue
 * does not exist.
 *
 * @param missing those whose venue is not in the catalogue
 */
export function unmetLines(changed: readonly Correction[], missing: readonly Correction[]): string[] {
  return [...withMissingTalk(changed).map(missingTalk), ...missing.map(missingVenue)];
}

export function withMissingTalk(corrections: readonly Correction[]): readonly Correction[] {
  return corrections.filter(({ source }) => source === null);
}

/** Explains a correction whose talk is not in the catalogue. */
export function missingTalk({ slug }: Correction): string {
  return `correction of ${slug}: There is no such talk. The correction takes effect if an import brings it.`;
}

/** Explains a correction whose venue is not in the catalogue. */
export function missingVenue({ slug, fields }: Correction): string {
  return `correction of ${slug}: venue: There is no place ${shownValue(fields.venue)} in the catalogue, so this has no effect. Import its record, or use room.`;
}

/** State of a correction: the talk, and a line for each field. */
export function standingLines(correction: Correction, zone: string): string[] {
  const states = correctionStates(correction);
  if (states === undefined)
    return [talkLine(correction), '  There is no such talk. If it does not come back, delete the correction.'];
  const lines = [...states.keys()].map((field) => `  ${correctionKey(field)}: ${sentence(correction, field, zone)}`);
  const ignored = ignoredEnd(correction);
  return [
    talkLine(correction),
    ...lines,
    ...(ignored === undefined ? [] : [`  end: Ignored, because ${IGNORED[ignored]}.`]),
  ];
}

const IGNORED = {
  'before the start': 'it is before the start',
  kind: 'only one of start and end has a time of day',
} as const;

function talkLine({ slug, source }: Correction): string {
  return source === null ? slug : `${slug} ${shownValue(source.title || 'To be announced')}`;
}

function sentence({ fields, was, source, slug, since }: Correction, field: CorrectedField, zone: string): string {
  const correction = { fields, was, source, slug, since };
  const now = shown(field, fields[field], zone);
  const said = source === null ? undefined : shown(field, correctable(source)[field], zone);
  switch (correctionStates(correction)?.get(field)) {
    case 'same':
      return `the source now says ${now} too; you can remove this line.`;
    case 'changed':
      return `${now}; the source said ${shown(field, was[field], zone)} when it was corrected, and now says ${said ?? ''}.`;
    case 'in-force':
    case undefined:
      return said === undefined || isOwnField(field) ? `${now}.` : `${now}; the source says ${said}.`;
  }
}

function shown(field: CorrectedField, value: string | boolean | null | undefined, zone: string): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === null || value === undefined || value === '') return 'nothing';
  return field === 'start' || field === 'end' ? timeText(value, zone) : shownValue(value);
}
