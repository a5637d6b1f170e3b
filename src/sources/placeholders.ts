import { unaccented } from '#catalogue/folding.ts';
import words from './placeholders.json' with { type: 'json' };
import type { SourcePerson, SourceTalk } from './source-talk.ts';

/**
 * A talk without placeholders: a title “Title TBC” is none, “TBA”, “Panelists” and “Organizing committee” are nobody,
 * and “Ada Lovelace (TBC)” is Ada Lovelace.
 */
export function withoutPlaceholders(talk: SourceTalk): SourceTalk {
  const title = isPlaceholder(talk.title) ? '' : talk.title;
  const [speakers, hosts, organisers] = [talk.speakers, talk.hosts, talk.organisers].map((people) =>
    withoutNobody(people),
  );
  if (title === talk.title && [speakers, hosts, organisers].every((people) => people === undefined)) return talk;
  return {
    ...talk,
    title,
    speakers: speakers ?? talk.speakers,
    hosts: hosts ?? talk.hosts,
    organisers: organisers ?? talk.organisers,
  };
}

/** Whether the text only says that something is not known yet, or has no letters at all: “Speaker TBC”, “…”. */
export function isPlaceholder(text: string): boolean {
  if (text === '' || text.length > MAX_LENGTH) return false;
  return NO_LETTERS.test(text) || PLACEHOLDER.test(folded(text));
}

/** Whether a name is a placeholder, or only a word for a group or a role. */
export function isNobody(name: string): boolean {
  return isPlaceholder(name) || (name.length <= MAX_LENGTH && NOBODY.has(folded(name)));
}

/** Undefined: the people are as they were. */
function withoutNobody(people: readonly SourcePerson[]): readonly SourcePerson[] | undefined {
  const named = people.flatMap((person) => {
    const settled = settledPerson(person);
    return isNobody(settled.name) ? [] : [settled];
  });
  return named.length === people.length && named.every((person, at) => person === people[at]) ? undefined : named;
}

/** The person without “(TBC)”, which may have been read as an affiliation. */
function settledPerson(person: SourcePerson): SourcePerson {
  const { bio, ...rest } = person;
  const name = person.name.length > MAX_LENGTH ? person.name : person.name.replace(TRAILING, '');
  const isUnknown = bio !== undefined && isPlaceholder(bio);
  if (name === person.name && !isUnknown) return person;
  return { ...(isUnknown ? rest : person), name };
}

/** In characters. */
const MAX_LENGTH = 200;

/** Lower-case, without accents and punctuation; abbreviations without full stops: `nn`. */
function folded(text: string): string {
  return unaccented(text)
    .replace(BETWEEN_INITIALS, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function oneOf(list: readonly string[]): string {
  return [...new Set(list)].sort((a, b) => b.length - a.length).join('|');
}

const BETWEEN_INITIALS = /(?<=(?<!\p{L})\p{L})\. ?(?=\p{L}(?!\p{L}))/gu;
const NO_LETTERS = /^[\p{P}\s]+$/u;
const UNKNOWN = oneOf(words.unknown.map(folded));
const BESIDE = oneOf(words.beside.map(folded));
const PLACEHOLDER = new RegExp(`^(?:(?:${BESIDE}) )*(?:${UNKNOWN})(?: (?:${BESIDE}|${UNKNOWN}))*$`, 'u');
const NOBODY: ReadonlySet<string> = new Set(words.nobody.map(folded));
/** After a name, in brackets or alone. */
const ENDS = String.raw`(?:t\.?b\.?[acd]\.?|${oneOf(words.unknown.filter((text) => text.includes(' ')))})`;
const TRAILING = new RegExp(String.raw`(?:\s*[([]\s*${ENDS}\s*[)\]]|[\s,;:–—-]+(?<=[\s,;:–—])${ENDS})[\s.!?]*$`, 'iu');
