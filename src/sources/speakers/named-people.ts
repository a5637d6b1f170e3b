import { isHonours } from '#catalogue/personal-titles.ts';
import { peopleIn } from '../people.ts';
import { isPlaceholder } from '../placeholders.ts';
import type { SourcePerson } from '../source-talk.ts';
import { withoutEnds } from './labelled-lines.ts';
import { isKnownName, looksLikeFullName, mayBeName } from './personal-name.ts';

/** The people in a part of a title, each with a full name; undefined if any of it may be something else. */
export function fullNamesIn(text: string): readonly SourcePerson[] | undefined {
  if (text.length > MAX_LENGTH || !MAY_BE_NAMES.test(text)) return undefined;
  const people = peopleOf(text);
  return people.length > 0 && people.every(({ name }) => looksLikeFullName(name)) ? people : undefined;
}

/** At least two words, and outside brackets no punctuation that names lack. Rules out most titles quickly. */
const MAY_BE_NAMES = /^[\p{L}“"][^\s:?!;"“”]*\s(?:[^:?!“”(]|\([^()]*\))+$/u;

/** The people after a label such as “Speaker:”; empty for “TBA”; undefined if these are not names. */
export function labelledNamesIn(text: string): readonly SourcePerson[] | undefined {
  const people = peopleOf(text);
  return people.every(({ name }) => mayBeName(name)) ? people : undefined;
}

/** In characters. */
const MAX_LENGTH = 400;

/** The people in a text that is known to name some, one on each line or in a list; empty for “TBA”. */
export function peopleNamedIn(text: string): readonly SourcePerson[] {
  return isPlaceholder(text) ? [] : peopleIn(text).map(withAffiliation);
}

function peopleOf(text: string): readonly SourcePerson[] {
  const plain = text.replace(/\s+/gu, ' ').trim();
  if (plain.length > MAX_LENGTH || isPlaceholder(plain)) return plain.length > MAX_LENGTH ? [{ name: plain }] : [];
  return peopleIn(plain).map(withAffiliation);
}

/** “Ada Lovelace, Analytical Engines” too, if what is before the comma is a full name, and without “(online)”. */
function withAffiliation(person: SourcePerson): SourcePerson {
  const bracketed = /^(?<name>.+\)[^()]+?) ?\((?<rest>[^()]+)\)$/.exec(person.name)?.groups;
  const commas = /^(?<name>[^,]+?) ?, ?(?<rest>.+)$/.exec(person.name)?.groups;
  const { name = '', rest = '' } = bracketed ?? commas ?? {};
  const isSplit = looksLikeFullName(name) && !(isHonours(rest) || (!rest.includes(' ') && isKnownName(rest)));
  const bios = [isSplit ? rest : '', person.bio ?? ''].filter((bio) => bio !== '' && !NO_AFFILIATION.test(bio));
  const { bio: _, ...nameless } = person;
  const plain = { ...nameless, name: withoutEnds(isSplit ? name : person.name, /[\s,]/u) };
  return bios.length === 0 ? plain : { ...plain, bio: bios.join(', ') };
}

/** Text in brackets after a name that is no affiliation. */
const NO_AFFILIATION =
  /^(?:online|virtual(?:ly)?|remote(?:ly)?|zoom|hybrid|in person|via .*|room .*|part .*|t\.?b\.?[acd]\.?|.*\d[:.]\d\d.*)$/i;
