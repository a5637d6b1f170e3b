import { shownValue } from '#catalogue/shown-value.ts';
import type { CheckReport } from '#harvest/reading/check-catalogue.ts';
import type { FileSummary } from '#harvest/reading/source-reading.ts';
import type { Decision, FieldRead } from '#sources/file-account.ts';
import { counted, grouped, printable, withRest } from './report.ts';

/** Fields in a line of their own; the rest share one. */
const MAX_FIELDS = 9;
/** Longest list of names, and longest line of a note, in characters. */
const WIDTH = 100;
const MAX_NOTES = 5;

/** `more`: how many problems beyond these were found. */
type Found = Pick<CheckReport, 'files' | 'problems' | 'more'>;

/**
 * For each file, in one screen: what was read from where, what was left out and why, and what was decided, with the
 * settings that change it.
 *
 * `problems` are those of all files, which are listed elsewhere.
 */
export function checkReport({ files, problems, more }: Found): string {
  return files
    .flatMap((file) => accountOf(file, { problems, more }))
    .map((line) => `${printable(line)}\n`)
    .join('');
}

function accountOf(summary: FileSummary, { problems, more }: Omit<Found, 'files'>): string[] {
  const { file, format, source, talks, notes, account } = summary;
  const { first, last, fields, unused } = account;
  const when = first === '' ? '' : `, ${first.slice(0, 10)} to ${last.slice(0, 10)}`;
  const canMap = format.settings?.includes('map') === true;
  // Columns, and talks without a title or an end, are seen among the fields.
  const shown = notes.filter(({ about }) => about !== 'columns' && about !== 'fields');
  const wrong = problems.filter((problem) => problem.file === file).length;
  const leftOut = notesIn(
    shown.filter(({ about }) => about === 'left-out'),
    file,
  );
  if (wrong > 0) leftOut.push(`${more > 0 ? 'at least ' : ''}${counted(wrong, 'problem')}, listed at the end`);
  return [
    `${file}: ${format.title}, ${counted(talks, 'talk')}${when}, as source “${source}”`,
    ...section(`Read${canMap ? " (--map 'title=…' changes where from)" : ''}`, fieldLines(fields, talks)),
    ...section('Not read', unused.length === 0 ? [] : [listOf(unused.map(({ name }) => name))]),
    ...section('Left out', leftOut),
    ...section(
      'Decided',
      notesIn(
        shown.filter(({ about }) => about !== 'left-out'),
        file,
      ),
    ),
  ];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`  ${title}:`, ...lines.map((line) => `    ${line}`)];
}

function fieldLines(fields: readonly FieldRead[], talks: number): string[] {
  const own = fields.length > MAX_FIELDS + 1 ? fields.slice(0, MAX_FIELDS) : fields;
  const width = Math.max(0, ...own.map(({ field }) => field.length));
  const lines = own.map((each) => `${each.field.padEnd(width)}  ${originOf(each)}${shareOf(each, talks)}`);
  const rest = fields.slice(own.length).map((each) => `${each.field} from ${originOf(each)}`);
  return rest.length === 0 ? lines : [...lines, listOf(rest)];
}

function originOf({ from, isMapped }: FieldRead): string {
  const names = from.length === 0 ? 'found in other fields' : from.join(', ');
  return isMapped ? `${names} (--map)` : names;
}

/** `: 12 of 14`; `''` if all talks have it. */
function shareOf({ talks }: FieldRead, all: number): string {
  return talks === undefined || talks >= all ? '' : `: ${grouped(talks)} of ${grouped(all)}`;
}

function notesIn(decisions: readonly Decision[], file: string): string[] {
  const lines = decisions.slice(0, MAX_NOTES).map(({ what, count, example }) => {
    return `${grouped(count)} × ${what}${example === undefined ? '' : `; ${exampleIn(example, file)}`}`;
  });
  return withRest(lines, decisions.length, '(lectern import --dry-run shows all)');
}

function exampleIn({ line, title }: NonNullable<Decision['example']>, file: string): string {
  return `${file.replace(/^.*\//, '')}:${String(line)}${title === '' ? '' : ` ${shownValue(title.slice(0, 40))}`}`;
}

/** As many as fit into a line, and how many more there are. */
function listOf(names: readonly string[]): string {
  let shown = 0;
  for (let length = 0; shown < names.length && length <= WIDTH; shown++) length += (names[shown] ?? '').length + 2;
  const more = names.length - shown;
  return `${names.slice(0, shown).join(', ')}${more > 0 ? ` and ${grouped(more)} more` : ''}`;
}
