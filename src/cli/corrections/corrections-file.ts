import type { CorrectionsFile, WrittenCorrection } from '#harvest/corrections/corrections-file.ts';
import { codeOf } from '#catalogue/error-code.ts';
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
