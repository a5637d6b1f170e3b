import type { GoneTalk } from '#harvest/provenance/gone-talks.ts';
import type { LikelyName } from '#harvest/reading/likely-name.ts';
import { talksIn, type SourceReport } from '#harvest/sync/sync-report.ts';
import type { NewsOfTalks, TalkNews, ToldTalk } from '#harvest/sync/talk-changes.ts';
import { newsLines as newsOfCorrections } from './correction-report.ts';
import { counted, grouped, printable, problemReport, withRest } from './report.ts';
import { shownStart, startColumn } from './shown-start.ts';
import { entriesReport, FATES, knownAs, listLines, sameReport } from './source-report.ts';
import { inSettings } from '#harvest/sync/setting-words.ts';

/** The result of a run for a source, for people: a summary, then the first few talks. */
export interface SyncLines {
  /** `12 talks: 1 added, 2 moved`. */
  readonly summary: string;
  /** `moved  2026-11-24 17:00  On moss (was 2026-11-23 17:00)`, in the time zone of the source. */
  readonly details: readonly string[];
  /** Problems, one per line; `''` if there are none. */
  readonly problems: string;
}

/** How many missing talks are listed. */
const MAX_GONE = 10;

export function syncLines(report: SourceReport): SyncLines {
  switch (report.outcome) {
    case 'not-due':
      return plain('not due yet');
    case 'busy':
      return plain('already running in another process');
    case 'same':
      return plain('nothing new');
    case 'failed':
      return {
        summary: 'failed; its earlier talks are unchanged',
        details: [],
        problems: problemReport(report.problems, report.more),
      };
    case 'read':
      return linesOf(report);
  }
}

function plain(summary: string): SyncLines {
  return { summary, details: [], problems: '' };
}

function linesOf({ report, news, zone }: Extract<SourceReport, { outcome: 'read' }>): SyncLines {
  const gone = report.sources.flatMap((source) => source.gone);
  const talks = talksIn(report);
  const changes = [...news].map(([what, { count }]) => `${grouped(count)} ${what}`);
  if (gone.length > 0) changes.push(`${grouped(gone.length)} gone`);
  const isSomething = changes.length > 0;
  const notes = report.files.flatMap((file) => file.notes);
  return {
    summary: `${counted(talks, 'talk')}: ${isSomething ? changes.join(', ') : 'nothing new'}`,
    details: [
      ...[...news].flatMap(([what, told]) => newsLines(what, told, zone)),
      ...report.sources.flatMap(({ likelyName }) => (likelyName === undefined ? [] : [nameLine(likelyName)])),
      ...goneLines(gone, zone),
      ...newsOfCorrections(report.corrections, zone),
      ...report.sources.flatMap(listLines).map(inSettings),
      ...sameReport(report)
        .split('\n')
        .filter((line) => line !== ''),
      ...(isSomething ? notes.map(({ what, count }) => `${grouped(count)} × ${what}`) : []),
    ].map(printable),
    problems: entriesReport(report),
  };
}

function nameLine(name: LikelyName): string {
  return `It is a new source, but ${knownAs(name)}. If it is the same source, give it its old name, so that its talks keep their identity.`;
}

function newsLines(what: TalkNews, { count, talks }: NewsOfTalks, zone: string): string[] {
  const lines = talks.map(
    (talk) => `${what.padEnd(COLUMN)}${startColumn(talk.start, zone)}  ${talk.title || UNTITLED}${before(talk, zone)}`,
  );
  return withRest(lines, count, what);
}

const UNTITLED = 'To be announced';

const COLUMN = 'cancelled'.length + 2;

function before({ wasStart, wasTitle }: ToldTalk, zone: string): string {
  const start = wasStart === undefined ? '' : shownStart(wasStart, zone);
  const was = [wasTitle === undefined ? '' : `“${wasTitle}”`, start].filter((part) => part !== '');
  return was.length === 0 ? '' : ` (was ${was.join(', ')})`;
}

function goneLines(gone: readonly GoneTalk[], zone: string): string[] {
  const lines = gone
    .slice(0, MAX_GONE)
    .map(
      ({ title, start, fate }) =>
        `${'gone'.padEnd(COLUMN)}${startColumn(start, zone)}  ${title || UNTITLED}: ${FATES[fate]}`,
    );
  return withRest(lines, gone.length, 'gone');
}
