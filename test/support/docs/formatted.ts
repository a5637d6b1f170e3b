import { readFileSync } from 'node:fs';
import type { FormatConfig } from 'oxfmt';

/** The text of a generated file as “npm run format” leaves it. @throws if it is not of the language of its name */
export async function formatted(file: string, text: string): Promise<string> {
  // Where its program for this system is not installed, loading it fails.
  const { format } = await import('oxfmt');
  const options = JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')) as FormatConfig;
  const { code, errors } = await format(file, text, options);
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`);
  return code;
}
