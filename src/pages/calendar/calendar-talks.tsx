import type { TalkDetails } from '#catalogue/talk-details.ts';
import { DayLink } from './calendar-day.tsx';
import type { ShownFilters } from './calendar-frame.tsx';
import { shortened } from '../frame/shortened.ts';
import { venueName } from '../lists/venue-name.ts';
import type { View } from '../frame/view.ts';

export interface CalendarTalk {
  readonly details: TalkDetails;
  /** The name of what its venue is right inside of; `''` for nothing. */
  readonly venueAround: string;
}

/** The first talks of a day or a part of one, and how many there are in all. */
export interface CalendarTalks {
  readonly total: number;
  readonly talks: readonly CalendarTalk[];
}

/** Bytes of a title and of a place: a calendar has many. */
const LONGEST_TITLE = 110;
const LONGEST_PLACE = 60;

interface CalendarTalkListProps {
  readonly view: View;
  readonly talks: readonly CalendarTalk[];
  readonly withPlace: boolean;
}

/** Talks in a cell of a calendar, each with its time. */
export function CalendarTalkList({ view, talks, withPlace }: CalendarTalkListProps) {
  if (talks.length === 0) return null;
  return (
    <ul>
      {talks.map((one) => (
        <li key={one.details.talk.slug}>
          <TalkInCell view={view} one={one} withPlace={withPlace} />
        </li>
      ))}
    </ul>
  );
}

function TalkInCell({
  view,
  one,
  withPlace,
}: {
  readonly view: View;
  readonly one: CalendarTalk;
  readonly withPlace: boolean;
}) {
  const { talk, venue } = one.details;
  const { list } = view.messages;
  const place = venue === null ? talk.locationDetails : venueName(venue.name, one.venueAround);
  return (
    <>
      <a href={view.links.talk(talk.slug)}>
        <time datetime={talk.start}>{view.dates.time(talk.start)}</time>{' '}
        <bdi lang="" class={talk.status === 'cancelled' ? 'cancelled-title' : undefined}>
          {shortened(talk.title, LONGEST_TITLE)}
        </bdi>
      </a>
      {talk.status !== 'published' && <span class="flag"> {list[talk.status]}</span>}
      {withPlace && place !== '' && (
        <bdi class="place" lang="">
          {shortened(place, LONGEST_PLACE)}
        </bdi>
      )}
    </>
  );
}

interface MoreTalksProps {
  readonly view: View;
  readonly more: number;
  /** `yyyy-mm-dd` */
  readonly day: string;
  readonly filters: ShownFilters;
}

/** To all the talks of a day, where not all are shown; nothing where they are. */
export function MoreTalks({ view, more, day, filters }: MoreTalksProps) {
  if (more <= 0) return null;
  const { calendar } = view.messages.browse;
  return (
    <p class="more">
      <DayLink day={day} filters={filters} view={view}>
        {calendar.more(more)}
        <span class="unseen">{calendar.on(view.dates.longDate(day))}</span>
      </DayLink>
    </p>
  );
}
