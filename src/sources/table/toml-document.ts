import type { TomlDate } from 'smol-toml';
import { codeOf } from '#catalogue/error-code.ts';
import { notParsed, type ParsedDocument } from '../file-failure.ts';

/** In characters: a table of many small values takes a hundred times as much memory. */
const MAX_SIZE = 2 * 1024 * 1024;
/** Limit on nesting. */
const DEEPEST = 64;
/** An optional header in brackets and a first key, perhaps after comments. */
const BEGIN = /^(?:[ \t]*(?:#[^\n]*)?\n){0,50}[ \t]*(?:\[\[?[\w.-]+\]\]?[ \t\r]*\n\s*)?[\w-]+[ \t]*=[ \t]*[^\s=]/;

/** Whether it begins like a Hugo data file in TOML. */
export function looksLikeToml(head: string): boolean {
  return BEGIN.test(head.replaceAll('\r\n', '\n'));
}

/** Parses a TOML 1.0 document, with dates and times as text. */
export async function parseToml(text: string): Promise<ParsedDocument> {
  if (text.length > MAX_SIZE) {
    const what = `It is larger than ${MAX_SIZE / 1024 / 1024} MiB.`;
    return notParsed('too-large', 0, what, 'Export it as JSON or CSV, or in parts.');
  }
  const toml = await import('smol-toml').catch(noneInstalled);
  if (toml === undefined) {
    const what = 'TOML cannot be read, because the optional package smol-toml is not installed.';
    return notParsed('not-installed', 0, what, 'Install it, or convert the file to YAML or JSON.');
  }
  try {
    const value = toml.parse(text, { maxDepth: DEEPEST });
    return { ok: true, value: withDatesAsText(value, 0) };
  } catch (error) {
    if (error instanceof RangeError) {
      return notParsed('too-deep', 0, 'Its values are nested too deeply.', 'Check that it is the right file.');
    }
    if (!(error instanceof toml.TomlError)) throw error;
    const [why = ''] = error.message.replace(/^Invalid TOML document: /, '').split('\n', 1);
    return notParsed('bad-toml', error.line, `Invalid TOML here (${why}).`, 'Correct the line, or export it again.');
  }
}

function noneInstalled(error: unknown): undefined {
  if (codeOf(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
}

/** @throws RangeError when nested too deeply; dotted headers nest as well */
function withDatesAsText(value: unknown, depth: number): unknown {
  if (depth > DEEPEST) throw new RangeError('too deep');
  if (Array.isArray(value)) return value.map((item) => withDatesAsText(item, depth + 1));
  if (isDate(value)) return value.toISOString().replace(/\.000(?!\d)/, '');
  if (typeof value !== 'object' || value === null) return value;
  return new Map(Object.entries(value).map(([name, member]) => [name, withDatesAsText(member, depth + 1)]));
}

/** A date of the parser; its text has only the parts that were written: date, time, offset. */
function isDate(value: unknown): value is TomlDate {
  return value instanceof Date;
}
