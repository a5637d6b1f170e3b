import { byName } from '#catalogue/field.ts';
import type { Material } from '#catalogue/material.ts';
import { GIVEN_TEXTS, type GivenText, type Talk, type TalkRecord, type TalkStatus } from '#catalogue/talk.ts';
import { timestampOf } from '#catalogue/timestamp.ts';
import type { Topic } from '#catalogue/topic.ts';
import { clockChanges, dateOf, ukSeconds } from './calendar.ts';
import type { DayNumber } from './calendar.ts';
import type { Department, Places } from './places.ts';
import { DISCIPLINES, subjectOf, talkDescription, talkTitle } from './sample-prose.ts';
import { at, Random, sampleSlug } from './random.ts';
import { drawnFor } from './sample-pictures.ts';
import { isWeekend, type SampleSchedule, workday } from './sample-schedule.ts';
import { runningSeries } from './sample-series.ts';
import type { SeriesPlan } from './sample-series.ts';
import words from './talks.json' with { type: 'json' };
import unusual from './unusual-talks.json' with { type: 'json' };

/** What the talks of a sample refer to. */
export interface University {
  readonly seed: number;
  /** How many people there are; person number i belongs to discipline i modulo the number of disciplines. */
  readonly people: number;
  readonly places: Places;
  /** A list for each discipline. */
  readonly topics: readonly (readonly Topic[])[];
  readonly series: readonly SeriesPlan[];
  readonly schedule: SampleSchedule;
  /** Whether some records have drawings as pictures. */
  readonly hasPictures: boolean;
}

/**
 * Talk number `index`: first those that are promised for the coming days, so that a listing from today on is never
 * empty, then the hand-written ones, then the rest.
 */
export function sampleTalk(university: University, index: number): TalkRecord {
  const random = new Random(university.seed, 'talk', index);
  const slug = sampleSlug(university.seed, 'talk', index);
  const number = index - words.promisedDays.length;
  const talk =
    number >= 0 && number < unusual.length
      ? unusualTalk(university, at(unusual, number), random)
      : (weekendEvent(university, index, slug, random) ?? usualTalk(university, index, slug, random));
  const { day, discipline, start, length, isForAll, ...described } = talk;
  const record = {
    type: 'talk',
    slug,
    uid: '',
    ...byName(GIVEN_TEXTS, () => ''),
    ...described,
    start: timestampOf(start),
    end: timestampOf(start + 60 * length),
    allDay: false,
    topics: topicsOf(university, discipline, random),
    ...staffed(university, discipline, random),
    ...attended(described.status, slug, random),
    ...(isForAll === true ? { speakers: [], variousSpeakers: false, audience: 'All welcome' } : {}),
    updated: updatedAt(university.schedule.today, day, random),
    history: null,
  } as const;
  return {
    ...record,
    materials: day < university.schedule.today && described.status !== 'cancelled' ? materialsOf(slug, random) : [],
    image: university.hasPictures ? drawnFor('sea', isForAll === true ? 1 : 0.2, random) : null,
  };
}

/** What some talks leave behind. */
function materialsOf(slug: string, random: Random): Material[] {
  const from = `https://media.astermouth.example/${slug.slice(0, 8)}`;
  return [
    ...(random.chance(0.4) ? [{ type: 'recording', url: `${from}.mp4`, title: '' } as const] : []),
    ...(random.chance(0.25) ? [{ type: 'slides', url: `${from}.pdf`, title: '' } as const] : []),
  ];
}

type Placed = Pick<Talk, 'venue' | 'locationDetails' | 'organisingDepartment' | 'onlineUrl'>;
type Described = Placed &
  Pick<Talk, 'title' | 'description' | 'status' | 'series'> & {
    day: DayNumber;
    discipline: number;
    start: number;
    length: number;
    /** Set for what takes place at a weekend: an open day, a concert. */
    isForAll?: true;
  };

function usualTalk(university: University, index: number, slug: string, random: Random): Described {
  const { schedule } = university;
  const promised = words.promisedDays[index];
  const chosen = promised === undefined ? schedule.day(random) : schedule.today + promised;
  const series = random.chance(0.78) ? runningSeries(university.series, chosen, schedule, random) : undefined;
  const near = series !== undefined && promised === undefined ? schedule.onWeekday(chosen, series.weekday) : chosen;
  const day = workday(near, promised === undefined ? -1 : 2);
  const discipline = series?.discipline ?? random.below(DISCIPLINES.length);
  const minute = series !== undefined && random.chance(0.9) ? series.minute : random.pick(words.minutes);
  const subject = subjectOf(at(DISCIPLINES, discipline), random);
  return {
    day,
    discipline,
    start: ukSeconds(day, minute),
    series: series?.record.slug ?? null,
    status: statusOf(index, day - schedule.today, random),
    title: talkTitle(at(DISCIPLINES, discipline).manner, subject, random),
    length: series?.length ?? random.pick(words.lengths),
    description: talkDescription(subject, random),
    ...placed(at(university.places.departments, discipline), series, slug, random),
  };
}

/** The first of the promised talks of a Saturday or Sunday; undefined for all others. */
function weekendEvent(university: University, index: number, slug: string, random: Random): Described | undefined {
  const promised = words.promisedDays[index];
  if (promised === undefined || words.promisedDays.indexOf(promised) !== index) return undefined;
  const day = university.schedule.today + promised;
  if (!isWeekend(day)) return undefined;
  const discipline = random.below(DISCIPLINES.length);
  return {
    ...at(words.weekends, day % words.weekends.length),
    day,
    discipline,
    start: ukSeconds(day, 840),
    length: 120,
    series: null,
    status: 'published',
    isForAll: true,
    ...placed(at(university.places.departments, discipline), undefined, slug, random),
  };
}

