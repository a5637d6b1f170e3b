import type { ImportReport } from '#harvest/import-catalogue.ts';
import type { GoneTalk } from '#harvest/provenance/gone-talks.ts';
import { RECOGNISED_BY } from '#harvest/provenance/matching-features.ts';
import { LEFT_OUT, SPEAKERS } from '#harvest/reading/explained-talks.ts';
import type { LikelyName } from '#harvest/reading/likely-name.ts';
import type { ListNews } from '#harvest/reading/source-lists.ts';
import { asArgument } from '#harvest/reading/source-name.ts';
import type { Explained, FileSummary, SourceSummary } from '#harvest/reading/source-reading.ts';
import { counted, grouped, printable, problemReport, withRest } from './report.ts';
import { startColumn } from './shown-start.ts';

/**
 * What was read from files other than catalogue files, and what their sources no longer have; `''`
 * if there are none.
 *
 * @param zone IANA name of the time zone in which starts are shown
 */
export function sourceReport({ files, sources }: Pick<ImportReport, 'files' | 'sources'>, zone: string): string {
  return (
    filesReport(files) +
    linesOf(sources.flatMap((source) => [...nameLines(source), ...goneLines(source, zone), ...listLines(source)]))
  );
}

function nameLines({ source, likelyName }: SourceSummary): string[] {
  if (likelyName === undefined) return [];
  const known = knownAs(likelyName);
  const hint = `If it is the same source, import it with --source ${asArgument(likelyName.source)}, so that its talks keep their identity.`;
  return [`“${source}” is a new source, but ${known}. ${hint}`];
}

/** `3 of its first 3 talks have the titles of talks of “optics”`. */
export function knownAs({ source, talks, of }: LikelyName): string {
  return `${grouped(talks)} of its first ${counted(of, 'talk')} have the titles of talks of “${source}”`;
}

/** The format of each file, and what was detected while reading it. */
function filesReport(files: readonly FileSummary[]): string {
  const lines = files.flatMap(({ file, format, source, talks, notes }) => [
    `${file}: ${format.title}, ${counted(talks, 'talk')}, as source “${source}”`,
    ...notes.map(({ what, count }) => `  ${grouped(count)} × ${what}`),
  ]);
  return linesOf(lines);
}

function linesOf(lines: readonly string[]): string {
  return lines.map((line) => `${printable(line)}\n`).join('');
}

/** How many missing talks or collections are listed. */
const MAX_GONE = 20;

/** What happened to a talk that its source no longer has. */
export const FATES: Readonly<Record<GoneTalk['fate'], string>> = {
  kept: 'kept',
  cancelled: 'cancelled',
  removed: 'removed',
  over: 'kept: it is over',
  elsewhere: 'kept: another source has it',
  withdrawn: 'removed: the source no longer publishes it, or marks it as no talk',
  excluded: 'removed: its event no longer takes place then',
  unsure: 'kept: some entries could not be read',
};

function goneLines({ source, gone }: SourceSummary, zone: string): string[] {
  if (gone.length === 0) return [];
  const shown = gone
    .slice(0, MAX_GONE)
    .map(({ title, start, fate }) => `${startColumn(start, zone)}  ${title}: ${FATES[fate]}`);
  const hint = gone.some(({ fate }) => fate === 'kept') ? ' (--gone cancel or --gone remove changes that)' : '';
  return [
    `${counted(gone.length, 'talk')} no longer at “${source}”${hint}:`,
    ...withRest(shown, gone.length).map((line) => `  ${line}`),
  ];
}

/** What happened to a collection that its source no longer has, or that comes from elsewhere. */
const LIST_FATES: Readonly<Record<ListNews['fate'], string>> = {
  kept: 'no longer there; kept (--gone cancel or --gone remove hides it)',
  hidden: 'no longer there; now hidden',
  missing: 'not found; check the slug or address of --collection',
  others: 'unchanged: another source brought it (--take-over takes it over)',
  foreign: 'unchanged: the catalogue has one from elsewhere (--collection takes it over)',
};

