import { unaccented } from '#catalogue/folding.ts';
import { isSuffixAfter } from '#catalogue/personal-titles.ts';
import known from './known-names.json' with { type: 'json' };
import others from './words-not-in-names.json' with { type: 'json' };

/**
 * Whether it can only be a full name: two to six words, capitalised, without digits and without words that titles of
 * talks and other events consist of.
 */
export function looksLikeFullName(text: string): boolean {
  const words = wordsOf(text);
  if (words.length < 2 || words.length > MAX_WORDS || text.length > MAX_LENGTH) return false;
  if (!words.every((word) => isWordOfName(word)) || text === text.toUpperCase()) return false;
  const names = words.filter((word) => !PARTICLE.test(word));
  return names.length > 1 && names.some((word) => /\p{L}{2}/u.test(word)) && !PARTICLE.test(words.at(-1) ?? '');
}

/** The same of a name beside which somebody has written that it is one: it may be a single word, or in capitals. */
export function mayBeName(text: string): boolean {
  const words = wordsOf(text);
  if (words.length === 0 || words.length > MAX_WORDS || text.length > MAX_LENGTH) return false;
  if (!words.every((word) => isWordOfName(word))) return false;
  return words.length > 1 || !(words[0] === words[0]?.toUpperCase() && /^[\p{Lu}\d]+$/u.test(words[0] ?? ''));
}

/** Whether its first or last word is common as a given name or a surname. Of real names, that is so of about half. */
export function isKnownName(name: string): boolean {
  const words = wordsOf(name);
  return [words[0], words.at(-1)].some((word) => word !== undefined && KNOWN.has(folded(word)));
}

const KNOWN: ReadonlySet<string> = new Set(known.flatMap((words) => words.split(' ')));
const OTHERS: ReadonlySet<string> = new Set(others.flatMap((words) => words.split(' ')));

const MAX_WORDS = 6;
/** In characters. */
const MAX_LENGTH = 80;

const HONORIFIC =
  /^(?:(?:(?:univ|ao|em|apl|hon|jun)\.?-?)?prof(?:essor(?:in)?|\.)?|dr|pd|priv\.?-?doz|dipl\.?-?\p{L}+|ing|rer|nat|phil|mrs?|ms|mx|sir|dame|rev|mme|mlle|pr|m|dra|sra?|h\.?c)\.?$/iu;
const PARTICLE =
  /^(?:van|von|vom|zu|zur|de|del|della|degli|di|da|do|dos|das|du|des|d|la|le|el|al|bin|bint|ibn|ben|ter|ten|den|der|het|af|av|y|e|st)\.?$/;
/** `Ada`, `J.`, `J.-P.`, `O’Brien`, `DUTRONC-POSTEL`, `d’Amico`, `al-Khwarizmi`. */
const WORD = /^(?:d['’]|al-|el-|ibn-|ben-|l['’])?\p{Lu}(?:[\p{L}\p{M}'’-]|\.(?=-|$))*\.?$/u;
const NICKNAME = /\s["“(]\p{Lu}\p{L}+["”)]\s(?=\p{Lu})/u;
/** Names in scripts without capitals. */
const UNCASED = /^\p{Lo}[\p{Lo}\p{M}·]*$/u;

function isWordOfName(word: string): boolean {
  if (PARTICLE.test(word)) return true;
  if (!WORD.test(word) && !UNCASED.test(word)) return false;
  return !word.split('-').some((part) => OTHERS.has(folded(part)));
}

/** Whether two names are of the same person, even if one also has a title, a degree or a middle name. */
export function isSameName(a: string, b: string): boolean {
  const [first, second] = [a, b].map((name) => wordsOf(name).map(folded));
  return first?.[0] === second?.[0] && first?.at(-1) === second?.at(-1);
}

/** Words of a name, without honorifics, degrees, and a nickname in brackets. */
function wordsOf(text: string): readonly string[] {
  const words = text
    .replace(NICKNAME, ' ')
    .split(/[\s,]+/u)
    .filter((word) => word !== '');
  while (words.length > 0 && HONORIFIC.test(words[0] ?? '')) words.shift();
  while (isSuffixAfter(words.at(-1) ?? '', words.length)) words.pop();
  return words;
}

/** In lower case, without accents. */
function folded(word: string): string {
  return unaccented(word).replaceAll('.', '');
}
