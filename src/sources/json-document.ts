import { isObject, type JsonObject, listOf, membersOf } from '#catalogue/json-object.ts';
import { columnOfSyntaxError } from './json-syntax.ts';
import { notParsed, type ParsedDocument } from './file-failure.ts';
import type { SourceFile } from './source-format.ts';
import type { SourcePlace } from './source-talk.ts';
import { decoded, withoutMark } from './text-decoding.ts';

export { isObject, listOf, membersOf };
export type { JsonObject };

/** In bytes. Parsing holds several copies of the document in memory. */
const MAX_SIZE = 64 * 1024 * 1024;
/** Limit on nesting; the formats that we read have about ten levels. */
const DEEPEST = 64;

/**
 * Reads the whole file as one JSON value. Errors that the chunks throw are rethrown.
 * @param most limit in bytes
 */
export async function readJsonDocument(file: SourceFile, most = MAX_SIZE): Promise<ParsedDocument> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of withoutMark(file.chunks)) {
    size += chunk.length;
    if (size > most) {
      return notParsed('too-large', 0, `It is larger than ${most / 1024 / 1024} MiB.`, 'Export it in parts.');
    }
    parts.push(chunk);
  }
  return parseJson(textOfParts(parts));
}

/** Empties the list, so that parsing does not hold both bytes and text in memory. */
function textOfParts(parts: Buffer[]): string {
  const whole = Buffer.concat(parts);
  parts.length = 0;
  return decoded(whole);
}

/** Parses JSON text; lines are counted from 1. */
export function parseJson(text: string): ParsedDocument {
  const deep = firstTooDeep(text);
  if (deep !== undefined) {
    return notParsed(
      'too-deep',
      lineAt(text, deep),
      `Its values are nested more than ${DEEPEST} levels deep.`,
      'Check that it is the right file.',
    );
  }
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const at = columnOfSyntaxError(text) - 1;
    const column = at - text.lastIndexOf('\n', at - 1);
    const isCut = text.slice(at).trim() === '';
    const what = isCut ? 'The JSON is truncated.' : `Invalid JSON from column ${column} of this line.`;
    return notParsed(
      'bad-json',
      lineAt(text, at),
      what,
      isCut ? 'Copy or download it again completely.' : 'Export it again.',
    );
  }
}

function firstTooDeep(text: string): number | undefined {
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (isInString) {
      if (code === BACKSLASH) at++;
      else if (code === QUOTE) isInString = false;
    } else if (code === QUOTE) {
      isInString = true;
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++depth > DEEPEST) return at;
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      depth--;
    }
  }
  return undefined;
}

const QUOTE = 0x22;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

function lineAt(text: string, at: number): number {
  let line = 1;
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', end + 1)) line++;
  return line;
}

/** Objects in a list; empty for any other value. */
export function objectsOf(value: unknown): readonly JsonObject[] {
  return listOf(value).filter((item) => isObject(item));
}

/** A string, or a number as digits; `''` for any other value. */
export function stringText(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? String(value) : '';
}

/** As `stringText`, but undefined when absent or null. */
export function optionalText(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : stringText(value);
}

/**
 * Latitude and longitude in degrees, from numbers or texts. Nothing if one is missing, or if both are 0, which services
 * give to places that they could not find.
 */
export function positionOf(latitude: unknown, longitude: unknown): Pick<SourcePlace, 'latitude' | 'longitude'> {
  const [north, east] = [degrees(latitude), degrees(longitude)];
  const isKnown = Number.isFinite(north) && Number.isFinite(east) && (north !== 0 || east !== 0);
  return isKnown ? { latitude: north, longitude: east } : {};
}

function degrees(value: unknown): number {
  const text = stringText(value).trim();
  return text === '' ? Number.NaN : Number(text);
}
