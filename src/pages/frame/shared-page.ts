import { startText } from '../lists/when-and-where.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { oneLine } from '#representations/feeds/feed-text.ts';
import { locationSummary } from '#representations/links/talk-location.ts';
import { absolutePageLinks, type PageLinks } from '#representations/links/page-links.ts';
import { LANGUAGES, type Language } from './language.ts';
import type { MetaProperty } from './layout.ts';
import type { PictureSize } from './picture-size.ts';
import { summaryOf } from '../prose/prose.ts';
import type { View } from './view.ts';
import { titleText } from '../prose/title.ts';

/** The metadata for link previews of a page (https://ogp.me, and the cards of X). */
interface SharedPage {
  readonly title: string;
  /** A sentence or two on one line. */
  readonly description: string;
  readonly openGraph: readonly MetaProperty[];
}

/** Maximum characters: no preview shows more. */
const LONGEST_TITLE = 200;
const LONGEST_DESCRIPTION = 300;
/** The size of the preview images that the service draws. */
const CARD = { width: 1200, height: 630 } as const;

const LOCALES: Readonly<Record<Language, string>> = { en: 'en_GB', de: 'de_DE', fr: 'fr_FR', es: 'es_ES' };

/** An image, by its public address. */
interface Picture {
  readonly address: string;
  readonly mediaType: string;
  readonly size: PictureSize | undefined;
  /** Whether it was drawn for this talk. */
  readonly isCard: boolean;
}

/**
 * The preview image of a talk: its card; without cards the logo, unless that is an SVG, which previews do not support.
 */
export function talkPicture({ brand, publication }: View, slug: Slug, language: Language): Picture | undefined {
  // English is the default language of cards.
  const links = absolutePageLinks(publication, language === LANGUAGES[0] ? null : language);
  if (brand.drawsCards) return { address: links.card(slug), mediaType: 'image/png', size: CARD, isCard: true };
  const { logo } = brand;
  if (logo === null || logo.contentType === SVG) return undefined;
  return { address: links.asset(logo.name), mediaType: logo.contentType, size: logo.size, isCard: false };
}

const SVG = 'image/svg+xml';

/** Metadata of a talk: first when and where, since previews may cut the rest, then the abstract. */
export function sharedTalk(details: TalkDetails, view: View): SharedPage {
  const { talk, speakers } = details;
  const { dates, language, messages } = view;
  const parts = [
    talk.status === 'cancelled' ? messages.talk.cancelled : '',
    talk.status === 'preparation' ? messages.talk.preparation : '',
    startText(talk, dates),
    speakers.map(({ name }) => oneLine(name)).join(', '),
    oneLine(locationSummary(details) ?? talk.locationDetails),
    summaryOf(talk.description),
  ];
  return sharedPage(view, {
    title: oneLine(titleText(talk.title)),
    description: parts.filter((part) => part !== '').join(' · '),
    address: (links) => links.talk(talk.slug),
    picture: talkPicture(view, talk.slug, language),
    shows: oneLine(titleText(talk.title)),
    isTalk: true,
  });
}

interface Shared {
  readonly title: string;
  /** Description in any markup format; `''` for none. */
  readonly text: string;
  readonly address: (links: PageLinks) => string;
}

/** Metadata of a list of talks, or of any other page with a title and a description. */
export function sharedTalkList(shared: Shared, view: View): SharedPage {
  const { title, text, address } = shared;
  return sharedPage(view, { title: oneLine(titleText(title)), description: summaryOf(text), address });
}

/** Metadata of a page that has only a title: a search, a calendar, a list to browse. */
export function sharedTitle(title: string, address: Shared['address'], view: View): readonly MetaProperty[] {
  return sharedPage(view, { title: oneLine(titleText(title)), description: '', address }).openGraph;
}

interface Contents {
  readonly title: string;
  readonly description: string;
  readonly address: (links: PageLinks) => string;
  readonly picture?: Picture | undefined;
  /** Alternative text of the image; for a logo, the name of the service is used. */
  readonly shows?: string;
  readonly isTalk?: boolean;
}

function sharedPage(view: View, contents: Contents): SharedPage {
  const { brand, language, publication } = view;
  const title = cut(contents.title, LONGEST_TITLE) || brand.name;
  const description = cut(contents.description, LONGEST_DESCRIPTION);
  const { picture, shows = '', isTalk = false } = contents;
  const isCard = picture?.isCard === true;
  const properties: readonly (readonly [string, string])[] = [
    ['og:type', isTalk ? 'article' : 'website'],
    ['og:site_name', brand.name],
    ['og:title', title],
    ['og:description', description],
    ['og:url', contents.address(absolutePageLinks(publication))],
    ['og:locale', LOCALES[language]],
    ...LANGUAGES.filter((other) => other !== language).map((other) => ['og:locale:alternate', LOCALES[other]] as const),
    ...(picture === undefined ? [] : pictureProperties(picture, isCard ? shows : brand.name)),
    ['twitter:card', isCard ? 'summary_large_image' : 'summary'],
  ];
  return {
    title,
    description,
    openGraph: properties.filter(([, content]) => content !== '').map(([property, content]) => ({ property, content })),
  };
}

function pictureProperties({ address, mediaType, size }: Picture, shows: string): [string, string][] {
  return [
    ['og:image', address],
    ['og:image:type', mediaType],
    ['og:image:width', size === undefined ? '' : String(size.width)],
    ['og:image:height', size === undefined ? '' : String(size.height)],
    ['og:image:alt', cut(shows, LONGEST_TITLE)],
  ];
}

function cut(text: string, longest: number): string {
  return text.length > longest
    ? `${text
        .slice(0, longest - 1)
        .replace(/\p{Surrogate}$/u, '')
        .trimEnd()}…`
    : text;
}
