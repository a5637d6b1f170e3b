import type { ImportReport } from '#harvest/import-catalogue.js';
import type { SamePair } from '#harvest/same/same-lines.js';
import { counted, printable } from './report.js';

/** Shown of each list. */
const MOST = 20;

/** What came of the lines of `--same`; '' when they changed nothing. */
export function sameReport({ same }: Pick<ImportReport, 'same'>): string {
  const merged = listed(
    `${counted(same.merged.length, 'talk')} removed, since another is the same (--same):`,
    same.merged,
  );
  const unknown = `${counted(same.unknown.length, 'line')} of --same that keep what is not in the catalogue:`;
  return [...merged, ...listed(unknown, same.unknown)].map((line) => `${printable(line)}\n`).join('');
}

function listed(heading: string, pairs: readonly SamePair[]): string[] {
  if (pairs.length === 0) return [];
  const shown = pairs.slice(0, MOST).map(({ keep, drop }) => `  ${keep} ${drop}`);
  const rest = pairs.length > MOST ? [`  and ${(pairs.length - MOST).toLocaleString('en')} more`] : [];
  return [heading, ...shown, ...rest];
}
