import type { TalkTrait } from '#catalogue/talk-traits.ts';
import type { AttributeFilters } from '../query/question.ts';
import type { Missing } from '../query/value-forms.ts';
import { calendarIn, dayOfSecond } from '../query/calendar-date.ts';
import type { TalkColumns } from './columns.ts';
import { hasStatus, hasTrait, isCancelled } from './talk-marks.ts';

/** The trait behind each value of `attendance`, `has` and `audience`. */
export const TRAIT_OF = {
  online: 'online',
  in_person: 'located',
  recording: 'recording',
  slides: 'slides',
  public: 'public',
  members: 'members',
} as const satisfies Readonly<Record<string, TalkTrait>>;

/** What a talk lacks, by its mark; without an end, it has no length. A talk online needs no room. */
const LACKS: Readonly<Record<Exclude<Missing, 'end'>, (mark: number) => boolean>> = {
  title: (mark) => hasTrait(mark, 'untitled'),
  speaker: (mark) => hasTrait(mark, 'withoutSpeaker'),
  abstract: (mark) => hasTrait(mark, 'withoutAbstract'),
  room: (mark) => !hasTrait(mark, 'located') && !hasTrait(mark, 'online'),
};

/** Returns a test for the attributes of the talk at a position. */
export function attributeTest(
  { marks, starts, lengths }: TalkColumns,
  cancelled: 'omit' | 'only' | undefined,
  attributes: AttributeFilters | undefined,
): (position: number) => boolean {
  const tests: ((mark: number) => boolean)[] = [];
  if (cancelled !== undefined) tests.push((mark) => isCancelled(mark) === (cancelled === 'only'));
  if (attributes !== undefined) tests.push(...markTests(attributes));
  const isEvening = attributes?.evening === undefined ? undefined : eveningTest(attributes.timeZone);
  const missing = attributes?.missing ?? [];
  const lacksEnd = missing.includes('end');
  const lacks = (mark: number): boolean => missing.some((one) => one !== 'end' && LACKS[one](mark));
  return (position) => {
    const mark = marks[position] ?? 0;
    for (const test of tests) if (!test(mark)) return false;
    if (missing.length > 0 && !lacks(mark) && !(lacksEnd && lengths[position] === 0)) return false;
    return isEvening === undefined || isEvening(starts[position] ?? 0) === attributes?.evening;
  };
}

function markTests({
  status,
  attendance,
  has,
  audience,
  free,
  bookingRequired,
  long,
}: AttributeFilters): ((mark: number) => boolean)[] {
  const tests: ((mark: number) => boolean)[] = [];
  if (status.length > 0) tests.push((mark) => status.some((one) => hasStatus(mark, one)));
  if (attendance.length > 0) tests.push((mark) => attendance.some((one) => hasTrait(mark, TRAIT_OF[one])));
  if (has.length > 0) tests.push((mark) => has.some((one) => hasTrait(mark, TRAIT_OF[one])));
  if (audience.length > 0) tests.push((mark) => audience.some((one) => hasTrait(mark, TRAIT_OF[one])));
  if (free !== undefined) tests.push((mark) => hasTrait(mark, 'free') === free);
  if (bookingRequired !== undefined) tests.push((mark) => hasTrait(mark, 'bookingRequired') === bookingRequired);
  if (long === true) tests.push((mark) => hasTrait(mark, 'long'));
  return tests;
}

/**
 * Returns a test for moments (seconds since 1970-01-01T00:00:00Z) in the evening. Fast if they come in ascending order,
 * because the last day is cached.
 */
export function eveningTest(timeZone: string): (second: number) => boolean {
  const calendar = calendarIn(timeZone);
  let dayStarts = Infinity;
  let dayEnds = -Infinity;
  let evening = Infinity;
  return (second) => {
    if (second < dayStarts || second >= dayEnds) {
      const day = dayOfSecond(calendar, second);
      dayStarts = calendar.startOfDay(day);
      dayEnds = calendar.startOfDay(day + 1);
      evening = calendar.startOfEvening(day);
    }
    return second >= evening;
  };
}
