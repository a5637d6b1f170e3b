import { statusInWords } from './status-words.ts';
import type { StatusInWords } from './status-words.ts';
import type { SourcePerson, SourceTalk, OptionalTalkField } from './source-talk.ts';

/** Title in the key of a talk without an identifier: the same with and without status words. */
export function titleForKey(title: string | undefined, ignoresWords: boolean): string {
  const text = title ?? '';
  return ignoresWords ? text : (statusInWords(text)?.rest ?? text);
}

/**
 * Cancels a talk whose title or speaker says that it is cancelled or postponed. Removes the words from the title or
 * name, and keeps anything else they say as the special message.
 */
export function withStatusOfWords(talk: SourceTalk): SourceTalk {
  const title = statusInWords(talk.title);
  const speakers = speakersWithout(talk.speakers);
  const found = title ?? speakers?.found;
  if (found === undefined) return talk;
  const message = messageOf([title, speakers?.found], talk.specialMessage);
  const said: readonly OptionalTalkField[] =
    message === talk.specialMessage ? ['status'] : ['status', 'specialMessage'];
  return {
    ...talk,
    title: title?.rest ?? talk.title,
    speakers: speakers?.people ?? talk.speakers,
    status: 'cancelled',
    specialMessage: message,
    statusWords: talk.unsaid.includes('status') ? 'alone' : 'beside a status',
    unsaid: talk.unsaid.filter((field) => !said.includes(field)),
  };
}

function messageOf(found: readonly (StatusInWords | undefined)[], message: string): string {
  const says = found.find((one) => one?.saysMore === true)?.words;
  if (says === undefined || message.toLowerCase().includes(says.toLowerCase())) return message;
  return message === '' ? says : `${says}. ${message}`;
}

interface Speakers {
  readonly people: readonly SourcePerson[];
  readonly found: StatusInWords;
}

/**
 * Finds status words in place of a name, or beside the name or affiliation of the only speaker. Beside one of several,
 * they may be about that speaker alone.
 */
function speakersWithout(people: readonly SourcePerson[]): Speakers | undefined {
  for (const [index, person] of people.entries()) {
    const named = personWithout(person);
    if (named === undefined || (people.length > 1 && named.person !== undefined)) continue;
    const left = named.person === undefined ? [] : [named.person];
    return { people: people.toSpliced(index, 1, ...left), found: named.found };
  }
  return undefined;
}

/** The person is undefined if the name was only status words. */
function personWithout(
  person: SourcePerson,
): { readonly person: SourcePerson | undefined; readonly found: StatusInWords } | undefined {
  const inName = statusInWords(person.name);
  if (inName !== undefined) {
    return { person: inName.rest === '' ? undefined : { ...person, name: inName.rest }, found: inName };
  }
  // “Ada Lovelace (cancelled)” is read as a name and an affiliation.
  const { bio, ...rest } = person;
  const inBio = statusInWords(bio ?? '');
  return inBio?.rest === '' ? { person: rest, found: inBio } : undefined;
}
