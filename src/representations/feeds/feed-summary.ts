import type { Person } from '#catalogue/person.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { TalkStatus } from '#catalogue/talk.ts';
import { element, escapedXml } from '../json/xml-text.ts';
import { absoluteLinks } from '../links/links.ts';
import { locationSummary } from '../links/talk-location.ts';
import { MATERIAL_NAMES } from '../materials.ts';
import { proseHtml } from '../prose-text.ts';
import type { Publication } from '../representation.ts';
import type { FeedHead, FeedOptions } from './feed-format.ts';
import { cleaned, oneLine, paragraphs, webAddress } from './feed-text.ts';
import { inWords, previousInWords } from '../formatted-time.ts';

/**
 * The content of a talk in every feed for people, which each format writes in its own way. All of it is cleaned of what
 * would break a line or reverse the direction of text; none of it is escaped for any format.
 */
export interface TalkSummary {
  readonly title: string;
  /** Address of the talk's page. */
  readonly page: string;
  /** The status, unless the talk is published, when it was to be before it was moved, and the special message. */
  readonly notices: readonly string[];
  /** As from `inWords`. */
  readonly when: string;
  /** `''` if unknown. */
  readonly where: string;
  /** When, where, who, how to book and so on, as far as known, in this order. */
  readonly facts: readonly Fact[];
  /** Lines of each paragraph; no line is empty. */
  readonly description: readonly (readonly string[])[];
  /** The description as HTML, if it is that. */
  readonly descriptionHtml: string | undefined;
}

export interface Fact {
  readonly name: string;
  readonly parts: readonly FactPart[];
}

/** Text, which may be a link. */
export interface FactPart {
  readonly text: string;
  readonly href: string | null;
}

export const STATUS_NOTICES: Readonly<Record<TalkStatus, string>> = {
  published: '',
  preparation: 'This talk is in preparation: details may change.',
  cancelled: 'This talk has been cancelled.',
};

export const VARIOUS_SPEAKERS = 'Various speakers';
export const UNTITLED_ENTRY = 'Untitled';

type Summaries = (details: TalkDetails) => TalkSummary;

export function summaries(publication: Publication, options: FeedOptions): Summaries {
  const links = absoluteLinks(publication);
  return (details) => {
    const talk = details.talk;
    const page = links.talkPage(talk.slug);
    const when = inWords(talk, publication.timeZone);
    const where = whereabouts(details);
    const facts = [
      fact('When', words(when)),
      fact('Where', words(where)),
      fact('Online', address(talk.onlineUrl)),
      ...talk.materials.map(({ type, url, title }) => fact(MATERIAL_NAMES[type], words(title), address(url))),
      fact(details.speakers.length === 1 ? 'Speaker' : 'Speakers', ...speakers(details)),
      fact('Series', words(details.series?.title ?? '', details.series && links.seriesPage(details.series.slug))),
      fact('Organised by', words(details.organisingDepartment?.name ?? '')),
      fact('Booking', words(talk.bookingRequired), address(talk.bookingUrl), words(talk.bookingEmail)),
      fact('Cost', words(talk.cost)),
      fact('Audience', words(talk.audience)),
      fact('Contact', words(talk.organiserEmail)),
    ];
    return {
      title: shownTitle(details, options),
      page,
      notices: notices(details, movedNotice(details, publication.timeZone)),
      when,
      where,
      facts: facts.filter(({ parts }) => parts.length > 0),
      description: paragraphs(talk.description),
      descriptionHtml: proseHtml(cleaned(talk.description)),
    };
  };
}

/** A talk's title, marked as cancelled if the options say so. */
export function shownTitle({ talk }: TalkDetails, { cancelled }: FeedOptions): string {
  const title = oneLine(talk.title) || UNTITLED_ENTRY;
  return talk.status === 'cancelled' && cancelled === 'title' ? `Cancelled: ${title}` : title;
}

/** A document's title; it is never empty. */
export function documentTitle({ title }: FeedHead): string {
  return oneLine(title) || UNTITLED_ENTRY;
}

