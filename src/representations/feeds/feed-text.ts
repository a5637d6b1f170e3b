import { proseText } from '../prose-text.ts';
import { withoutForbidden } from '../json/xml-text.ts';

/** Everything that any reader treats as a line end. */
const LINE_ENDS = /\r\n|[\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]/g;
const OTHER_CONTROLS = /[^\P{Cc}\t\n]/gu;
/** Most texts do not match this, and need no cleaning. */
const UNCLEAN = /[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]/;

/** Lines end in a line feed, other control characters but the tab are gone, and half of a character is U+FFFD. */
export function cleanText(text: string): string {
  if (!UNCLEAN.test(text)) return text;
  return text.replace(LINE_ENDS, '\n').replace(OTHER_CONTROLS, '').toWellFormed();
}

/** Like cleanText, also without noncharacters: text that every feed format can hold. */
export function cleaned(text: string): string {
  return withoutForbidden(cleanText(text));
}

/** Like cleaned, on one line. */
export function oneLine(text: string): string {
  return withoutBreaks(cleaned(text));
}

function withoutBreaks(text: string): string {
  return closed(/[\t\n]| {2}/.test(text) ? text.replace(/[ \t\n]+/g, ' ') : text).trim();
}

/** Splits imported text, or that of HTML, at its blank lines into paragraphs of lines; no line is empty. */
export function paragraphs(text: string): string[][] {
  return cleaned(proseText(text))
    .split(/\n[^\S\n]*\n\s*/)
    .map((paragraph) =>
      paragraph
        .split('\n')
        .map(withoutBreaks)
        .filter((line) => line !== ''),
    )
    .filter((lines) => lines.length > 0);
}

const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/;
const POP_FORMATTING = '\u202c';
const POP_ISOLATE = '\u2069';

/**
 * Direction marks (Unicode Bidirectional Algorithm, X1 to X7) are part of a text, but an embedding, an override or an
 * isolate that is left open would reverse our words too: open ones are closed, and unmatched closing marks are dropped.
 */
export function closed(text: string): string {
  if (!DIRECTIONS.test(text)) return text;
  const open: string[] = [];
  let kept = '';
  for (const character of text) {
    const closing = closingOf(character);
    if (closing !== undefined) open.push(closing);
    else if (character === POP_FORMATTING || character === POP_ISOLATE) {
      if (open.at(-1) !== character) continue;
      open.pop();
    }
    kept += character;
  }
  return kept + open.reverse().join('');
}

function closingOf(character: string): string | undefined {
  if (/[\u202a\u202b\u202d\u202e]/.test(character)) return POP_FORMATTING;
  return /[\u2066-\u2068]/.test(character) ? POP_ISOLATE : undefined;
}

/** A web address that is safe to link to; null for any other text, such as `javascript:`. */
export function webAddress(text: string): string | null {
  const url = URL.parse(text);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : null;
}