/** A line for each of the first collections. */
export function listLines({ lists }: Pick<SourceSummary, 'lists'>): string[] {
  const lines = lists.slice(0, MAX_GONE).map(({ slug, title, fate }) => {
    const called = title === '' ? slug : `“${title}” (${slug})`;
    return `List ${called}: ${LIST_FATES[fate]}`;
  });
  return withRest(lines, lists.length, 'lists');
}

/** The problems of the entries that were left out, or imported in part. */
export function entriesReport({ skipped, moreSkipped, mended, moreMended }: ImportReport): string {
  const leftOut = problemReport(skipped, moreSkipped);
  const inPart = problemReport(mended, moreMended);
  return (leftOut === '' ? '' : `Left out:\n${leftOut}`) + (inPart === '' ? '' : `Imported in part:\n${inPart}`);
}

/** Reports that no talk has the key given to --explain; `''` if one does. */
export function unexplained({ ok, files, explained }: ImportReport, key: string | undefined): string {
  if (key === undefined || explained.length > 0 || (!ok && files.length === 0)) return '';
  if (key === LEFT_OUT) return '--explain: No talk is marked private or a draft.\n';
  if (key === SPEAKERS) return '--explain: No speakers were found in titles and descriptions of calendars and feeds.\n';
  const hint =
    'Write the key as in the source (for a repeating event, followed by / and the time: 123@example.org/20261027T170000Z), or the slug.';
  return `${printable(`--explain: No talk with the key ${JSON.stringify(key)} was read. ${hint}`)}\n`;
}

/**
 * A talk in its source and as it is stored, unless it ended before `keptSince`; with `--explain
 * speakers`, where its speakers were found.
 */
export function explainedReport(
  { explained }: Pick<ImportReport, 'explained'>,
  key: string | undefined,
  keptSince?: string,
): string {
  if (key === SPEAKERS) return explained.map(speakersExplanation).join('');
  return explained.map((one) => explanation(one) + pastExplanation(one, keptSince)).join('');
}

function pastExplanation({ record }: Explained, keptSince: string | undefined): string {
  if (keptSince === undefined || record === undefined || record.end >= keptSince) return '';
  return `  left out: it ended before ${keptSince} (--keep-past-talks)\n`;
}

function speakersExplanation({ file, talk }: Explained): string {
  const { where = '', text = '' } = talk.speakersFrom ?? {};
  const speakers = talk.speakers.map(({ name, bio }) => (bio === undefined ? name : `${name} (${bio})`));
  return [
    `${file}:${String(talk.line)}, ${talk.start}`,
    `  ${where}: ${text}`,
    `  speakers: ${speakers.join('; ')}`,
    `  title: ${talk.title}`,
  ]
    .map((line) => `${printable(line)}\n`)
    .join('');
}

function explanation({ file, source, talk, record, keep, recognisedBy }: Explained): string {
  return [
    `${file}:${String(talk.line)}, source “${source}”`,
    '  in the source:',
    ...fieldLines(talk),
    ...(record === undefined
      ? [`  left out: ${talk.hidden ?? 'it has problems'}`]
      : ['  in the catalogue:', ...fieldLines(record)]),
    ...(recognisedBy === undefined
      ? []
      : [`  not a new talk: its key has changed; recognised by ${RECOGNISED_BY[recognisedBy]}`]),
    ...(keep === undefined ? [] : [`  the same as ${keep} (--same), and stored as that unless another source owns it`]),
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

/** Lines shown of each list. */
const MAX_LINES = 20;

/** The effect of the lines of `--same`; '' if they changed nothing. */
export function sameReport({ same }: Pick<ImportReport, 'same'>): string {
  const merged = listed(
    `${counted(same.merged.length, 'talk')} removed as duplicates (--same):`,
    same.merged.map(({ keep, drop, start, title }) => `${keep} ${drop} # ${start} “${title}”`),
  );
  const keeps = same.unknown.map(({ keep, drop }) => `${keep} ${drop}`);
  const unknown = `${counted(same.unknown.length, 'line')} of --same whose record to keep is not in the catalogue:`;
  return [...merged, ...listed(unknown, keeps)].map((line) => `${printable(line)}\n`).join('');
}

function listed(heading: string, pairs: readonly string[]): string[] {
  if (pairs.length === 0) return [];
  return [heading, ...withRest(pairs.slice(0, MAX_LINES), pairs.length).map((line) => `  ${line}`)];
}
