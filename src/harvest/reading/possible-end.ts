import type { LocatedProblem } from '#catalogue/problem.ts';
import { shownValue } from '#catalogue/shown-value.ts';
import { secondsOf, timestampOf } from '#catalogue/timestamp.ts';
import type { SourceTalk } from '#sources/source-talk.ts';
import { inSheet } from '#sources/spreadsheet/cell-name.ts';
import { UTC, ianaZone } from '#sources/wall-clock.ts';

const DAY = 86_400;

/** The talk as if it had no end, if its end is before its start; else undefined. */
export function withoutImpossibleEnd(
  talk: SourceTalk,
): { readonly talk: SourceTalk; readonly problem: Omit<LocatedProblem, 'file'> } | undefined {
  const { start, end, title, key, line, sheet } = talk;
  if (end >= start) return undefined;
  const problem = {
    code: 'ends-before-start',
    where: 'end',
    what: `It ends at ${end}, before it begins at ${start}: the end is dropped. (In ${shownValue(title || key)}.)`,
    hint: 'Fix the times at the source.',
    line,
  };
  return { talk: { ...talk, end: endWithoutOne(talk) }, problem: inSheet(problem, sheet) };
}

/** Next midnight for an all-day talk, else its start. */
function endWithoutOne({ start, clock, zone }: SourceTalk): string {
  if (clock !== 'all-day') return start;
  const { toUtc, toWall } = ianaZone(zone) ?? UTC;
  return timestampOf(toUtc(toWall(secondsOf(start)) + DAY));
}
