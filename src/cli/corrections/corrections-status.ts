import type { CorrectionsStatus } from '#server/service.ts';
import type { Settings } from '../settings/settings.ts';
import { correctionsAt } from './corrections-file.ts';

/** Milliseconds for which the last reading is reused. */
const FRESH = 2_000;

/** State of the file of --corrections, read on demand; undefined if there can be none. */
export function correctionsStatus({
  corrections: path,
  timeZone,
}: Pick<Settings, 'corrections' | 'timeZone'>): (() => Promise<CorrectionsStatus | undefined>) | undefined {
  if (path === null) return undefined;
  let known: Promise<CorrectionsStatus | undefined> | undefined;
  let readAt = -Infinity;
  return () => {
    if (known === undefined || performance.now() - readAt > FRESH) {
      known = read(path, timeZone);
      readAt = performance.now();
    }
    return known;
  };
}

/** Undefined if it does not exist. */
async function read(path: string, timeZone: string): Promise<CorrectionsStatus | undefined> {
  try {
    const file = await correctionsAt(path, { timeZone });
    if (file.ok === 'missing') return undefined;
    if (!file.ok) return { talks: null, problems: [...new Set(file.problems.map(({ code }) => code))] };
    return { talks: file.corrections.length, problems: [] };
  } catch {
    return { talks: null, problems: ['unreadable'] };
  }
}
