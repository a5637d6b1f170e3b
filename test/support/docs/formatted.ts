import { readFileSync } from 'node:fs';
import type { FormatConfig } from 'oxfmt';

/** Formats the text of a generated file like `npm run format`. @throws if it is invalid in the file's language */
export async function formatted(file: string, text: string): Promise<string> {
  // Imported here, because importing oxfmt fails if its binary for this system is not installed.
  const { format } = await import('oxfmt');
  const options = JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')) as FormatConfig;
  const { code, errors } = await format(file, text, options);
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`);
  return code;
}
