import { ReadingFailure } from '#sources/reading-problem.ts';

/** Maximum number of talks of one source. Some data of each stays in memory until the end. */
const MAX_TALKS = 250_000;

/** @throws ReadingFailure */
export function refuseTooMany(talks: number): void {
  if (talks <= MAX_TALKS) return;
  const what = `The source has more than ${MAX_TALKS.toLocaleString('en')} talks.`;
  const hint = 'Split it into several sources, by year for example, or import a catalogue file.';
  throw new ReadingFailure({ code: 'too-large', where: '', what, hint });
}
