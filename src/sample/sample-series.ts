import type { Place } from '#catalogue/place.ts';
import type { Series } from '#catalogue/series.ts';
import { dateOf } from './calendar.ts';
import type { DayNumber } from './calendar.ts';
import type { Department, Places } from './places.ts';
import { DISCIPLINES, fromTemplate, titleCase } from './sample-prose.ts';
import { at, Random, sampleSlug } from './random.ts';
import type { SampleSchedule } from './sample-schedule.ts';
import words from './series.json' with { type: 'json' };

/** A series, and what most of its talks have in common. */
export interface SeriesPlan {
  readonly record: Series;
  /** Index in DISCIPLINES. */
  readonly discipline: number;
  readonly organiser: Place;
  readonly room: Place;
  /** 1 is Monday. */
  readonly weekday: number;
  /** Minutes after midnight, local time. */
  readonly minute: number;
  /** In minutes. */
  readonly length: number;
}

/**
 * The first series are the departments' colloquia, which always run; the others take turns when there are many.
 */
const LASTING = DISCIPLINES.length;
const MANY = 200;

export function sampleSeries(
  seed: number,
  talks: number,
  places: Places,
  { first, last }: SampleSchedule,
): SeriesPlan[] {
  const count = Math.round(32 + talks / 50);
  return Array.from({ length: count }, (_, index) => {
    const random = new Random(seed, 'series', index);
    const discipline = index < LASTING ? index : random.below(LASTING);
    const department = at(places.departments, discipline);
    const rooms = random.chance(0.85) ? department.rooms : random.pick(places.rooms);
    const isOfGroup = department.groups.length > 0 && random.chance(0.6);
    const plan = {
      discipline,
      organiser: isOfGroup ? random.pick(department.groups) : department.place,
      room: random.pick(rooms),
      weekday: 1 + random.below(5),
      minute: random.pick(words.minutes),
      length: random.pick(words.lengths),
    };
    let title = seriesTitle(index, department, random);
    if (count > MANY && index >= LASTING) {
      const turn = (index - LASTING) / (count - LASTING);
      const year = dateOf(first + Math.floor(turn * (last - first)) - 260).getUTCFullYear();
      title += ` ${String(year)}–${String((year + 1) % 100).padStart(2, '0')}`;
    }
    return { ...plan, record: recordOf(sampleSlug(seed, 'series', index), title, plan, department, random) };
  });
}

/** A series that is running on this day. */
export function runningSeries(
  series: readonly SeriesPlan[],
  day: DayNumber,
  { first, last }: SampleSchedule,
  random: Random,
): SeriesPlan {
  if (series.length <= MANY) return random.pick(series);
  if (random.chance(0.02)) return at(series, random.below(LASTING));
  const years = 730 / (last - first + 1);
  const turn = Math.min(Math.max((day - first) / (last - first) + (random.next() - 0.5) * years, 0), 0.999_999);
  return at(series, LASTING + Math.floor(turn * (series.length - LASTING)));
}

type Habit = Pick<SeriesPlan, 'minute' | 'weekday'>;

function recordOf(
  slug: string,
  title: string,
  { minute, weekday }: Habit,
  { discipline }: Department,
  random: Random,
): Series {
  const w = at(words.weekdays, weekday);
  const h = `${String(Math.floor(minute / 60))}:${String(minute % 60).padStart(2, '0')}`;
  const phrases = { f: random.pick(discipline.fields), d: discipline.department, w, o: w.slice(0, -1), h };
  return {
    type: 'series',
    slug,
    title,
    description: fromTemplate(random.pick(words.descriptions), phrases),
    occurrence: fromTemplate(random.pick(words.occurrences), phrases),
    webAddress: random.chance(0.5) ? `https://www.astermouth.example/series/${slug.slice(0, 8)}` : '',
    image: null,
  };
}

function seriesTitle(index: number, { discipline, groups }: Department, random: Random): string {
  const n = discipline.department
    .replace(/^(?:Faculty|Department|School) of (?:the )?/, '')
    .replace(/ Institute$/, ' Sciences');
  if (index < LASTING) return `${n} Colloquium`;
  const f = titleCase(random.pick(discipline.fields).replace(/^the /, ''));
  const b = random.pick(words.benefactors);
  const g = groups.length > 0 ? random.pick(groups).name : n;
  return fromTemplate(random.pick(words.titles), { n, f, b, g });
}
