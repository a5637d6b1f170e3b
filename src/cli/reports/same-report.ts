import type { ImportReport } from '#harvest/import-catalogue.ts';
import { counted, printable, withRest } from './report.ts';

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
