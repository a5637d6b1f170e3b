import { unaccented } from '#catalogue/folding.ts';
import { isHonours } from '#catalogue/personal-titles.ts';
import { isNobody, isPlaceholder } from './placeholders.ts';
import { withoutEnds } from './speakers/labelled-lines.ts';
import { plainName } from './plain-texts.ts';
import type { SourcePerson, SourceTalk } from './source-talk.ts';
import { isKnownName, looksLikeFullName, mayBeName } from './speakers/personal-name.ts';

/** Limits on a text that names people: characters, and people. */
const MAX_LENGTH = 10_000;
const MAX_PEOPLE = 200;

/**
 * How a source writes names: all of them like `Ada Lovelace`, or perhaps some like `Lovelace, Ada`, so that what is after
 * a comma may be a given name. Undefined: not known yet.
 */
export type NameOrder = 'given first' | 'either' | undefined;

/**
 * The people named in a text. Semicolons, bars and line breaks always separate them. Commas, slashes and “and” do so
 * only between full names: “Doe, Jane” is one person, “Research and Development” is one, and “Jane Doe, University of
 * Oxford”, “Jane Doe (Oxford)” and “Jane Doe – Postdoc – Oxford” are one with an affiliation.
 *
 * @param text a list: its texts are not split at commas and “and”
 */
export function peopleIn(text: string | readonly (string | SourcePerson)[], order?: NameOrder): SourcePerson[] {
  const items = typeof text === 'string' ? plainName(text.slice(0, MAX_LENGTH)).split(/[;|\n\v\f]/) : text;
  const isList = items.length > 1;
  const people = items.slice(0, MAX_PEOPLE).flatMap((item) => {
    if (typeof item !== 'string') return [item];
    const one = withoutEnds(plainName(item.slice(0, MAX_LENGTH)).replace(/\s+/gu, ' '), /[\s,]/u);
    return namesIn(one, isList ? SLASH : BETWEEN, isList ? undefined : order).map((name) => personOf(name, order));
  });
  return people.filter(({ name }) => name !== '' && !isNobody(name));
}

/**
 * Talks with each of their people apart, whatever their readers have found together in a name. People whom the source
 * identifies stay as they are. @param order how the source writes names, the same for all its talks
 */
export function withPeopleApart(talks: readonly SourceTalk[], order: NameOrder): readonly SourceTalk[] {
  return talks.map((talk) => {
    const [speakers, hosts, organisers] = [talk.speakers, talk.hosts, talk.organisers].map((people) =>
      apart(people, order),
    );
    if (speakers === undefined || hosts === undefined || organisers === undefined) return talk;
    const isSame = speakers === talk.speakers && hosts === talk.hosts && organisers === talk.organisers;
    return isSame ? talk : { ...talk, speakers, hosts, organisers };
  });
}

/** Whether a name has too many words in lower case for one: a title in the column of speakers. */
export function isSentence(name: string): boolean {
  const words = name.slice(0, MAX_LENGTH).split(/\s+/u);
  return words.length > 5 && !isOrganisation(name) && words.filter((word) => PLAIN_WORD.test(word)).length > 3;
}

const PLAIN_WORD = /^(?!(?:with|from|into|dans|avec|pour|della|para|unter|über)$)\p{Ll}[\p{L}-]{3,}$/u;

/** How a source writes names: one that has several such as `Lovelace, Ada` among its names may have others. */
export function nameOrderOf(talks: Iterable<SourceTalk>): NameOrder {
  let [natural, reversed] = [0, 0];
  for (const { speakers } of talks) {
    for (const { name } of speakers) {
      if (/^[\p{L}'’-]+, ?[\p{L}.'’ -]+$/u.test(name)) reversed += 1;
      else if (!name.includes(',') && looksLikeFullName(name)) natural += 1;
    }
  }
  return natural > 1 && reversed * FEW < natural ? 'given first' : 'either';
}

/** One reversed name among so many others is an exception. */
const FEW = 10;

