import type { SourceTalk } from '../source-talk.ts';
import { isPlaceholder } from '../placeholders.ts';
import { isKnownName } from './personal-name.ts';
import { speakerTexts, withoutPrefix } from './speaker-texts.ts';
import type { SpeakerTexts } from './speaker-texts.ts';
import { namedTitle, prefixOf } from './summary-form.ts';
import type { NamedTitle } from './summary-form.ts';

/** How the entries of a calendar or feed name their speakers. */
export interface SpeakerPlacement {
  /** Where in most titles the speakers are; undefined: not in titles. */
  readonly titles: 'first' | 'last' | undefined;
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
  const first = named.filter(
    (one) => one.position === 'first' || (one.position === 'only' && isConfirmed(one, prefix)),
  );
  const last = named.filter(({ position }) => position === 'last');
  const titles = areIn(first, texts) ? 'first' : areIn(last, texts) ? 'last' : undefined;
  return { titles, prefix, hasTitlesInDescriptions: titles === 'first' && areTitles(named) };
}

type Named = NamedTitle & { readonly text: SpeakerTexts };

function isMost(count: number, of: number): boolean {
  return count >= FEWEST && count >= of * SHARE;
}

function areIn(found: readonly Named[], of: readonly SpeakerTexts[]): boolean {
  const names = found.flatMap(({ speakers }) => speakers.map(({ name }) => name));
  return isMost(found.length, of.length) && names.filter(isKnownName).length >= names.length * KNOWN;
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
