import type { FeedOptions, WholeFeed } from '../feeds/feed-format.ts';
import { feedName } from '../feeds/feed-summary.ts';
import { twoDigits } from '../formatted-time.ts';
import { type FrabDay, type FrabEvent, type FrabSchedule, schedules } from './frab.ts';
import type { Publication } from '../representation.ts';

/** Talks as a conference's schedule in JSON, as frab and pretalx write it. */
export function frabJson(publication: Publication, options: FeedOptions): WholeFeed {
  const schedule = schedules(publication, options);
  return {
    name: feedName('frab-json', options),
    *document(head, talks) {
      return Buffer.from(JSON.stringify(scheduleJson(yield* schedule(head, talks))));
    },
  };
}

function scheduleJson({ version, conference, days }: FrabSchedule): object {
  return {
    $schema: 'https://c3voc.de/schedule/schema.json',
    generator: { name: 'Lectern' },
    schedule: {
      version,
      base_url: conference.baseUrl,
      conference: {
        acronym: conference.acronym,
        title: conference.title,
        start: conference.start,
        end: conference.end,
        daysCount: days.length,
        timeslot_duration: '00:05',
        time_zone_name: conference.timeZone,
        url: conference.url,
        days: days.map(dayJson),
      },
    },
  };
}

/** Rooms are members of an object: made from entries, since a room may be called `__proto__`. */
function dayJson({ index, date, start, end, rooms }: FrabDay): object {
  return {
    index,
    date,
    day_start: start,
    day_end: end,
    rooms: Object.fromEntries(rooms.map(({ name, events }) => [name, events.map(eventJson)])),
  };
}

function eventJson(event: FrabEvent): object {
  const { id, guid, date, start, end, room, slug, url, title, subtitle, description } = event;
  return {
    id,
    guid,
    logo: event.logo,
    date,
    start,
    end,
    duration: `${twoDigits(Math.floor(event.duration / 60))}:${twoDigits(event.duration % 60)}`,
    room,
    slug,
    url,
    title,
    subtitle,
    track: event.track === '' ? null : event.track,
    type: 'lecture',
    // The language of a talk is unknown.
    language: null,
    abstract: '',
    description,
    persons: event.persons.map((person) => ({
      id: person.id,
      guid: person.guid,
      public_name: person.name,
      url: person.url,
      avatar: person.avatar,
    })),
    links: event.links.map((link) => ({ url: link.url, title: link.title, type: 'web' })),
    attachments: event.attachments.map((file) => ({ url: file.url, title: file.title, type: 'related' })),
  };
}
