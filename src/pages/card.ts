import type { TalkDetails } from '#catalogue/talk-details.js';
import { oneLine } from '#representations/feed-text.js';
import { locationSummary } from '#representations/location.js';
import type { Publication } from '#representations/representation.js';
import type { Brand } from './brand.js';
import { datesIn } from './dates.js';
import { en } from './messages/en.js';

/** What the picture says that stands for a talk where its page is shared: each a line or a few, `''` for nothing. */
export interface Card {
  readonly title: string;
  /** That it is cancelled or not settled. */
  readonly flag: string;
  readonly when: string;
  readonly who: string;
  readonly where: string;
  readonly series: string;
  readonly brand: string;
  /** `#rrggbb` */
  readonly colour: string;
}

/** Characters; no picture has room for more. */
const LONGEST = 400;
const COLOUR = '#14545f';

/** A picture has one language for everybody: it is made for whoever the address is sent to. */
export function cardOf({ talk, series, speakers, ...rest }: TalkDetails, publication: Publication, brand: Brand): Card {
  const details = { talk, series, speakers, ...rest };
  const dates = datesIn('en', publication.timeZone);
  const { various } = en.talk.who;
  const names = speakers.map(({ name }) => oneLine(name)).join(', ');
  return {
    title: short(talk.title),
    flag: talk.status === 'cancelled' ? en.list.cancelled : talk.status === 'preparation' ? en.list.preparation : '',
    when: `${dates.day(talk.start)}, ${dates.time(talk.start)}`,
    who: short(names === '' && talk.variousSpeakers ? various : names),
    where: short(locationSummary(details) ?? talk.locationDetails),
    series: short(series?.title ?? ''),
    brand: short(brand.name),
    colour: brand.colour ?? COLOUR,
  };
}

function short(text: string): string {
  return oneLine(text.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, ''));
}
