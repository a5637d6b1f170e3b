import { readFileSync } from 'node:fs';
import { format, type FormatConfig } from 'oxfmt';

const OPTIONS = JSON.parse(readFileSync('.oxfmtrc.json', 'utf8')) as FormatConfig;

/** The text of a generated file as “npm run format” leaves it. @throws if it is not of the language of its name */
export async function formatted(file: string, text: string): Promise<string> {
  const { code, errors } = await format(file, text, OPTIONS);
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`);
  return code;
}
