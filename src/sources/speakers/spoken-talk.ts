import { isPlaceholder } from '../placeholders.ts';
import type { OptionalTalkField, SourcePerson, SourceTalk } from '../source-talk.ts';
import { type LabelledLines, withoutSpeakerLabel } from './labelled-lines.ts';
import { fullNamesIn, labelledNamesIn } from './named-people.ts';
import { isSameName } from './personal-name.ts';
import {
  isTitle,
  namedTitle,
  type SpeakerPlacement,
  speakerTexts,
  type SpeakerTexts,
  withoutPrefix,
  withoutQuotes,
  withTitle,
} from './speaker-placement.ts';
import words from './words-of-series.json' with { type: 'json' };

/** What a format calls the texts in which speakers are found, for reports. */
export interface TextNames {
  readonly title: string;
  readonly description: string;
}

/** Speakers found in the texts of a talk. */
interface Found {
  readonly speakers: readonly SourcePerson[];
  /** Undefined: no speakers were found. */
  readonly from: SourceTalk['speakersFrom'];
  readonly title?: string | undefined;
  readonly series?: string | undefined;
  readonly description?: string;
}

/** Adds the speakers that a talk's texts name, and removes them from its title where that is certain. */
export function spokenTalk(talk: SourceTalk, placement: SpeakerPlacement, names: TextNames): SourceTalk {
  if (talk.hidden !== undefined || talk.speakers.length > 0) return talk;
  const texts = speakerTexts(talk);
  const found = labelledIn(texts, placement, names) ?? namedIn(texts, placement, names);
  if (found === undefined) return talk;
  const { speakers, from, description } = found;
  const title = titleInstead(talk, texts.title, found.title);
  const series = found.series === undefined || talk.series !== null ? {} : { series: { title: found.series } };
  const fields = title === undefined ? {} : { title, ...series, ...(description === undefined ? {} : { description }) };
  return { ...withFields(talk, { speakers, ...fields }), ...(from === undefined ? {} : { speakersFrom: from }) };
}

/** “Speaker: Ada Lovelace”, in the description or before the name in the title. */
function labelledIn(texts: SpeakerTexts, placement: SpeakerPlacement, names: TextNames): Found | undefined {
  const { labels } = texts;
  const labelled = withoutSpeakerLabel(texts.title);
  const inTitle = labelled === undefined ? undefined : fullNamesIn(labelled);
  if (inTitle !== undefined) {
    const speakers = withAffiliation(inTitle, labels);
    return {
      speakers,
      from: { where: `a label in ${names.title}`, text: texts.title },
      ...titleElsewhere(texts, placement),
    };
  }
  const people = labels.speakers && labelledNamesIn(labels.speakers.text);
  if (labels.speakers === undefined || people === undefined) return undefined;
  const speakers = withAffiliation(people, labels);
  const where = `“${labels.speakers.label}:” in ${names.description}`;
  const from = speakers.length === 0 ? undefined : { where, text: labels.speakers.text };
  return { speakers, from, ...titleBesides(texts, speakers, placement) };
}

function withAffiliation(people: readonly SourcePerson[], { affiliation }: LabelledLines): readonly SourcePerson[] {
  const bio = affiliation?.text ?? '';
  const [person] = people;
  if (person === undefined || people.length > 1 || person.bio !== undefined) return people;
  return bio === '' || bio.length > LONGEST_AFFILIATION || isPlaceholder(bio) ? people : [{ ...person, bio }];
}

/** In characters. */
const LONGEST_AFFILIATION = 300;

/** Title of a talk whose speakers are known from elsewhere: without them, or another if it is only a series' name. */
function titleBesides(
  texts: SpeakerTexts,
  speakers: readonly SourcePerson[],
  placement: SpeakerPlacement,
): Pick<Found, 'title' | 'series' | 'description'> {
  const { title, labels } = texts;
  const named = namedTitle(withoutPrefix(title, placement.prefix));
  const isSame = named !== undefined && areSame(named.speakers, speakers);
  if (isSame && named.title !== undefined) return { title: named.title };
  if (isSame || areSame([{ name: title }], speakers)) return titleElsewhere(texts, placement);
  return labels.title !== undefined && isSeriesName(title) ? { title: labels.title.text, series: title } : {};
}

function areSame(some: readonly SourcePerson[], others: readonly SourcePerson[]): boolean {
  return some.length === others.length && some.every(({ name }, at) => isSameName(name, others[at]?.name ?? ''));
}

/** Title of a talk whose entry has only the speakers as its title. */
function titleElsewhere(
  { labels, description }: SpeakerTexts,
  placement: SpeakerPlacement,
): Pick<Found, 'title' | 'description'> {
  if (labels.title !== undefined) return { title: labels.title.text };
  if (placement.hasTitlesInDescriptions && isTitle(description)) return { title: description.trim(), description: '' };
  return {};
}

/** “Ada Lovelace (Oxford): On engines”, where most titles are written like that. */
function namedIn(texts: SpeakerTexts, placement: SpeakerPlacement, names: TextNames): Found | undefined {
  if (placement.titles === undefined) return undefined;
  const rest = withoutPrefix(texts.title, placement.prefix);
  const named = namedTitle(rest, placement.titles);
  if (named === undefined || (named.position === 'only' && placement.titles !== 'first')) return undefined;
  const series = rest === texts.title ? undefined : placement.prefix;
  const title = named.title === undefined ? titleElsewhere(texts, placement) : { title: named.title };
  const speakers = withAffiliation(named.speakers, texts.labels);
  return {
    speakers,
    from: { where: `${WHERE[named.position]} of ${names.title}`, text: texts.title },
    ...title,
    series,
  };
}

const WHERE = {
  first: 'the head',
  last: 'the end',
  by: 'the end (“by …”)',
  'in brackets': 'the end (in brackets)',
  only: 'the whole',
} as const;

/** The talk with these fields set. */
export function withFields(talk: SourceTalk, fields: Partial<Pick<SourceTalk, OptionalTalkField>>): SourceTalk {
  return { ...talk, ...fields, unsaid: talk.unsaid.filter((field) => !(field in fields)) };
}

/**
 * The title of a talk with another in place of its own, without quotes, `''` for “TBA”, and with the status in words that
 * it has.
 *
 * @param own its title without a status in words
 */
export function titleInstead(talk: SourceTalk, own: string, title: string | undefined): string | undefined {
  if (title === undefined) return undefined;
  return withTitle(talk.title, own, isPlaceholder(title) ? '' : withoutQuotes(title));
}

/** Whether a title is only the name of a series: “Algebra seminar”, “Séminaire d’analyse”. */
function isSeriesName(title: string): boolean {
  return title.length <= MAX_LENGTH && !/[:?!–—|"“”]/u.test(title) && (HEAD.test(title) || TAIL.test(title));
}

/** In characters; anything longer is more likely a title. */
const MAX_LENGTH = 80;

const WORD = `(?:${words.join('|')})`;
const HEAD = new RegExp(
  String.raw`^${WORD}(?:\s+(?:d['’u]|de|des|du|für|zur?|in|of|on|sobre)\s*\p{L}+(?:\s+\p{L}+){0,3})?$`,
  'iu',
);
const TAIL = new RegExp(
  String.raw`^(?:[\p{L}\p{N}&'’/,.-]+\s+){0,6}${WORD}(?:\s+(?:#?\d{1,3}|series|[IVX]{1,4}))?$`,
  'iu',
);