function placed({ rooms, place }: Department, series: SeriesPlan | undefined, slug: string, random: Random): Placed {
  const share = random.next();
  const room = series !== undefined && share < 0.85 ? series.room : random.pick(rooms);
  const organiser = series?.organiser ?? (random.chance(0.05) ? undefined : place);
  const isNowhere = share > 0.95;
  return {
    venue: isNowhere ? null : room.id,
    organisingDepartment: organiser?.id ?? null,
    locationDetails: random.chance(0.16) ? random.pick(words.locations) : '',
    onlineUrl: isNowhere || random.chance(0.14) ? `https://meet.astermouth.example/${slug.slice(0, 8)}` : '',
  };
}

/** One of the promised talks is cancelled and one in preparation, so that both can be seen whatever the date. */
function statusOf(index: number, daysAhead: number, random: Random): TalkStatus {
  if (index === 5) return 'cancelled';
  if (index === 10) return 'preparation';
  const share = random.next();
  if (share < 0.03) return 'cancelled';
  return share < 0.07 && daysAhead > 7 ? 'preparation' : 'published';
}

/** Written by hand: other scripts, talks around midnight, at the turn of the year and when the clocks change. */
function unusualTalk({ schedule, places }: University, talk: (typeof unusual)[number], random: Random): Described {
  const isAtNight = talk.place === 'observatory';
  const discipline = DISCIPLINES.findIndex(({ department }) => department.includes(isAtNight ? 'Physics' : 'Asian'));
  const { rooms, place } = at(places.departments, discipline);
  const near = dayNear(schedule.today, talk.on) + talk.after;
  const day = talk.on === 'today' && !isAtNight ? workday(near, 2) : near;
  return {
    day,
    discipline,
    // When the clocks go back, they show some times twice in a night.
    start: ukSeconds(day, talk.minute) + (talk.again === true ? 3600 : 0),
    length: talk.length,
    title: talk.title,
    description: talk.description,
    status: 'published',
    series: null,
    venue: random.pick(isAtNight ? (places.rooms.at(-1) ?? rooms) : rooms).id,
    locationDetails: isAtNight ? 'Meet under the dome' : '',
    organisingDepartment: place.id,
    onlineUrl: '',
  };
}

/** The next day within a year that `on` means, else the last such day. */
function dayNear(today: DayNumber, on: string): DayNumber {
  if (on === 'today') return today;
  const days = [-1, 0, 1].map((difference) => {
    const year = dateOf(today).getUTCFullYear() + difference;
    const { spring, autumn } = clockChanges(year);
    return on === 'spring' ? spring : on === 'autumn' ? autumn : Date.UTC(year, 0, 1) / 86_400_000;
  });
  return days.find((day) => day > today && day <= today + 364) ?? Math.max(...days.filter((day) => day <= today));
}

/** The popular fields come first in the list of a discipline's topics. */
function topicsOf({ topics }: University, discipline: number, random: Random): string[] {
  const share = random.next();
  const count = share < 0.06 ? 0 : share < 0.6 ? 1 : share < 0.9 ? 2 : 3;
  const draw = (): string => random.pickLeaning(random.chance(0.9) ? at(topics, discipline) : random.pick(topics)).uri;
  return [...new Set(Array.from({ length: count }, draw))];
}

type Staffed = Pick<Talk, 'speakers' | 'hosts' | 'organisers' | 'organiserEmail' | 'variousSpeakers'>;

function staffed({ seed, people }: University, discipline: number, random: Random): Staffed {
  const share = random.next();
  const speakers = share < 0.07 ? 0 : share < 0.85 ? 1 : share < 0.95 ? 2 : 4;
  const colleagues = Math.ceil((people - discipline) / DISCIPLINES.length);
  const draw = (): string =>
    sampleSlug(seed, 'person', discipline + DISCIPLINES.length * Math.floor(random.next() ** 2 * colleagues));
  const some = (count: number): string[] => [...new Set(Array.from({ length: count }, draw))];
  return {
    speakers: some(speakers),
    hosts: some(random.chance(0.3) ? 1 : 0),
    organisers: some(random.chance(0.4) ? 1 : 0),
    organiserEmail: random.chance(0.7) ? `talks${String(discipline)}@astermouth.example` : '',
    variousSpeakers: speakers === 0 && random.chance(0.6),
  };
}

function attended(status: TalkStatus, slug: string, random: Random): Partial<Record<GivenText, string>> {
  const bookingRequired = random.pickLeaning(words.booking);
  const isBooked = bookingRequired === 'Required' || bookingRequired === 'Recommended';
  const isByPost = random.chance(0.3);
  const isNoted = (): boolean => random.chance(0.06);
  return {
    audience: random.pick(words.audiences),
    bookingRequired,
    bookingUrl: isBooked && !isByPost ? `https://tickets.astermouth.example/${slug.slice(0, 8)}` : '',
    bookingEmail: isBooked && isByPost ? 'tickets@astermouth.example' : '',
    cost: random.pick(words.costs),
    specialMessage:
      status === 'cancelled' ? random.pick(words.cancellations) : isNoted() ? random.pick(words.messages) : '',
  };
}

/** Some weeks before the talk, and before today. */
function updatedAt(today: DayNumber, day: DayNumber, random: Random): string {
  const before = Math.min(day - 3 - random.below(90), today - 1 - random.below(30));
  return timestampOf(ukSeconds(before, 480 + random.below(600)));
}
