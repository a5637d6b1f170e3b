import { unaccented } from '#catalogue/unaccented.ts';
import { isCountry } from './country-names.ts';
import type { TableCell } from './table-mapping.ts';
import { isNobody } from '../placeholders.ts';
import { plainName } from '../plain-name.ts';
import type { SourcePerson } from '../source-talk.ts';

/** Limits on a cell of names: characters, and people. */
const MAX_LENGTH = 10_000;
const MAX_PEOPLE = 200;

/**
 * The people named in a cell. Semicolons, bars and line breaks always separate them. Commas and “and” do so only
 * between full names: “Doe, Jane” is one person, “Research and Development” is one, and “Jane Doe, University of
 * Oxford” and “Jane Doe (Oxford)” are one with an affiliation.
 */
export function peopleIn(cell: TableCell): SourcePerson[] {
  const items = typeof cell === 'string' ? plainName(cell.slice(0, MAX_LENGTH)).split(/[;|\n]/) : cell;
  const isList = items.length > 1;
  const people = items.slice(0, MAX_PEOPLE).flatMap((item) => {
    if (typeof item !== 'string') return [item];
    const text = plainName(item.slice(0, MAX_LENGTH)).replace(/\s+/gu, ' ').trim();
    return (isList ? [text] : namesIn(text)).map((name) => personOf(name));
  });
  return people.filter(({ name }) => name !== '' && !isNobody(name));
}

/** A comma, a word, or both, between names. In upper case the word would be an initial. */
const BETWEEN = / ?, ?(?:(?:and|&|und|et|y) )?| (?:and|&|und|et|y) /gu;
/** Separates single words that may be names. Without “y”: “Ortega y Gasset” is one person. */
const AND = /\s(?:and|&|und|et)\s/u;
/** Beginnings and ends of words in names of organisations, which may contain commas and “and”; without accents. */
const ORGANISATION =
  /^(?:universi|institut|facult|laborator|academ|akademi|librar)|universitat$|hochschule$|^(?:colleges?|schools?|department|dept|labs?|cent(?:er|re)s?|zentrum|hospital|museum|company|inc|ltd|gmbh|corporation|foundation|society|association|group|team|division|committee|council|ministry|project|development|research)$/;

function isOrganisation(text: string): boolean {
  const words = unaccented(text).split(/[^\p{L}]+/u);
  return words.some((word) => ORGANISATION.test(word));
}

const SUFFIX = /^(?:jr|sr|i{2,3}|iv|ph\.?\s?d|m\.?d|frs|frse|fba|obe|mbe|cbe|dphil|msc|ma|ba|bsc)\.?$/i;

function namesIn(text: string): string[] {
  const whole = [text];
  // Commas in brackets do not separate.
  const outside = text.replace(/\([^()]*\)/g, (inner) => '('.repeat(inner.length));
  if (isOrganisation(outside) || /\bet al\b/i.test(outside)) return whole;
  const names = withSuffixes(cutAt(text, outside.matchAll(BETWEEN)));
  if (names.length < 2 || isCountry(names.at(-1) ?? '')) return whole;
  const areNames = names.every((name) => isName(name) && wordsOf(name).length > 1);
  const areWords = AND.test(outside) && names.every((name) => isName(name) && wordsOf(name).length === 1);
  return areNames || areWords ? names : whole;
}

function cutAt(text: string, cuts: Iterable<RegExpExecArray>): string[] {
  const pieces: string[] = [];
  let begin = 0;
  for (const { index, 0: found } of cuts) {
    pieces.push(text.slice(begin, index));
    begin = index + found.length;
  }
  return [...pieces, text.slice(begin)];
}

/** “Ann Lee, Jr., Bo Ray” are two people. */
function withSuffixes(parts: readonly string[]): string[] {
  const names: string[] = [];
  for (const part of parts.map((text) => text.trim())) {
    const last = names.at(-1);
    if (last !== undefined && SUFFIX.test(part)) names[names.length - 1] = `${last}, ${part}`;
    else if (part !== '') names.push(part);
  }
  return names;
}

/** Whether it looks like a person's name: a few words without digits, the first capitalised or a particle. */
function isName(text: string): boolean {
  const [first = '', ...rest] = wordsOf(text);
  if (rest.length > 5 || /[\d@/:]/.test(withoutBrackets(text))) return false;
  return /^[\p{Lu}\p{Lt}\p{Lo}]/u.test(first) || PARTICLE.test(first);
}

const PARTICLE = /^(?:van|von|de|del|della|di|le|la|ter|ten|el|al|bin|ibn)$/;

function wordsOf(text: string): string[] {
  return withoutBrackets(text)
    .split(/[\s,]+/u)
    .filter((word) => word !== '');
}

function withoutBrackets(text: string): string {
  return text.replace(/\([^()]*\)/g, ' ');
}

/** The part in brackets, or after the last comma. */
const LAST_PART = /(?:\(|^|, ?)([^,()]+)\)?$/;

/** A name, with an affiliation in brackets, or after a comma or dash if that is an organisation. */
function personOf(text: string): SourcePerson {
  const plain = text.replace(/^(?:speakers?|presenters?|referent(?:in)?) ?: ?/i, '').trim();
  const [, before = '', organisation = ''] = /^([^(),]+?)(?:,| [-–—](?= )) ?(.+)$/.exec(plain) ?? [];
  // A country after an affiliation is part of it.
  const isAbroad = wordsOf(before).length > 1 && isCountry(LAST_PART.exec(organisation)?.[1] ?? '');
  if ((isAbroad || isOrganisation(withoutBrackets(organisation))) && !isOrganisation(before)) {
    return { name: before.trim(), bio: organisation.trim() };
  }
  const [, named, bracketed] = /^([^()]+?) ?\(([^()]+)\)$/.exec(plain) ?? [];
  if (named !== undefined && bracketed !== undefined) return { name: named.trim(), bio: bracketed.trim() };
  return { name: plain };
}
