const MAX_LENGTH = 60;
/** Control characters, line separators and direction overrides: none may reach a terminal. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Formats a value from input for a one-line message: truncated, and escaped so that it cannot manipulate a terminal.
 */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') return shownText(value);
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}

function shownText(text: string): string {
  const shown = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
  return JSON.stringify(shown).replaceAll(UNPRINTABLE, escaped);
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
