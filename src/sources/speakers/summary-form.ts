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

/** How a title names its speakers: `Name: title`, `title – Name`, `title by Name`, `title (Name)`. */
export type TitleForm = 'first' | 'last' | 'by' | 'in brackets';

/** Where in a title the speakers are. */
type SpeakerPosition = TitleForm | 'only';

/**
 * Reads “Ada Lovelace (Oxford): On engines” and the like. Ambiguous titles are not read at all.
 *
 * @param text of at most 500 characters
 * @param believed the form of most titles; undefined: not known yet
 */
export function namedTitle(text: string, believed?: TitleForm): NamedTitle | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const only = fullNamesIn(text);
  if (only !== undefined) return { position: 'only', speakers: only, title: undefined };
  if (believed !== undefined) return titleIn(text, believed);
  const found = FORMS.flatMap((form) => titleIn(text, form) ?? []);
  if (found.length === 1) return found[0];
  const known = found.filter(({ speakers }) => speakers.every(({ name }) => isKnownName(name)));
  return known.length === 1 ? known[0] : undefined;
}

/** In characters. */
const MAX_LENGTH = 500;

/** With a colon or a dash; a colon after brackets need not be followed by a space. */
const PATTERNS: Readonly<Record<TitleForm, RegExp>> = {
  first: /^(?<who>.*?(?:\)(?=:)|(?=:\s|\s[-–—|]+\s|[–—](?=\s))))(?::|\s*[-–—|]+)\s*(?<title>.+)$/u,
  last: /^(?<title>.*\S)(?:\s[-–—|]+|\s?[–—])\s+(?<who>.+?)$/u,
  by: /^(?<title>.*[^\s,])(?:,|\s[-–—|]+)?\s(?:by|von|par|por)\s(?<who>.+)$/iu,
  'in brackets': /^(?<title>.*\S)\s\((?:by\s)?(?<who>[^()]+)\)$/iu,
};
export const FORMS: readonly TitleForm[] = ['first', 'last', 'by', 'in brackets'];

function titleIn(text: string, position: TitleForm): NamedTitle | undefined {
  const { who = '', title = '' } = PATTERNS[position].exec(text)?.groups ?? {};
  const speakers = fullNamesIn(who);
  return speakers === undefined ? undefined : { position, speakers, title: withoutQuotes(title) };
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
