import type { SourcePerson } from '../source-talk.ts';
import { fullNamesIn } from './named-people.ts';
import { isKnownName } from './personal-name.ts';

/** A title in which the speakers are named. */
export interface NamedTitle {
  readonly position: SpeakerPosition;
  readonly speakers: readonly SourcePerson[];
  /** Undefined: there are only speakers. */
  readonly title: string | undefined;
}

/** Where in a title the speakers are. */
type SpeakerPosition = 'first' | 'last' | 'only';

/**
 * Reads “Ada Lovelace (Oxford): On engines” and the like. Ambiguous titles are not read at all.
 *
 * @param text of at most 500 characters
 */
export function namedTitle(text: string): NamedTitle | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const only = fullNamesIn(text);
  if (only !== undefined) return { position: 'only', speakers: only, title: undefined };
  const [first, last] = [firstOf(text), lastOf(text)];
  if (first === undefined || last === undefined) return first ?? last;
  const [isFirstKnown, isLastKnown] = [first, last].map(({ speakers }) =>
    speakers.every(({ name }) => isKnownName(name)),
  );
  if (isFirstKnown === isLastKnown) return undefined;
  return isFirstKnown === true ? first : last;
}

/** In characters. */
const MAX_LENGTH = 500;

/** A colon or a dash; a colon after brackets need not be followed by a space. */
const FIRST = /^(?<who>.*?(?:\)(?=:)|(?=:\s|\s[-–—|]+\s|[–—](?=\s))))(?::|\s*[-–—|]+)\s*(?<title>.+)$/u;
const LAST = /^(?<title>.*\S)(?:\s[-–—|]+|\s?[–—])\s+(?<who>.+?)$/u;

function firstOf(text: string): NamedTitle | undefined {
  const { who = '', title = '' } = FIRST.exec(text)?.groups ?? {};
  const speakers = fullNamesIn(who);
  return speakers === undefined ? undefined : { position: 'first', speakers, title: withoutQuotes(title) };
}

function lastOf(text: string): NamedTitle | undefined {
  const { who = '', title = '' } = LAST.exec(text)?.groups ?? {};
  const speakers = fullNamesIn(who);
  return speakers === undefined ? undefined : { position: 'last', speakers, title: withoutQuotes(title) };
}

/** A title that may be quoted as a whole. */
export function withoutQuotes(title: string): string {
  const text = title.trim();
  return QUOTED.exec(text)?.slice(1).find(Boolean) ?? text;
}

const QUOTED = /^(?:"([^"]+)"|“([^“”]+)”|„([^„“”]+)[“”]|«\s?([^«»]+?)\s?»)\.?$/u;

/** Splits off “Optics seminar: ”, “[Colloquium] ” or “Optics seminar - ” at the beginning; undefined: none. */
export function prefixOf(text: string): { readonly prefix: string; readonly rest: string } | undefined {
  const { bracketed, plain, rest } = PREFIX.exec(text)?.groups ?? {};
  const prefix = bracketed ?? plain;
  return prefix === undefined || rest === undefined ? undefined : { prefix: prefix.trim(), rest };
}

const PREFIX = /^(?:\[(?<bracketed>[^[\]]{2,80})\]:?|(?<plain>[^:]{2,80}?)(?::|\s[-–—|]))\s+(?<rest>\S.*)$/u;