/** The name of a feed: the same for all options that give the same bytes. */
export function feedName(format: string, { cancelled }: FeedOptions): string {
  return cancelled === 'title' ? `${format} cancelled=title` : format;
}

export function notices({ talk }: TalkDetails, moved = ''): string[] {
  return [STATUS_NOTICES[talk.status], moved, oneLine(talk.specialMessage)].filter((notice) => notice !== '');
}

/** `''` if it was never moved, or back again, and for cancelled talks, whose time no longer matters. */
export function movedNotice(details: TalkDetails, timeZone: string): string {
  const before = details.talk.status === 'cancelled' ? '' : previousInWords(details, timeZone);
  return before === '' ? '' : `Moved from ${before}.`;
}

/** Notices, time and place, a line each. */
export function inShort({ notices, when, where }: TalkSummary): string {
  return [...notices, when, where].filter((line) => line !== '').join('\n');
}

/** `Where: Glass House` */
export function factLine({ name, parts }: Fact): string {
  return `${name}: ${parts.map(({ text }) => text).join(', ')}`;
}

/** All of it as plain text, for programs that break lines themselves. */
export function unwrapped({ notices, facts, description }: TalkSummary): string {
  return [...notices, facts.map(factLine).join('\n'), ...description.map((lines) => lines.join('\n'))].join('\n\n');
}

/** As the catalogue has it in one line; without a venue whatever else is said of the place. */
export function whereabouts(details: TalkDetails): string {
  return oneLine(locationSummary(details) ?? details.talk.locationDetails);
}

function speakers({ talk, speakers: people }: TalkDetails): FactPart[][] {
  if (people.length === 0) return [words(talk.variousSpeakers ? VARIOUS_SPEAKERS : '')];
  return people.map((person) => words(withBio(person)));
}

/** Longer biographies are only on the talk's page. */
const MAX_BIO = 120;

function withBio(person: Person): string {
  const name = oneLine(person.name);
  const bio = oneLine(person.bio);
  return bio === '' || bio.length > MAX_BIO ? name : `${name} (${bio})`;
}

function fact(name: string, ...parts: readonly FactPart[][]): Fact {
  return { name, parts: parts.flat() };
}

function words(text: string, href: string | null = null): FactPart[] {
  const line = oneLine(text);
  return line === '' ? [] : [{ text: line, href }];
}

/** A link if it is a web address, else plain text. */
function address(text: string): FactPart[] {
  const href = webAddress(text);
  return href === null ? words(text) : [{ text: href, href }];
}

/**
 * A talk as a fragment of HTML that feed readers accept: paragraphs, line breaks, bold, links, and `bdi` and `dir`,
 * which isolate text of either direction; and what `proseHtml` leaves of a description in HTML. Line ends follow line
 * breaks, for programs that remove all markup.
 */
export function talkHtml(summary: TalkSummary): string {
  const { notices, facts, description, descriptionHtml } = summary;
  return [
    ...notices.map((notice) => `<p dir="auto"><b>${escapedXml(notice)}</b></p>`),
    `<p>${facts.map(factHtml).join('<br/>\n')}</p>`,
    ...(descriptionHtml === undefined ? [] : [`<div dir="auto">${descriptionHtml}</div>`]),
    ...(descriptionHtml === undefined ? description : []).map(
      (lines) => `<p dir="auto">${lines.map(escapedXml).join('<br/>\n')}</p>`,
    ),
  ].join('\n');
}

function factHtml({ name, parts }: Fact): string {
  return `<b>${name}:</b> ${parts.map(partHtml).join(', ')}`;
}

function partHtml({ text, href }: FactPart): string {
  const shown = `<bdi>${escapedXml(text)}</bdi>`;
  return href === null ? shown : `<a href="${escapedXml(href)}">${shown}</a>`;
}

/** A picture in a feed, as Media RSS has it. The few entries with one declare its namespace themselves. */
export function mediaThumbnail(url: string): string {
  return element('media:thumbnail', { 'xmlns:media': 'http://search.yahoo.com/mrss/', url });
}
