import { unaccented } from '#catalogue/folding.ts';
import type { TalkStatus } from '#catalogue/talk.ts';
import type { OptionalTalkField, SourcePerson, SourceTalk } from './source-talk.ts';
import words from './status-words.json' with { type: 'json' };

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

/** A text, and the status words found at its beginning or end. */
interface StatusInWords {
  /** The text without the status words; `''` if there was nothing else. */
  readonly rest: string;
  /** The status words, with what follows them: `Postponed to 12 May`. */
  readonly words: string;
  /** Whether the words say more than that the talk is cancelled. */
  readonly saysMore: boolean;
}

/**
 * Finds “CANCELLED: ”, “[Postponed to May]”, “ – abgesagt” and the like. Not within a phrase (“Cancelled stamps
 * of the 19th century”): the word must be set off by brackets or a separator, or be in capitals where the rest is not.
 *
 * @returns undefined when there is none
 */
export function statusInWords(text: string): StatusInWords | undefined {
  if (text.length > MAX_LENGTH || !ANY.test(text)) return undefined;
  let found: StatusInWords | undefined;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const next = onceIn(found?.rest ?? text.trim());
    if (next === undefined) break;
    // “Postponed to May” says more than “Cancelled”.
    found = found?.saysMore === true ? { ...found, rest: next.rest } : next;
  }
  return found;
}

/** In characters; anything longer than a title or name is prose. */
const MAX_LENGTH = 500;
/** Enough for status words at both ends, some of them twice. */
const MAX_ROUNDS = 4;

function onceIn(text: string): StatusInWords | undefined {
  for (const pattern of [ALONE, ...HEADS, ...TAILS]) {
    const match = pattern.exec(text);
    if (match !== null)
      return found(match, `${text.slice(0, match.index)}${text.slice(match.index + match[0].length)}`);
  }
  for (const pattern of [CAPITAL_HEAD, CAPITAL_TAIL]) {
    const match = pattern.exec(text);
    const rest = match === null ? '' : `${text.slice(0, match.index)}${text.slice(match.index + match[0].length)}`;
    if (match !== null && isInCapitals(match.groups?.word ?? '') && !isInCapitals(rest)) return found(match, rest);
  }
  return undefined;
}

function found({ groups = {} }: RegExpExecArray, rest: string): StatusInWords {
  const { word = '', more = '', event = '' } = groups;
  const isPostponed = POSTPONED.has(word.toLowerCase());
  const said = isInCapitals(word) ? `${word.slice(0, 1)}${word.slice(1).toLowerCase()}` : word;
  const left = rest.trim();
  return {
    // “Seminar cancelled” keeps “Seminar” as its title.
    rest: left === '' ? event : left,
    words: `${said.slice(0, 1).toUpperCase()}${said.slice(1)}${more.trimEnd()}`,
    saysMore: isPostponed || more !== '',
  };
}

function isInCapitals(text: string): boolean {
  return text === text.toUpperCase();
}

const POSTPONED: ReadonlySet<string> = new Set(words.postponed);

/** What a word in a field for the status means, from how it begins; undefined: unknown. */
export function statusOfWord(text: string): TalkStatus | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const word = folded(text);
  if (word === '') return 'published';
  return STATUSES.find(([, begins]) => begins.test(word))?.[0];
}

/** Lower-case, without accents and punctuation. */
function folded(text: string): string {
  return unaccented(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function beginsWith(list: readonly string[]): RegExp {
  return new RegExp(String.raw`^(?:${oneOf(list.map(folded))})(?!\p{L})`, 'u');
}

function oneOf(list: readonly string[]): string {
  return [...list]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(' ', String.raw`\s+`))
    .join('|');
}

const STATUSES: readonly (readonly [TalkStatus, RegExp])[] = [
  ['cancelled', beginsWith(words.cancelled)],
  ['preparation', beginsWith([...words.postponed, ...words.unsettled])],
  ['published', beginsWith(words.settled)],
];

/** People leave accents out, in capitals above all; Greek does always. */
const CANCELLED = [...new Set(words.cancelled.flatMap((word) => [word, unaccented(word)]))];
const WORD = String.raw`(?<![\p{L}\p{N}])(?<word>${oneOf([...CANCELLED, ...words.postponed])})(?![\p{L}\p{N}])`;
const MORE = String.raw`(?<more>\s+(?:${oneOf(words.furthermore)})(?!\p{L})[^:|–—[\](){}<>*]{0,80}?)?`;
const EVENT = String.raw`(?:(?<event>${oneOf(words.events)})\s+(?:(?:is|has\s+been|was|wurde|wird|est)\s+)?)?`;
const STATE = `${EVENT}${WORD}${MORE}`;
/** Where the rest is the title, what is in brackets is not. */
const BESIDE = `${EVENT}${WORD}${MORE.slice(0, -2)}|${String.raw`\s*\([^()]{1,80}\)`})?`;
const OPEN = String.raw`[[({<*~_【［（「『〔]+`;
const CLOSE = String.raw`\s*[!.！]*\s*[\])}>*~_】］）」』〕]+`;
/** A full stop after one or two digits is part of a date: `12. Mai`. */
const SEPARATOR = String.raw`(?:\s*[:!|–—：！｜\p{Extended_Pictographic}]+|\s+[-/]+|-+(?=\s)|--+|(?<!\b\d{1,2})\.+(?=\s))`;
const SIGNS = String.raw`[\p{Extended_Pictographic}\uFE0F\s]*`;
const TAG = String.raw`<[a-z]+(?:\s[^<>]{0,100})?>\s*`;
const END_TAG = String.raw`\s*[:!.–—-]*\s*</[a-z]+>`;

const ANY = new RegExp(WORD, 'iu');
const ALONE = new RegExp(String.raw`^[^\p{L}\p{N}]*${STATE}[^\p{L}\p{N}]*$`, 'iu');
const HEADS = [
  new RegExp(String.raw`^${OPEN}\s*${STATE}${CLOSE}\s*[:!.|–—-]*\s*`, 'iu'),
  new RegExp(String.raw`^(?:${TAG})+${STATE}(?:${END_TAG})+\s*[:!.|–—-]*\s*`, 'iu'),
  new RegExp(String.raw`^${SIGNS}${BESIDE}${SEPARATOR}[-–—|:!\uFE0F\s]*`, 'iu'),
];
const TAILS = [
  new RegExp(String.raw`[-–—|:\s]*${OPEN}\s*${STATE}${CLOSE}[\s.!]*$`, 'iu'),
  new RegExp(String.raw`${SEPARATOR}\uFE0F?\s*${BESIDE}[\s.!\p{Extended_Pictographic}\uFE0F]*$`, 'iu'),
];
/** What would make a phrase of it. */
const CAPITAL_HEAD = new RegExp(String.raw`^${WORD}\s+(?!(?:by|of|${oneOf(words.furthermore)})(?!\p{L}))`, 'iu');
const CAPITAL_TAIL = new RegExp(String.raw`\s+${WORD}[\s.!]*$`, 'iu');