function apart(people: readonly SourcePerson[], order: NameOrder): readonly SourcePerson[] {
  const found = people.flatMap((person): readonly SourcePerson[] => {
    const { key, slug, name, bio } = person;
    if (key !== undefined || slug !== undefined || !MAY_BE_MORE.test(name)) return [person];
    const named = people.length > 1 ? [name, ''] : name;
    const each = peopleIn(named, order);
    const [only] = each;
    if (each.length === 1 && only?.name === name) return [person];
    const rest = each.length === 1 ? person : withoutIdentity(person);
    return each.map((one) => ({ ...rest, ...one, ...joinedBio(one.bio, bio) }));
  });
  return found.length === people.length && found.every((person, at) => person === people[at]) ? people : found;
}

/** Rules out most names quickly. */
const MAY_BE_MORE = /[,;|/&()\n\v\f–—]|-\s|\s-|\s(?:and|und|et|y)\s/iu;

/** What a source says of two people together is of neither. */
function withoutIdentity({ name, bio }: SourcePerson): SourcePerson {
  return bio === undefined ? { name } : { name, bio };
}

function joinedBio(some: string | undefined, other: string | undefined): { bio?: string } {
  const texts = [some, other].filter((text) => text !== undefined);
  if (texts.length === 0) return {};
  const filled = texts.filter((text) => text !== '');
  return { bio: filled.filter((text, at) => !filled.slice(0, at).some((one) => one.includes(text))).join(', ') };
}

/** A comma, a word, or both, between names. In upper case the word would be an initial. */
const BETWEEN = / ?, ?(?:(?:and|&|und|et|y) )?| (?:and|&|und|et|y) | ?\/ ?/gu;
const SLASH = / ?\/ ?/gu;
/** Separates single words that may be names. Without “y”: “Ortega y Gasset” is one person. */
const AND = /\s(?:and|&|und|et|\/)\s/u;
/** Beginnings and ends of words in names of organisations, which may contain commas and “and”; without accents. */
const ORGANISATION =
  /^(?:universi|institut|facult|laborator|academ|akademi|librar)|universitat$|hochschule$|^(?:colleges?|schools?|department|dept|labs?|cent(?:er|re)s?|zentrum|hospital|museum|company|inc|ltd|gmbh|corporation|foundation|society|association|group|team|division|committee|council|ministry|project|development|research)$/;

function isOrganisation(text: string): boolean {
  const words = unaccented(text).split(/[^\p{L}]+/u);
  return words.some((word) => ORGANISATION.test(word));
}

function namesIn(text: string, between: RegExp, order: NameOrder): string[] {
  const whole = [text];
  // Commas in brackets do not separate.
  const outside = text.replace(/\([^()]*\)/g, (inner) => '('.repeat(inner.length));
  if (isOrganisation(outside) || /\bet al\b/i.test(outside)) return whole;
  const dashed = text.split(/\s[-–—]\s/u);
  if (dashed.length > 1 && dashed.every((name) => looksLikeFullName(name) && isKnownName(name))) return dashed;
  const names = withHonours(cutAt(text, outside.matchAll(between)));
  if (names.length < 2 || isCountry(names.at(-1) ?? '')) return whole;
  const areAll = areFull(names, order) || (AND.test(outside) && areSingle(names, order));
  return areAll || (order === 'given first' && areShort(names)) ? names : whole;
}

function areFull(names: readonly string[], order: NameOrder): boolean {
  const isOne = (name: string): boolean => (order === undefined ? isName(name) && !OF.test(name) : isPerson(name));
  return names.every((name) => isOne(name) && sizeOf(name) > 1);
}

/** Words that are in no name, but in “Reader in Botany”. */
const OF = /\s(?:in|of|for|at|on|the|für|im|am)\s/u;

function areSingle(names: readonly string[], order: NameOrder): boolean {
  return names.every((name) => isName(name) && sizeOf(name) === 1 && (order === undefined || isKnownName(name)));
}

/** A text that need not be a person’s, such as the name of an organiser. */
function isPerson(name: string): boolean {
  return looksLikeFullName(withoutBrackets(name).trim());
}

function sizeOf(name: string): number {
  return wordsOf(name).length;
}

