import type { Place } from '#catalogue/place.ts';
import type { Series } from '#catalogue/series.ts';
import { yearOf } from './calendar.ts';
import { DISCIPLINES } from './organisations.ts';
import { capital, titleCase } from './prose.ts';
import { at, Random, sampleSlug } from './random.ts';
import { SITE_OF_DIVISION } from './venues.ts';
import type { Department, Organisations } from './organisations.ts';
import type { SampleSchedule } from './schedule.ts';
import type { Venues } from './venues.ts';

/** A series with its habits, which its talks mostly follow. */
export interface SeriesPlan {
  readonly record: Series;
  /** Which of DISCIPLINES. */
  readonly discipline: number;
  readonly organiser: Place;
  readonly room: Place;
  /** 1 is Monday. */
  readonly weekday: number;
  /** Minutes after midnight, local time. */
  readonly minute: number;
  /** Minutes. */
  readonly length: number;
}

/** The first series are the departments' colloquia, which run all the time; the others take turns when there are many. */
export const LASTING = DISCIPLINES.length;

export function sampleSeries(
  seed: number,
  talks: number,
  organisations: Organisations,
  venues: Venues,
  schedule: SampleSchedule,
): SeriesPlan[] {
  const count = Math.round(32 + talks / 50);
  return Array.from({ length: count }, (_, index) => {
    const random = new Random(seed, 'series', index);
    const discipline = index < LASTING ? index : random.below(DISCIPLINES.length);
    const department = at(organisations.departments, discipline);
    const turn = count > 200 && index >= LASTING ? (index - LASTING) / (count - LASTING) : undefined;
    const plan = planOf(department, discipline, venues, random);
    const title = titleOf(index, department, random) + (turn === undefined ? '' : academicYear(schedule, turn));
    return { ...plan, record: record(sampleSlug(seed, 'series', index), title, plan, department, random) };
  });
}

/** A series that is running at this point of the schedule. */
export function runningSeries(
  series: readonly SeriesPlan[],
  progress: number,
  spanInDays: number,
  random: Random,
): SeriesPlan {
  if (series.length <= 200) return random.pick(series);
  if (random.chance(0.02)) return at(series, random.below(LASTING));
  const others = series.length - LASTING;
  const years = 730 / spanInDays;
  const turn = Math.min(Math.max(progress + (random.next() - 0.5) * years, 0), 0.999_999);
  return at(series, LASTING + Math.floor(turn * others));
}

type Plan = Omit<SeriesPlan, 'record'>;

function planOf(department: Department, discipline: number, venues: Venues, random: Random): Plan {
  const rooms = at(
    venues.rooms,
    random.chance(0.85) ? SITE_OF_DIVISION[department.discipline.division] : random.below(venues.rooms.length),
  );
  const group = department.groups.length > 0 && random.chance(0.6);
  return {
    discipline,
    organiser: group ? random.pick(department.groups) : department.place,
    room: random.pick(rooms),
    weekday: 1 + random.below(5),
    minute: random.pick([720, 750, 780, 780, 840, 900, 960, 960, 1020, 1020, 1020, 1050, 1080]),
    length: random.pick([60, 60, 60, 60, 75, 90, 45]),
  };
}

const WEEKDAYS = ['Sundays', 'Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays'] as const;

function record(slug: string, title: string, plan: Plan, department: Department, random: Random): Series {
  const hour = `${String(Math.floor(plan.minute / 60))}:${String(plan.minute % 60).padStart(2, '0')}`;
  const field = random.pick(department.discipline.fields);
  const occurrences = [
    `${at(WEEKDAYS, plan.weekday)} of full term at ${hour}`,
    `Every other ${at(WEEKDAYS, plan.weekday).slice(0, -1)} in term, ${hour}`,
    `${at(WEEKDAYS, plan.weekday)}, ${hour}`,
    '',
  ];
  const descriptions = [
    `A friendly seminar on ${field} for staff, students and visitors of the ${department.discipline.department}.`,
    `Work in progress on ${field} and neighbouring subjects. Speakers are asked to leave *at least* a third of the time for questions.`,
    `${capital(field)} as it is done now: speakers from Astermouth and elsewhere talk about what they are working on this month.\n\nTo be told of coming talks, write to the organisers.`,
    '',
  ];
  return {
    type: 'series',
    slug,
    title,
    description: random.pick(descriptions),
    occurrence: random.pick(occurrences),
    webAddress: random.chance(0.5) ? `https://www.astermouth.example/series/${slug.slice(0, 8)}` : '',
  };
}

const BENEFACTORS = [
  'Margery Vane',
  'Temperance Lund',
  'Ishikawa',
  'Okonjo',
  'Ferrier',
  'St Wilfrid’s',
  'Harbourmaster',
  'Whitethorn',
  'Almoner’s',
  'Lodestar',
  'Brücke',
  'Salvatierra',
] as const;

function titleOf(index: number, { discipline, groups }: Department, random: Random): string {
  const name = discipline.department
    .replace(/^(?:Faculty|Department|School) of (?:the )?/, '')
    .replace(/ Institute$/, ' Sciences');
  if (index < LASTING) return `${name} Colloquium`;
  const field = titleCase(random.pick(discipline.fields).replace(/^the /, ''));
  const forms = [
    `${field} Seminar`,
    `The ${random.pick(BENEFACTORS)} Lectures in ${field}`,
    `${field} Reading Group`,
    `Lunchtime ${field}`,
    `${field}: Work in Progress`,
    `${groups.length > 0 ? random.pick(groups).name : name} Seminar`,
    `${name} for Everyone`,
    `${field} Café`,
  ];
  return random.pick(forms);
}

function academicYear(schedule: SampleSchedule, turn: number): string {
  const year = yearOf(schedule.first + Math.floor(turn * (schedule.last - schedule.first)) - 260);
  return ` ${String(year)}–${String((year + 1) % 100).padStart(2, '0')}`;
}
