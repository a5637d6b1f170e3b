import { unaccented } from '#catalogue/folding.ts';
import months from '../month-names.json' with { type: 'json' };
import { monthNamed, weekdayNamed } from '../month-names.ts';
import { writtenDate, type WrittenDate } from './written-date.ts';
import type { NoDate } from './written-day.ts';

/** A date as `writtenDate` reads it, and what was skipped to read it; `''`: nothing. */
export interface LooseDate extends WrittenDate {
  readonly skipped: string;
}

/**
 * A date from a column of dates, as people write them: besides what `writtenDate` reads, with brackets, bars and “@”,
 * misspelt months, “17 Uhr c.t.”, and words around it, which are skipped: “12 Oct 2026 at 5pm on Zoom”, “(Room 4) 12 Oct
 * 2026”, “Week 3, 12 Oct 2026”.
 */
export function looseDate(text: string, thisYear: number): LooseDate | NoDate {
  const strict = writtenDate(text, thisYear);
  if (strict !== 'unreadable' || text.length > MAX_LENGTH)
    return typeof strict === 'string' ? strict : { ...strict, skipped: '' };
  const spelt = withQuarter(withSigns(text)).replace(/\p{L}{5,}/gu, asMonth);
  for (const { kept, skipped } of readings(spelt)) {
    const date = writtenDate(kept.replace(/[()[\]]/gu, ' '), thisYear);
    if (typeof date !== 'string' && date.day !== undefined) return { ...date, skipped };
  }
  return 'unreadable';
}

/** In characters. */
const MAX_LENGTH = 200;
/** Words skipped after a date, and parts before it. */
const MAX_SKIPPED = 6;

interface Kept {
  readonly kept: string;
  readonly skipped: string;
}

/** The text with less and less of what is not a date. */
function* readings(text: string): Generator<Kept> {
  yield { kept: text, skipped: '' };
  const inBrackets: string[] = [];
  const bare = text.replace(/\([^()]*\)|\[[^[\]]*\]/gu, (part) => {
    if (isOfDate(part)) return part;
    inBrackets.push(part.slice(1, -1).trim());
    return ' ';
  });
  const skipped = inBrackets.join(', ');
  if (skipped !== '') yield { kept: bare, skipped };
  const starts = [bare, ...laterParts(bare)];
  for (const start of starts) {
    const before = [skipped, bare.slice(0, bare.length - start.length)].map(trimmed).filter((part) => part !== '');
    if (start !== bare) yield { kept: start, skipped: before.join(', ') };
    for (const { kept, skipped: after } of withoutLastWords(start))
      yield { kept, skipped: [...before, after].join(', ') };
  }
}

/** What follows commas, colons and semicolons, if what precedes them is no part of a date. */
function laterParts(text: string): string[] {
  const found: string[] = [];
  for (const { 0: sign, index } of text.matchAll(/[,;:](?=\s)/gu)) {
    if (found.length === MAX_SKIPPED || isOfDate(text.slice(0, index).replace(/\d+/gu, ''))) break;
    found.push(text.slice(index + sign.length));
  }
  return found;
}

/** Only words without digits, and none in capitals: that may be a time zone. */
function* withoutLastWords(text: string): Generator<Kept> {
  const words = text.trimEnd().split(/(?<=\s)(?=\S)/u);
  for (let count = 1; count <= MAX_SKIPPED && count < words.length; count++) {
    const last = words[words.length - count] ?? '';
    if (/\d|^\p{Lu}{2,5}\W*$/u.test(last.trim()) || isOfDate(last)) return;
    yield { kept: words.slice(0, -count).join(''), skipped: trimmed(words.slice(-count).join('')) };
  }
}

/** Whether a text has a time, the name of a month or a weekday, or a year. */
function isOfDate(text: string): boolean {
  const plain = unaccented(text);
  if (/\d[:.h]\d\d|\d ?(?:am|pm|uhr)\b|\d{4}|^\W*\d{1,2}\W*$/u.test(plain)) return true;
  return (plain.match(/\p{L}{3,}/gu) ?? []).some(
    (word) => monthNamed(word) !== undefined || weekdayNamed(word) !== undefined,
  );
}

function trimmed(text: string): string {
  return text.replace(/^[\s,;:–—-]+|[\s,;:–—-]+$/gu, '');
}

function withSigns(text: string): string {
  return text
    .replaceAll('@', ' at ')
    .replace(/\s*[|•·]\s*/gu, ', ')
    .replace(/(?<=\b(?:at|um) )(\d{1,2})\.(\d\d)(?![\d.])/giu, '$1:$2');
}

/** “17 Uhr c.t.” is a quarter past: cum tempore; s.t., sine tempore, is on the hour. */
export function withQuarter(text: string): string {
  return text.replace(
    /(?<![\d:.])(\d{1,2})(?:[:.]00)? ?(?:uhr|h)? ?\(?([cs])\. ?t\.(?:\))?/giu,
    (_, hour: string, sign: string) => `${hour}:${sign.toLowerCase() === 'c' ? '15' : '00'}`,
  );
}

const MONTHS = months.months.flat().filter((name) => name.length >= 5);

/** The month that a misspelt word is, with at most one letter more or less, or in another order: “Feburary”. */
function asMonth(word: string): string {
  const plain = unaccented(word);
  if (monthNamed(plain) !== undefined) return word;
  const meant = MONTHS.filter((name) => name.startsWith(plain.charAt(0)) && difference(name, plain) <= 1);
  const [only] = meant;
  return only !== undefined && new Set(meant.map(monthNamed)).size === 1 ? only : word;
}

/** Letters that only one of the words has. */
function difference(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 1) return 2;
  let rest = other;
  let missing = 0;
  for (const letter of one) {
    if (rest.includes(letter)) rest = rest.replace(letter, '');
    else missing++;
  }
  return missing + rest.length;
}
