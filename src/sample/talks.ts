import type { Place } from '#catalogue/place.ts';
import type { Talk, TalkRecord, TalkStatus } from '#catalogue/talk.ts';
import { timestamp, ukSeconds } from './calendar.ts';
import { DISCIPLINES } from './organisations.ts';
import { descriptionOf, subjectOf, titleOf } from './prose.ts';
import { at, Random, sampleSlug } from './random.ts';
import { PROMISED_DAYS } from './schedule.ts';
import { runningSeries } from './series.ts';
import { OBSERVATORY, SITE_OF_DIVISION } from './venues.ts';
import type { Day } from './calendar.ts';
import type { Organisations } from './organisations.ts';
import type { SampleSchedule } from './schedule.ts';
import type { SeriesPlan } from './series.ts';
import type { Topics } from './topics.ts';
import type { UnusualTalk } from './unusual.ts';
import type { Venues } from './venues.ts';

/** What the talks of a sample refer to. */
export interface University {
  readonly seed: number;
  /** How many people there are; person number i belongs to discipline i modulo the number of disciplines. */
  readonly people: number;
  readonly organisations: Organisations;
  readonly venues: Venues;
  readonly topics: Topics;
  readonly series: readonly SeriesPlan[];
  readonly schedule: SampleSchedule;
  readonly unusual: readonly UnusualTalk[];
}

/** Talk number `index`: first those promised for the coming days, then the hand-written ones, then the rest. */
export function sampleTalk(university: University, index: number): TalkRecord {
  const random = new Random(university.seed, 'talk', index);
  const slug = sampleSlug(university.seed, 'talk', index);
  const unusual = university.unusual[index - PROMISED_DAYS.length];
  if (unusual !== undefined) return unusualTalk(university, unusual, slug, random);
  const promised = PROMISED_DAYS[index];
  const { schedule } = university;
  const chosen = promised === undefined ? schedule.day(random) : schedule.today + promised;
  const series = random.chance(0.78) ? seriesAt(university, chosen, random) : undefined;
  const day = series !== undefined && promised === undefined ? schedule.onWeekday(chosen, series.weekday) : chosen;
  const discipline = series?.discipline ?? random.below(DISCIPLINES.length);
  const start = ukSeconds(day, series !== undefined && random.chance(0.9) ? series.minute : random.pick(MINUTES));
  const subject = subjectOf(at(DISCIPLINES, discipline), random);
  const status = statusOf(index, day - schedule.today, random);
  return {
    type: 'talk',
    slug,
    uid: '',
    title: titleOf(at(DISCIPLINES, discipline).manner, subject, random),
    start: timestamp(start),
    end: timestamp(start + 60 * (series?.length ?? random.pick([60, 60, 90, 45, 120, 480]))),
    description: descriptionOf(subject, random),
    status,
    series: series?.record.slug ?? null,
    ...placed(university, discipline, series, slug, random),
    topics: topicsOf(university, discipline, random),
    ...staffed(university, discipline, random),
    ...attended(status, slug, random),
    updated: updatedAt(schedule.today, day, random),
    history: null,
  };
}

/** Local start times in minutes after midnight. */
const MINUTES = [540, 570, 600, 660, 720, 750, 780, 840, 900, 960, 990, 1020, 1020, 1050, 1080, 1140, 1170] as const;

function seriesAt({ series, schedule }: University, day: Day, random: Random): SeriesPlan {
  return runningSeries(series, schedule.progress(day), schedule.last - schedule.first + 1, random);
}

/** One of the promised talks is cancelled and one in preparation, so that both can be seen whatever the date. */
function statusOf(index: number, daysAhead: number, random: Random): TalkStatus {
  if (index === 5) return 'cancelled';
  if (index === 10) return 'preparation';
  const share = random.next();
  if (share < 0.03) return 'cancelled';
  return share < 0.07 && daysAhead > 7 ? 'preparation' : 'published';
}

type Placed = Pick<Talk, 'venue' | 'locationDetails' | 'organisingDepartment' | 'onlineUrl'>;

function placed(
  university: University,
  discipline: number,
  series: SeriesPlan | undefined,
  slug: string,
  random: Random,
): Placed {
  const department = at(university.organisations.departments, discipline);
  const rooms = at(university.venues.rooms, SITE_OF_DIVISION[department.discipline.division]);
  const share = random.next();
  const usual = series !== undefined && share < 0.85 ? series.room : random.pick(rooms);
  const organiser = series?.organiser ?? (random.chance(0.05) ? undefined : department.place);
  const nowhere = share > 0.95;
  return {
    venue: nowhere ? null : usual.id,
    locationDetails: random.chance(0.16) ? random.pick(LOCATION_DETAILS) : '',
    organisingDepartment: organiser?.id ?? null,
    onlineUrl: nowhere || random.chance(0.14) ? `https://meet.astermouth.example/${slug.slice(0, 8)}` : '',
  };
}

const LOCATION_DETAILS = [
  'Second floor, past the model ships',
  'Please use the entrance on Tidemill Road',
  'Coffee in the foyer from 15 minutes before',
  'Ring the bell; the porter will let you in',
  'Step-free entrance by the garden gate',
  'Held outdoors if the weather allows',
] as const;

