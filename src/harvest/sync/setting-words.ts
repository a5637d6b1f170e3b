import type { LocatedProblem } from '#catalogue/problem.ts';
import type { ImportReport } from '../import-catalogue.ts';

/** Settings of a sources file, by command-line option. */
const SETTINGS: Readonly<Record<string, string>> = {
  from: 'format',
  map: 'map',
  'date-order': 'date_order',
  year: 'year',
  'status-words': 'status_words',
  'speakers-in-text': 'speakers_in_text',
  department: 'department',
  topic: 'topics',
  collection: 'collections',
  sheet: 'sheets',
  gone: 'gone',
  'time-zone': 'time_zone',
  'take-over': 'trust: all',
};

/**
 * `--map 'start=Date'` → `map: { start: Date }`; `--gone keep` → `gone: keep`; `(--time-zone)` → `(time_zone)`;
 * `--allow-host talks.internal:443` → `allow_hosts: ["talks.internal:443"]`.
 */
export function inSettings(text: string): string {
  return text
    .replaceAll(/--allow-host ([^\s,]+)/g, 'allow_hosts: ["$1"]')
    .replaceAll(/--map '?(\w+)=([^'\s.,;]+)'?/g, 'map: { $1: $2 }')
    .replaceAll(
      /--([a-z]+(?:-[a-z]+){0,2})( (?:keep|cancel|remove|dmy|mdy|ymd|catalogue)\b)?/g,
      (whole, option: string, value = '') => {
        const setting = SETTINGS[option];
        return setting === undefined ? whole : `${setting}${value === '' ? '' : `:${String(value)}`}`;
      },
    );
}

/** Replaces command-line options in problems of an import with settings of the sources file, and names the source. */
export function problemsInSettings(problems: readonly LocatedProblem[], source: string): readonly LocatedProblem[] {
  return problems.map((problem) => {
    const isOfOption = problem.file.startsWith('--');
    return {
      ...problem,
      file: isOfOption ? source : problem.file,
      where: inSettings(isOfOption ? problem.file : problem.where),
      what: inSettings(problem.what),
      hint: inSettings(problem.hint),
    };
  });
}

export function reportInSettings<Report extends ImportReport>(report: Report, source: string): Report {
  const files = report.files.map((file) => {
    return { ...file, notes: file.notes.map((note) => ({ ...note, what: inSettings(note.what) })) };
  });
  const skipped = problemsInSettings(report.skipped, source);
  return { ...report, files, skipped, mended: problemsInSettings(report.mended, source) };
}
