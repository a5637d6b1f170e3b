import { NOTHING_SAME, readSameLines } from '#harvest/reading/same-lines.ts';
import type { ReadSameLines } from '#harvest/reading/same-lines.ts';
import { settingFileText } from './settings/special-file.ts';

/**
 * Reads the file of --same.
 *
 * @param path null: no records are merged
 *
 * @throws errors of the file system
 */
export async function readSameFile(path: string | null): Promise<ReadSameLines> {
  if (path === null) return { ok: true, lines: NOTHING_SAME };
  const text = await settingFileText(path, 'Give a text file with a pair of identifiers per line.');
  return typeof text === 'string' ? readSameLines(path, text) : { ok: false, problems: [text], more: 0 };
}
