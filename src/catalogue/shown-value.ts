const LONGEST = 60;
/** Controls, line and paragraph separators, and what turns the direction of writing: none may reach a terminal as it is. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A value that was found in input, for a message on one line: shortened, and escaped so that it cannot play tricks on a terminal. */
export function shownValue(value: unknown): string {
  if (typeof value === 'string') return shownText(value);
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  return String(value);
}

function shownText(text: string): string {
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  return JSON.stringify(shown).replaceAll(UNPRINTABLE, escaped);
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
