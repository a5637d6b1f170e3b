import type { TableCell } from './table-mapping.ts';
import type { SourcePerson } from '../source-talk.ts';

/** Characters of a cell of names, and people in it, that are looked at. */
const LONGEST = 10_000;
const MOST_PEOPLE = 200;

/**
 * The people whom a cell names. Semicolons, bars and line ends always part them. Commas and “and” part what are names of people on
 * both sides, and nothing else: “Doe, Jane” is one, so is “Research and Development”, and “Jane Doe, University of Oxford” is
 * one with an affiliation, as is “Jane Doe (Oxford)”.
 */
export function peopleIn(cell: TableCell): SourcePerson[] {
  const texts = typeof cell === 'string' ? cell.slice(0, LONGEST).split(/[;|\n]/) : cell;
  const isList = texts.length > 1;
  const people = texts
    .slice(0, MOST_PEOPLE)
    .map((text) => text.slice(0, LONGEST).replace(/\s+/gu, ' ').trim())
    .flatMap((text) => (isList ? [text] : namesIn(text)))
    .map((text) => personOf(text));
  return people.filter(({ name }) => name !== '' && !NOBODY.test(name));
}

/** What stands where a name is still missing. */
const NOBODY =
  /^(?:t\.?b\.?[acd]\.?|to be (?:announced|confirmed|decided)|n\/?a|n\.n\.|none|various(?: speakers)?|-+|–|—|\?+)$/i;

/** Between names: a comma, a word, or both. In capitals it is an initial. */
const BETWEEN = / ?, ?(?:(?:and|&|und|et|y) )?| (?:and|&|und|et|y) /gu;
/** Between words that may be names by themselves. “Ortega y Gasset” is one man. */
const AND = /\s(?:and|&|und|et)\s/u;
/** How words of organisations begin or end, which have commas and “and” in their names; without accents. */
const ORGANISATION =
  /^(?:universi|institut|facult|laborator|academ|akademi|librar)|universitat$|hochschule$|^(?:colleges?|schools?|department|dept|labs?|cent(?:er|re)s?|zentrum|hospital|museum|company|inc|ltd|gmbh|corporation|foundation|society|association|group|team|division|committee|council|ministry|project|development|research)$/;

function isOrganisation(text: string): boolean {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  return words.some((word) => ORGANISATION.test(word));
}

const SUFFIX = /^(?:jr|sr|i{2,3}|iv|ph\.?\s?d|m\.?d|frs|frse|fba|obe|mbe|cbe|dphil|msc|ma|ba|bsc)\.?$/i;

function namesIn(text: string): string[] {
  const whole = [text];
  // What stands in brackets has commas of its own.
  const outside = text.replace(/\([^()]*\)/g, (inner) => '('.repeat(inner.length));
  if (isOrganisation(outside) || /\bet al\b/i.test(outside)) return whole;
  const names = withSuffixes(cutAt(text, outside.matchAll(BETWEEN)));
  if (names.length < 2) return whole;
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

/** “Ann Lee, Jr., Bo Ray” are two. */
function withSuffixes(parts: readonly string[]): string[] {
  const names: string[] = [];
  for (const part of parts.map((text) => text.trim())) {
    const last = names.at(-1);
    if (last !== undefined && SUFFIX.test(part)) names[names.length - 1] = `${last}, ${part}`;
    else if (part !== '') names.push(part);
  }
  return names;
}

/** Whether it is as people's names are: a few words, the first with a capital or a particle, no digits. */
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

/** A name, with what stands in brackets, or after a comma and is an organisation, as the affiliation. */
function personOf(text: string): SourcePerson {
  const plain = text.replace(/^(?:speakers?|presenters?|referent(?:in)?) ?: ?/i, '').trim();
  const [, named, bracketed] = /^([^()]+?) ?\(([^()]+)\)$/.exec(plain) ?? [];
  if (named !== undefined && bracketed !== undefined) return { name: named.trim(), bio: bracketed.trim() };
  const comma = plain.indexOf(',');
  const after = plain.slice(comma + 1).trim();
  if (comma > 0 && isOrganisation(after) && !isOrganisation(plain.slice(0, comma))) {
    return { name: plain.slice(0, comma).trim(), bio: after };
  }
  return { name: plain };
}