/** The popular fields come first in the list of a discipline's topics. */
function topicsOf({ topics }: University, discipline: number, random: Random): string[] {
  const share = random.next();
  const count = share < 0.06 ? 0 : share < 0.6 ? 1 : share < 0.9 ? 2 : 3;
  const uris: string[] = [];
  for (let i = 0; i < count; i++) {
    const list = random.chance(0.9) ? at(topics, discipline) : random.pick(topics);
    const { uri } = random.pickLeaning(list);
    if (!uris.includes(uri)) uris.push(uri);
  }
  return uris;
}

type Staffed = Pick<Talk, 'speakers' | 'hosts' | 'organisers' | 'organiserEmail' | 'variousSpeakers'>;

function staffed(university: University, discipline: number, random: Random): Staffed {
  const share = random.next();
  const speakers = share < 0.07 ? 0 : share < 0.85 ? 1 : share < 0.95 ? 2 : 4;
  return {
    speakers: peopleOf(university, discipline, speakers, random),
    hosts: peopleOf(university, discipline, random.chance(0.3) ? 1 : 0, random),
    organisers: peopleOf(university, discipline, random.chance(0.4) ? 1 : 0, random),
    organiserEmail: random.chance(0.7) ? `talks${String(discipline)}@astermouth.example` : '',
    variousSpeakers: speakers === 0 && random.chance(0.6),
  };
}

function peopleOf({ seed, people }: University, discipline: number, count: number, random: Random): string[] {
  const slugs: string[] = [];
  const colleagues = Math.ceil((people - discipline) / DISCIPLINES.length);
  for (let i = 0; i < count; i++) {
    const share = random.next();
    const slug = sampleSlug(seed, 'person', discipline + DISCIPLINES.length * Math.floor(share * share * colleagues));
    if (!slugs.includes(slug)) slugs.push(slug);
  }
  return slugs;
}

type Attended = Pick<Talk, 'audience' | 'bookingRequired' | 'bookingUrl' | 'bookingEmail' | 'cost' | 'specialMessage'>;

const AUDIENCES = [
  '',
  'All welcome',
  'All welcome',
  'Members of the University',
  'Public',
  'Students and staff',
  'Postgraduate students',
  'Families with children from eight years',
] as const;
const BOOKING = ['Not required', '', 'Required', 'Recommended'] as const;
const COSTS = ['', '', '', '', 'Free', 'Free', '£5; students free', '£12 with lunch'] as const;
const MESSAGES = [
  'Please note the change of room',
  'Please note the unusual day',
  'This talk will be recorded',
  'Only a few places left',
  'With British Sign Language interpretation',
] as const;
const CANCELLATIONS = [
  'Cancelled: the speaker is unwell. We hope to find a new date.',
  'Cancelled',
  'Cancelled because of the rail strike',
] as const;

function attended(status: TalkStatus, slug: string, random: Random): Attended {
  const booking = random.pickLeaning(BOOKING);
  const places = booking === 'Required' || booking === 'Recommended';
  const byPost = random.chance(0.3);
  return {
    audience: random.pick(AUDIENCES),
    bookingRequired: booking,
    bookingUrl: places && !byPost ? `https://tickets.astermouth.example/${slug.slice(0, 8)}` : '',
    bookingEmail: places && byPost ? 'tickets@astermouth.example' : '',
    cost: random.pick(COSTS),
    specialMessage:
      status === 'cancelled' ? random.pick(CANCELLATIONS) : random.chance(0.06) ? random.pick(MESSAGES) : '',
  };
}

/** Some weeks before the talk, and before today. */
function updatedAt(today: Day, day: Day, random: Random): string {
  const before = Math.min(day - 3 - random.below(90), today - 1 - random.below(30));
  return timestamp(ukSeconds(before, 480 + random.below(600)));
}

function unusualTalk(university: University, unusual: UnusualTalk, slug: string, random: Random): TalkRecord {
  const { organisations, venues, schedule } = university;
  const observatory = unusual.observatory === true;
  const discipline = DISCIPLINES.findIndex(({ department }) => department.includes(observatory ? 'Physics' : 'Asian'));
  const rooms: readonly Place[] = at(venues.rooms, observatory ? OBSERVATORY : SITE_OF_DIVISION.Humanities);
  const start = ukSeconds(unusual.day, unusual.minute) + (unusual.again === true ? 3600 : 0);
  return {
    type: 'talk',
    slug,
    uid: '',
    title: unusual.title,
    start: timestamp(start),
    end: timestamp(start + 60 * unusual.length),
    description: unusual.description,
    status: 'published',
    series: null,
    venue: random.pick(rooms).id,
    locationDetails: observatory ? 'Meet under the dome' : '',
    organisingDepartment: at(organisations.departments, discipline).place.id,
    onlineUrl: '',
    topics: topicsOf(university, discipline, random),
    ...staffed(university, discipline, random),
    ...attended('published', slug, random),
    updated: updatedAt(schedule.today, unusual.day, random),
    history: null,
  };
}
