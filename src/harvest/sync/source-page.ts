import type { LocatedProblem } from '#catalogue/problem.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import type { SourceNews, SourcePage, SourcePageProblem } from '#catalogue/source-page.ts';
import type { GoneTalk } from '../provenance/gone-talks.ts';
import type { SourceDone } from './sync-report.ts';

/** Maximum number of problems, changed talks and notes on a page. */
const MAX_PROBLEMS = 50;
const MAX_CHANGES = 50;
const MAX_NOTES = 50;
/** Longest text, in characters. */
const LONGEST_TEXT = 500;

/** Content of the status page of a source after a run. @param before null: no page yet */
export function sourcePageAfter(
  before: SourcePage | null,
  done: SourceDone,
  { zone, at }: { readonly zone: string; readonly at: Timestamp },
): SourcePage {
  const page = before ?? NOTHING;
  if (done.outcome === 'same') return { ...page, zone, failure: [] };
  if (done.outcome === 'failed') {
    return { ...page, zone, failure: done.problems.slice(0, MAX_PROBLEMS).map(publicProblem) };
  }
  const { report } = done;
  const problems = [...report.skipped, ...report.mended];
  const all = newsOf(done);
  const count = publicGone(report).length + [...done.news.values()].reduce((sum, one) => sum + one.count, 0);
  const news = all.slice(0, MAX_CHANGES);
  return {
    zone,
    read: at,
    news,
    moreNews: count - news.length,
    problems: problems.slice(0, MAX_PROBLEMS).map(publicProblem),
    moreProblems: Math.max(0, problems.length - MAX_PROBLEMS) + report.moreSkipped + report.moreMended,
    notes: notesOf(report),
    failure: [],
  };
}

const NOTHING = { read: null, news: [], moreNews: 0, problems: [], moreProblems: 0, notes: [] };

function newsOf({ report, news }: Extract<SourceDone, { outcome: 'read' }>): SourceNews[] {
  const told = [...news].flatMap(([what, { talks }]) => talks.map(({ title, start }) => ({ what, title, start })));
  const gone = publicGone(report).map(({ title, start }) => ({ what: 'gone', title, start }));
  return [...told, ...gone].map((one) => ({
    ...one,
    title: one.title.slice(0, LONGEST_TEXT),
  }));
}

/** Notes, without mentions of options. */
function notesOf({ files }: Extract<SourceDone, { outcome: 'read' }>['report']): string[] {
  const counts = new Map<string, number>();
  for (const { what, count } of files.flatMap(({ notes }) => notes)) counts.set(what, (counts.get(what) ?? 0) + count);
  return [...counts]
    .slice(0, MAX_NOTES)
    .map(([what, count]) => `${count.toLocaleString('en')} × ${withoutSecrets(what.replace(OPTIONS, ''))}`);
}

/** `(--time-zone)`, or `(time_zone)` as in a sources file. */
const OPTIONS = / \((?:[^()]*--[^()]*|map|[a-z]+_[a-z_]+)\)/g;

/** Gone talks, without those that must no longer be published. */
function publicGone({ sources }: Extract<SourceDone, { outcome: 'read' }>['report']): readonly GoneTalk[] {
  return sources.flatMap(({ gone }) => gone).filter(({ fate }) => fate !== 'withdrawn');
}

/** Hides tokens in addresses, and paths of the server in bugs. The operator finds them in the log. */
function publicProblem({ code, line, where, what, hint }: LocatedProblem): SourcePageProblem {
  const text = code === 'fault' ? 'A bug in Lectern. Its log has the details.' : withoutSecrets(`${what} ${hint}`);
  return { line, where: withoutSecrets(where), text };
}

const ADDRESS = /\b([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/@]*@)?([^\s/?#@]*)[^\s]*/gi;
/** An absolute path, on Unix or Windows, but not `12/10/2026`. */
const PATH = /(?<![\w./:…])(?:\/(?:[^\s/,;:“”"']+\/)+[^\s,;:“”"']*|[A-Z]:\\[^\s,;“”"']+)/g;

/** Keeps only scheme and host of addresses, and nothing of paths. */
function withoutSecrets(text: string): string {
  return text.slice(0, LONGEST_TEXT).replace(ADDRESS, '$1$2/…').replace(PATH, '…');
}
