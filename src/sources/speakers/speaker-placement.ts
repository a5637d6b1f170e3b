import type { SourceTalk } from '../source-talk.ts';
import { isPlaceholder } from '../placeholders.ts';
import { isKnownName } from './personal-name.ts';
import { speakerTexts, withoutPrefix } from './speaker-texts.ts';
import type { SpeakerTexts } from './speaker-texts.ts';
import { FORMS, namedTitle, prefixOf } from './summary-form.ts';
import type { NamedTitle, TitleForm } from './summary-form.ts';

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
