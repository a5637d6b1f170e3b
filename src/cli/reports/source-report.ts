import type { GoneTalk } from '#harvest/provenance/gone-talks.ts';
import type { ImportReport } from '#harvest/import-catalogue.ts';
import type { LikelyName } from '#harvest/reading/likely-name.ts';
import type { ListNews } from '#harvest/reading/source-lists.ts';
import type { Explained, FileSummary, SourceSummary } from '#harvest/reading/source-reading.ts';
import { counted, printable, problemReport } from './report.ts';

/** What came of each file that is no catalogue file, and what vanished from its source; `''` when there are none. */
export function sourceReport({ files, sources }: Pick<ImportReport, 'files' | 'sources'>): string {
  return (
    filesReport(files) +
    linesOf(sources.flatMap((source) => [...nameLines(source), ...goneLines(source), ...listLines(source)]))
  );
}

function nameLines({ source, likelyName }: SourceSummary): string[] {
  if (likelyName === undefined) return [];
  const known = knownAs(likelyName);
  const hint = `If “${source}” is the same, --source ${asArgument(likelyName.source)} keeps its name, and its talks the same talks.`;
  return [`“${source}” is new, and ${known}. ${hint}`];
}

/** `3 of its 3 first talks are called what those of “optics” are`. */
export function knownAs({ source, talks, of }: LikelyName): string {
  return `${talks.toLocaleString('en')} of its first ${counted(of, 'talk')} are called what those of “${source}” are`;
}

/** As a shell takes it. */
function asArgument(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** What each file is, and what was decided in reading it. */
export function filesReport(files: readonly FileSummary[]): string {
  const lines = files.flatMap(({ file, format, source, talks, notes }) => [
    `${file}: ${format.title}, ${counted(talks, 'talk')}, as source “${source}”`,
    ...[...notes].map(([what, count]) => `  ${count.toLocaleString('en')} × ${what}`),
  ]);
  return linesOf(lines);
}

function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${printable(line)}\n`).join('');
}

/** Shown of the talks and of the collections that vanished. */
const MOST_GONE = 20;

/** What became of a talk that vanished, in words. */
export const FATES: Readonly<Record<GoneTalk['fate'], string>> = {
  kept: 'kept',
  cancelled: 'cancelled',
  removed: 'removed',
  over: 'kept, since it is over',
  elsewhere: 'kept, since another source has it',
};

function goneLines({ source, gone }: SourceSummary): string[] {
  if (gone.length === 0) return [];
  const shown = gone.slice(0, MOST_GONE).map(({ title, start, fate }) => `  ${start}  ${title}: ${FATES[fate]}`);
  const rest = gone.length > MOST_GONE ? [`  and ${(gone.length - MOST_GONE).toLocaleString('en')} more`] : [];
  const hint = gone.some(({ fate }) => fate === 'kept') ? ' (--gone cancel or --gone remove acts on them)' : '';
  return [`${counted(gone.length, 'talk')} no longer at “${source}”${hint}:`, ...shown, ...rest];
}

/** What became of a collection that vanished, or is another's, in words. */
const LIST_FATES: Readonly<Record<ListNews['fate'], string>> = {
  kept: 'no longer there; kept (--gone cancel or --gone remove hides it)',
  hidden: 'no longer there; it is shown to nobody any more',
  missing: 'there is none there; look at the slug or address of --collection',
  surplus: 'left out: as many lists as can be told apart have come from there',
  foreign: 'there is one that has not come from there, and that is as it was (--collection takes over what is there)',
};

/** A line for each of the first. */
export function listLines({ lists }: Pick<SourceSummary, 'lists'>): string[] {
  const lines = lists.slice(0, MOST_GONE).map(({ slug, title, fate }) => {
    const called = title === '' ? slug : `“${title}” (${slug})`;
    return `List ${called}: ${LIST_FATES[fate]}`;
  });
  const more = lists.length - lines.length;
  return more === 0 ? lines : [...lines, `and ${more.toLocaleString('en')} more lists`];
}

/** Entries that were left out, each as the problem that it was. */
export function skippedReport({ skipped, moreSkipped }: ImportReport): string {
  if (skipped.length + moreSkipped === 0) return '';
  return `Left out:\n${problemReport(skipped, moreSkipped)}`;
}

/** That nothing goes by the key that was to be explained; `''` when something does. */
export function unexplained({ ok, files, explained }: ImportReport, key: string | undefined): string {
  if (key === undefined || explained.length > 0 || (!ok && files.length === 0)) return '';
  const hint =
    'Write the key as the source has it (of an event that repeats with / and the time, 123@example.org/20261027T170000Z), or the slug.';
  return `${printable(`--explain: No talk that was read goes by ${JSON.stringify(key)}. ${hint}`)}\n`;
}

/** What the source says of a talk, and what the catalogue has of it then. */
export function explainedReport({ explained }: ImportReport): string {
  return explained.map(explanation).join('');
}

function explanation({ file, source, talk, record, keep }: Explained): string {
  return [
    `${file}:${String(talk.line)}, source “${source}”`,
    '  as the source has it:',
    ...fieldLines(talk),
    ...(record === undefined
      ? ['  it has problems, and is left out']
      : ['  as the catalogue has it:', ...fieldLines(record)]),
    ...(keep === undefined
      ? []
      : [`  it is the same as ${keep} (--same), under which it counts if no other source owns that`]),
  ]
    .map((line) => `${printable(line)}\n`)
    .join('');
}

function fieldLines(fields: object): string[] {
  return Object.entries(fields)
    .filter(([, value]) => !isNothing(value))
    .map(
      ([name, value]) =>
        `    ${asInCatalogueFiles(name)}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    );
}

/** `location_details`. */
function asInCatalogueFiles(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function isNothing(value: unknown): boolean {
  return (
    value === '' || value === null || value === 0 || value === false || (Array.isArray(value) && value.length === 0)
  );
}
