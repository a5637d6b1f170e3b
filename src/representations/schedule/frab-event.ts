import type { Slug } from '#catalogue/slug.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { venueLocation } from '#catalogue/venue-location.ts';
import type { FeedOptions } from '../feeds/feed-format.ts';
import { numericId } from '../feeds/feed-id.ts';
import { cleanUri } from '../calendar/icalendar-component.ts';
import { factLine, summaries, type TalkSummary } from '../feeds/feed-summary.ts';
import { oneLine, webAddress } from '../feeds/feed-text.ts';
import { minutesBetween, zonedTimes } from '../feeds/feed-time.ts';
import { absoluteLinks, type Links } from '../links/links.ts';
import { MATERIAL_NAMES, namedMaterial } from '../materials.ts';
import type { Publication } from '../representation.ts';

/** A talk in a schedule; for the format, see frab.ts. */
export interface FrabEvent {
  /** 1 to 2³¹ − 1, unique in a schedule. */
  readonly id: number;
  /** A UUID. */
  readonly guid: Slug;
  /** Start and end with their offsets. */
  readonly date: string;
  readonly end: string;
  /** `11:00` */
  readonly start: string;
  /** In minutes. */
  readonly duration: number;
  readonly room: string;
  readonly slug: string;
  readonly url: string;
  readonly title: string;
  /** Notices: there is no status in a schedule. */
  readonly subtitle: string;
  /** The series; `''` for none. */
  readonly track: string;
  readonly description: string;
  readonly persons: readonly FrabPerson[];
  readonly links: readonly ScheduleLink[];
  /** Materials. */
  readonly attachments: readonly ScheduleLink[];
  /** The address of its picture. */
  readonly logo: string | null;
}

interface FrabPerson {
  readonly id: number;
  readonly guid: Slug;
  readonly name: string;
  readonly url: string;
  /** The address of a picture. */
  readonly avatar: string | undefined;
}

interface ScheduleLink {
  readonly url: string;
  readonly title: string;
}

export function scheduleEvents(
  publication: Publication,
  options: FeedOptions,
): (details: TalkDetails, id: number) => FrabEvent {
  const links = absoluteLinks(publication);
  const zoned = zonedTimes(publication.timeZone);
  const summary = summaries(publication, options);
  return (details, id) => {
    const { talk, series } = details;
    const said = summary(details);
    const start = zoned(talk.start);
    return {
      id,
      guid: talk.slug,
      date: start.withOffset,
      end: zoned(talk.end).withOffset,
      start: start.clock,
      duration: minutesBetween(talk.start, talk.end),
      room: roomOf(details),
      // Recordings are filed under it, so it must not depend on the title, or on where the talk is listed.
      slug: `talk-${talk.slug}`,
      url: said.page,
      title: said.title,
      subtitle: said.notices.join(' '),
      track: oneLine(series?.title ?? ''),
      description: description(said),
      persons: details.speakers.map((person) => ({
        id: numericId(person.slug),
        guid: person.slug,
        name: oneLine(person.name),
        url: links.personPage(person.slug),
        avatar: person.image === null ? undefined : cleanUri(links.image(person.image.url)),
      })),
      links: linksOf(details, links),
      attachments: talk.materials.map((material) => ({ url: cleanUri(material.url), title: namedMaterial(material) })),
      logo: talk.image === null ? null : cleanUri(links.image(talk.image.url)),
    };
  };
}

/** Facts that have elements of their own in a schedule. */
const SAID_ELSEWHERE = ['When', 'Speaker', 'Speakers', 'Series', ...Object.values(MATERIAL_NAMES)];

function description({ description: prose, facts }: TalkSummary): string {
  const rest = facts.filter(({ name }) => !SAID_ELSEWHERE.includes(name)).map(factLine);
  return [...prose, rest]
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n');
}

/** Every event is in a room, and every room has a name: with its building, since others have a room of that name. */
function roomOf({ venue, venuesAbove, talk }: TalkDetails): string {
  const within = venue === null ? [] : venueLocation(venue, venuesAbove).within;
  const parts = [venue?.name ?? '', talk.locationDetails, ...within];
  const name = oneLine(parts.filter((part) => part !== '').join(', '));
  if (name !== '') return name;
  return talk.onlineUrl === '' ? 'To be announced' : 'Online';
}

function linksOf({ talk, series }: TalkDetails, links: Links): ScheduleLink[] {
  const found: ScheduleLink[] = [];
  const online = webAddress(talk.onlineUrl);
  const booking = webAddress(talk.bookingUrl);
  if (online !== null) found.push({ url: online, title: 'Online' });
  if (booking !== null) found.push({ url: booking, title: 'Booking' });
  if (series !== null) found.push({ url: links.seriesPage(series.slug), title: oneLine(series.title) });
  return found;
}
