import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { codeOf } from '#catalogue/error-code.ts';
import type { Problem } from '#catalogue/problem.ts';
import { shownValue } from '#catalogue/shown-value.ts';

/** Values of `${…}` in a settings file. */
interface Placeholders {
  /** Values for `${NAME}`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absolute folder of relative paths in `${file:PATH}`. */
  readonly folder: string;
}

/** Maximum size of a `${file:…}` file, in bytes; secrets are smaller. */
const MAX_SIZE = 64 * 1024;

/**
 * Replaces `${NAME}` with an environment variable, and `${file:PATH}` with the content of a file without its final
 * line end. Placeholders without a value stay and are reported.
 */
export function filledIn(
  text: string,
  { environment, folder }: Placeholders,
  tell: (problem: Omit<Problem, 'where'>) => void,
): string {
  return text.replaceAll(/\$\{([^}]*)\}/g, (whole, name: string) => {
    if (name.startsWith('file:')) {
      const path = name.slice('file:'.length);
      const content = contentOf(resolve(folder, path));
      if (content.text !== undefined) return content.text;
      const what = `The file ${shownValue(path)} ${content.problem}.`;
      tell({ code: 'no-secret-file', what, hint: 'Write a text of at most 64 KiB to it, or correct its path.' });
      return whole;
    }
    const value = environment[name];
    if (value !== undefined && value !== '') return value;
    tell({
      code: 'no-variable',
      what: `There is no variable ${shownValue(name)} in the environment, or it is empty.`,
      hint: 'Set it in the environment of lectern, or correct its name.',
    });
    return whole;
  });
}

type Content =
  | { readonly text: string; readonly problem?: undefined }
  | { readonly text?: undefined; readonly problem: string };

function contentOf(path: string): Content {
  try {
    const stats = statSync(path);
    // Reading a pipe could block for ever.
    if (!stats.isFile()) return { problem: 'is not a regular file' };
    if (stats.size > MAX_SIZE) return { problem: 'is too large' };
    const text = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
    return text === '' ? { problem: 'is empty' } : { text };
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    return { problem: code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})` };
  }
}