/** “Jack Skinner, Chris”, where names are written with the given name first: full names, and one that is common. */
function areShort(names: readonly string[]): boolean {
  return names.every((name, at) => {
    const bare = withoutBrackets(name).trim();
    return at === 0 || bare.includes(' ') ? looksLikeFullName(bare) : mayBeName(bare) && isKnownName(bare);
  });
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

/** “Ann Lee, Jr., Bo Ray, KCB FRS” are two people. */
function withHonours(parts: readonly string[]): string[] {
  const names: string[] = [];
  for (const part of parts.map((text) => text.trim())) {
    const last = names.at(-1);
    if (last !== undefined && isHonours(withoutBrackets(part))) names[names.length - 1] = `${last}, ${part}`;
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

/** A name, with an affiliation in brackets, or after a comma if that is an organisation, or after a dash or slash. */
function personOf(text: string, order: NameOrder): SourcePerson {
  const plain = text.replace(/^(?:speakers?|presenters?|referent(?:in)?) ?: ?/i, '').trim();
  return withOrganisation(plain) ?? dashed(plain) ?? afterComma(plain, order) ?? bracketed(plain, order);
}

function withOrganisation(text: string): SourcePerson | undefined {
  const [, before = '', after = ''] = /^([^(),]+?)(?:,| [-–—](?= )) ?(.+)$/.exec(text) ?? [];
  // A country after an affiliation is part of it.
  const isAbroad = wordsOf(before).length > 1 && isCountry(LAST_PART.exec(after)?.[1] ?? '');
  if ((!isAbroad && !isOrganisation(withoutBrackets(after))) || isOrganisation(before)) return undefined;
  return { name: before.trim(), bio: after.trim() };
}

function dashed(text: string): SourcePerson | undefined {
  if (text.length > LONGEST_DASHED) return undefined;
  const { name, rest } = DASHED.exec(text)?.groups ?? {};
  return name !== undefined && rest !== undefined && isAffiliation(name, rest) ? { name, bio: rest } : undefined;
}

function afterComma(text: string, order: NameOrder): SourcePerson | undefined {
  const [, name = '', bio = ''] = /^([^(),]+?) ?, ?(.+)$/.exec(text) ?? [];
  return order === 'given first' && looksLikeFullName(name) && !isHonours(bio) ? { name, bio } : undefined;
}

/** What is in brackets after “Jack Skinner, Chris” may be about one of two. */
function bracketed(text: string, order: NameOrder): SourcePerson {
  const [, name = '', inner = ''] = /^([^()]+?) ?\(([^()]+)\)$/.exec(text) ?? [];
  if (name === '') return { name: text };
  if (PRONOUNS.test(inner)) return { name };
  const isUndecided = order === undefined && /^[^,]+ [^,]+, ?[^\s,]+$/u.test(name);
  return isUndecided ? { name: text } : { name, bio: inner.trim() };
}

/** In characters: the time that the pattern takes grows with their square. */
const LONGEST_DASHED = 400;
/** A dash with a space on one side at least: others join parts of names. */
const DASHED = /^(?<name>[^(),/|–—]+?)(?:\s+[-–—/|]+\s*|[-–—]+\s+)(?<rest>\S.*)$/u;
const PRONOUNS = /^(?:s?he|they|he|ze|xe|er|sie|il|elle|ella|él|ellos)(?:\s?[/|,]\s?\p{Ll}{1,6}){0,3}$/iu;

/** Whether what is after a dash is no other person, and no second half of a name: “Maria Silva - Lopez”. */
function isAffiliation(name: string, rest: string): boolean {
  return looksLikeFullName(name) && !isPlaceholder(rest) && !(mayBeName(rest) && isKnownName(rest));
}

/** In the languages of the pages. */
const LANGUAGES = ['en', 'de', 'fr', 'es'];

/** Other names of countries, in lower case. */
const OTHERS = [
  'usa',
  'u.s.a.',
  'us',
  'u.s.',
  'uk',
  'u.k.',
  'england',
  'scotland',
  'wales',
  'northern ireland',
  'the netherlands',
];

let known: ReadonlySet<string> | undefined;

/** Whether this is the name of a country. */
function isCountry(text: string): boolean {
  known ??= countryNames();
  return known.has(text.trim().toLowerCase());
}

function countryNames(): ReadonlySet<string> {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  const codes = letters.flatMap((first) => letters.map((second) => `${first}${second}`));
  const names = LANGUAGES.flatMap((language) => {
    const called = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    return codes.map((code) => called.of(code)?.toLowerCase()).filter((name) => name !== undefined);
  });
  return new Set([...names, ...OTHERS]);
}
