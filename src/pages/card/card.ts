import type { TalkDetails } from '#catalogue/talk-details.ts';
import { oneLine } from '#representations/feeds/feed-text.ts';
import { locationSummary } from '#representations/links/talk-location.ts';
import type { Publication } from '#representations/representation.ts';
import type { Brand } from '../frame/brand.ts';
import { datesIn } from '../calendar/dates.ts';
import type { Language } from '../frame/language.ts';
import { startText } from '../lists/when-and-where.ts';
import { MESSAGES } from '../messages.ts';

/** The texts of a talk's preview image, each for one line or a few; `''` for none. */
export interface Card {
  readonly title: string;
  /** Whether it is cancelled or in preparation, in words. */
  readonly flag: string;
  readonly when: string;
  readonly who: string;
  readonly where: string;
  readonly series: string;
  readonly brand: string;
  /** `#rrggbb` */
  readonly colour: string;
  readonly eastAsia: EastAsia;
}

/** Variants of the characters that Chinese, Japanese and Korean share: mainland China, Japan, Korea, Taiwan. */
export const EAST_ASIA = ['sc', 'jp', 'kr', 'tc'] as const;
export type EastAsia = (typeof EAST_ASIA)[number];

/** Maximum characters of a text; no image has room for more. */
const MAX_LENGTH = 400;
const COLOUR = '#14545f';

/** @param language of the date and the status */
export function cardOf(
  { talk, series, speakers, ...rest }: TalkDetails,
  publication: Publication,
  brand: Brand,
  language: Language,
): Card {
  const details = { talk, series, speakers, ...rest };
  const dates = datesIn(language, publication.timeZone);
  const { list, talk: words } = MESSAGES[language];
  const names = speakers.map(({ name }) => oneLine(name)).join(', ');
  const texts = {
    title: short(talk.title),
    flag: talk.status === 'cancelled' ? list.cancelled : talk.status === 'preparation' ? list.preparation : '',
    when: startText(talk, dates),
    who: short(names === '' && talk.variousSpeakers ? words.who.various : names),
    where: short(locationSummary(details) ?? talk.locationDetails),
    series: short(series?.title ?? ''),
    brand: short(brand.name),
  };
  const eastAsia = eastAsiaOf(Object.values(texts).join(' '), publication.timeZone);
  return { ...texts, colour: brand.colour ?? COLOUR, eastAsia };
}

/** Every text of a card, including what is added to it. */
export function cardTexts({ title, flag, when, who, where, series, brand }: Card): readonly string[] {
  return [title, flag, flag.toLocaleUpperCase('en'), when, who, where, series, brand, ' …'];
}

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;

/** The variant for a text, from scripts that only one of them uses, or else from the time zone. */
function eastAsiaOf(text: string, timeZone: string): EastAsia {
  if (KANA.test(text)) return 'jp';
  return HANGUL.test(text) ? 'kr' : (BY_ZONE.get(timeZone) ?? 'sc');
}

const BY_ZONE: ReadonlyMap<string, EastAsia> = new Map([
  ['Asia/Tokyo', 'jp'],
  ['Asia/Seoul', 'kr'],
  ['Asia/Taipei', 'tc'],
  ['Asia/Hong_Kong', 'tc'],
  ['Asia/Macau', 'tc'],
]);

function short(text: string): string {
  return oneLine(text.slice(0, MAX_LENGTH).replace(/[\ud800-\udbff]$/, ''));
}
