import { isPlaceholder } from '../placeholders.ts';
import type { SourcePerson, SourceTalk } from '../source-talk.ts';
import { statusInWords } from '../talk-status.ts';
import { labelledLines, type LabelledLines } from './labelled-lines.ts';
import { fullNamesIn } from './named-people.ts';
import { isKnownName } from './personal-name.ts';

/** How the entries of a calendar or feed name their speakers. */
export interface SpeakerPlacement {
  /** How most titles name the speakers; undefined: they do not. */
  readonly titles: TitleForm | undefined;
  /** The series that most titles begin with. */
  readonly prefix: string | undefined;
  /** True: titles are only speakers, and descriptions are a line with the title. */
  readonly hasTitlesInDescriptions: boolean;
}

/** Number of entries, and share of all, that must name their speakers in one place. */
const FEWEST = 5;
const SHARE = 0.6;
/** Share of names that must be common ones: “Linear Algebra (Lecture)” looks like a name with an affiliation. */
const KNOWN = 1 / 3;

/** The same if nearly all titles have the form, each with other names: those of one group may be in no list. */
const ALIKE = { fewest: 4, share: 0.8, known: 1 / 5 };

/** Decides by talks with different titles: a repeated one counts once. */
export function speakerPlacement(talks: readonly SourceTalk[]): SpeakerPlacement {
  const texts = [...new Map(talks.map((talk) => [talk.title, talk])).values()]
    .map(speakerTexts)
    .filter(({ title }) => title !== '' && !isPlaceholder(title));
  const prefix = commonPrefix(texts);
  const named = texts.flatMap((text): Named[] => {
    const found = namedTitle(withoutPrefix(text.title, prefix));
    return found === undefined ? [] : [{ ...found, text }];
  });
  const titles = FORMS.find((form) =>
    areIn(
      named.filter(
        (one) => one.position === form || (form === 'first' && one.position === 'only' && isConfirmed(one, prefix)),
      ),
      texts,
    ),
  );
  return { titles, prefix, hasTitlesInDescriptions: titles === 'first' && areTitles(named) };
}

type Named = NamedTitle & { readonly text: SpeakerTexts };

function isMost(count: number, of: number): boolean {
  return count >= FEWEST && count >= of * SHARE;
}

function areIn(found: readonly Named[], of: readonly SpeakerTexts[]): boolean {
  const names = found.flatMap(({ speakers }) => speakers.map(({ name }) => name));
  const known = names.filter(isKnownName).length;
  if (isMost(found.length, of.length) && known >= names.length * KNOWN) return true;
  const { fewest, share } = ALIKE;
  const areMany = found.length >= fewest && found.length >= of.length * share;
  return areMany && known >= names.length * ALIKE.known && new Set(names).size >= names.length * share;
}

/** A title that looks like a name is one if something else says so. */
function isConfirmed({ speakers, text }: Named, prefix: string | undefined): boolean {
  const { title, affiliation } = text.labels;
  const isBehindSeries = prefix !== undefined && prefixOf(text.title)?.prefix === prefix;
  return (
    isBehindSeries || title !== undefined || affiliation !== undefined || speakers.some(({ bio }) => bio !== undefined)
  );
}

function commonPrefix(texts: readonly SpeakerTexts[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { title } of texts) {
    const prefix = prefixOf(title)?.prefix;
    if (prefix !== undefined) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
  }
  return [...counts].find(([, count]) => isMost(count, texts.length))?.[0];
}

function areTitles(named: readonly Named[]): boolean {
  const described = named.filter(({ position, text }) => position === 'only' && text.description.trim() !== '');
  return isMost(described.filter(({ text }) => isTitle(text.description)).length, described.length);
}

/** Whether a description may be the title of a talk: a line of several words, without labels and addresses. */
export function isTitle(description: string): boolean {
  const text = description.trim();
  return text.includes(' ') && text.length <= LONGEST_TITLE && !/[\r\n]|https?:|^\p{L}[\p{L} ]{0,20}:/u.test(text);
}

/** In characters. */
const LONGEST_TITLE = 250;

/** A title in which the speakers are named. */
interface NamedTitle {
  readonly position: SpeakerPosition;
  readonly speakers: readonly SourcePerson[];
  /** Undefined: there are only speakers. */
  readonly title: string | undefined;
}

/** How a title names its speakers: `Name: title`, `title – Name`, `title by Name`, `title (Name)`. */
type TitleForm = 'first' | 'last' | 'by' | 'in brackets';

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
const FORMS: readonly TitleForm[] = ['first', 'last', 'by', 'in brackets'];

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

/** Texts of a talk that may name its speakers. */
export interface SpeakerTexts {
  /** Title without status words, on one line. */
  readonly title: string;
  readonly description: string;
  readonly labels: LabelledLines;
}

export function speakerTexts({ title, description }: Pick<SourceTalk, 'title' | 'description'>): SpeakerTexts {
  const plain = statusInWords(title)?.rest ?? title;
  return { title: plain.replace(/\s+/gu, ' ').trim(), description, labels: labelledLines(description) };
}

/** A title without the name of the series that most titles of its calendar begin with. */
export function withoutPrefix(title: string, prefix: string | undefined): string {
  const found = prefix === undefined ? undefined : prefixOf(title);
  return found?.prefix === prefix ? (found?.rest ?? title) : title;
}

/** Puts a new title in place of the old in one that also has status words; undefined: the two are mixed. */
export function withTitle(written: string, before: string, after: string): string | undefined {
  const line = written.replace(/\s+/gu, ' ').trim();
  return before !== '' && line.includes(before) ? line.replace(before, () => after) : undefined;
}
