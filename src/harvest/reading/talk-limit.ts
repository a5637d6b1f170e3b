import { ReadingFailure } from '#sources/reading-problem.ts';

/** Most talks of one source. Some data of each stays in memory until the end. */
const MOST_TALKS = 250_000;

/** @throws ReadingFailure */
export function refuseTooMany(talks: number): void {
  if (talks <= MOST_TALKS) return;
  const what = `The source has more than ${MOST_TALKS.toLocaleString('en')} talks.`;
  const hint = 'Split it into several sources, by year for example, or import a catalogue file.';
  throw new ReadingFailure({ code: 'too-large', where: '', what, hint });
}
