import { codeOf } from '#catalogue/error-code.ts';
import type { CorrectionsFile, WrittenCorrection } from '#harvest/corrections/corrections-file.ts';
import type { CorrectionsStatus } from '#server/service.ts';
import type { Settings } from '../settings/settings.ts';
import { settingFileText } from '../settings/special-file.ts';

/** `missing`: the file does not exist, which is fine until something has been corrected. */
export type CorrectionsRead =
  | (Extract<CorrectionsFile, { ok: true }> & { readonly text: string })
  | Extract<CorrectionsFile, { ok: false }>
  | { readonly ok: 'missing' };

/**
 * Reads the file of --corrections.
 *
 * @throws errors of the file system, except for a missing file
 */
export async function correctionsAt(path: string, { timeZone }: Pick<Settings, 'timeZone'>): Promise<CorrectionsRead> {
  const text = await settingFileText(path, 'Check the path.').catch(unlessMissing);
  if (text === undefined) return { ok: 'missing' };
  if (typeof text !== 'string') return { ok: false, problems: [text] };
  const { readCorrectionsFile } = await import('#harvest/corrections/corrections-file.ts');
  const read = readCorrectionsFile({ path, text, zone: timeZone });
  return read.ok ? { ...read, text } : read;
}

/** The corrections in the file; undefined if it is missing or has problems. */
export async function validCorrectionsAt(
  path: string,
  settings: Pick<Settings, 'timeZone'>,
): Promise<readonly WrittenCorrection[] | undefined> {
  const read = await correctionsAt(path, settings);
  return read.ok === true ? read.corrections : undefined;
}

function unlessMissing(error: unknown): undefined {
  if (codeOf(error) === 'ENOENT') return undefined;
  throw error;
}

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
      known = statusAt(path, timeZone);
      readAt = performance.now();
    }
    return known;
  };
}

/** Undefined if it does not exist. */
async function statusAt(path: string, timeZone: string): Promise<CorrectionsStatus | undefined> {
  try {
    const file = await correctionsAt(path, { timeZone });
    if (file.ok === 'missing') return undefined;
    if (!file.ok) return { talks: null, problems: [...new Set(file.problems.map(({ code }) => code))] };
    return { talks: file.corrections.length, problems: [] };
  } catch {
    return { talks: null, problems: ['unreadable'] };
  }
}
