import { shownValue } from '#catalogue/shown-value.ts';
import { secondsOf, timestampOf } from '#catalogue/timestamp.ts';
import { endOr, type Mend, mended } from '../findings.ts';
import { isYes } from '../hidden.ts';
import { isoDuration } from '../iso-time.ts';
import { noteClock, noteNoEnd, type Notes } from '../notes.ts';
import type { ReadOptions, SourceProblem } from '../source-format.ts';
import type { TalkTimes } from '../source-talk.ts';
import { ianaZone, UTC, wallMidnight, type Zone } from '../wall-clock.ts';
import { BEGINNING, DateCells, type DatedField, ENDING } from './date-cells.ts';
import { foldedHeader, type TableField } from './table-fields.ts';
import type { TableMapping, TableRow } from './table-mapping.ts';
import { UnreadableTime } from './unreadable-time.ts';
import type { CivilDay } from './written-day.ts';
import { WrittenZones } from './written-date.ts';

const DAY = 86_400;
/** An end before the start is taken to be on the next day if the talk is then no longer than this. */
const LONGEST_NIGHT = DAY / 2;

/** A start or end, from one or two columns. */
interface Point {
  readonly day: CivilDay | undefined;
  /** Last day, if it spans several. */
  readonly lastDay: CivilDay | undefined;
  /** Seconds since midnight. */
  readonly clock: number | undefined;
  readonly spanEnd: number | undefined;
  readonly zone: string;
}

const NO_POINT: Point = { day: undefined, lastDay: undefined, clock: undefined, spanEnd: undefined, zone: '' };

/** Reads the times of a table. Call `observe` for all rows that are held, then `decide`, then `read`. */
export class TableTimes {
  readonly #mapping: TableMapping;
  readonly #notes: Notes;
  readonly #cells: DateCells;
  readonly #floating: Zone;
  readonly #zones = new WrittenZones();
  /** Zones that rows name after their times, and how many do, of how many with times. */
  readonly #said = new Map<string, number>();
  #timed = 0;

  /** @param heading text above the table */
  constructor(mapping: TableMapping, options: ReadOptions, notes: Notes, heading: string) {
    this.#mapping = mapping;
    this.#notes = notes;
    this.#floating = ianaZone(options.zone) ?? UTC;
    this.#cells = new DateCells(mapping, options, notes, heading);
  }

  observe(row: TableRow): void {
    const isTimed = this.#cells.observe(row);
    const words = BEGINNING.map((field) => ZONE_AT_END.exec(this.#mapping.text(field, row))?.[1] ?? '');
    const named = words.find((word) => word !== '' && this.#zones.zone(word) !== undefined);
    if (named !== undefined) this.#said.set(named, (this.#said.get(named) ?? 0) + 1);
    if (isTimed || named !== undefined) this.#timed += 1;
  }

  /** @returns a problem when the order cannot be decided */
  decide(): SourceProblem | undefined {
    return this.#cells.decide();
  }

  /** @param onMend called with the problem if the end cannot be read */
  read(row: TableRow, onMend: (problem: SourceProblem) => void): TalkTimes | SourceProblem {
    const mend: Mend = (error, part) => onMend(mended(this.#problem(error, row), part));
    try {
      return this.#read(row, mend);
    } catch (error) {
      return this.#problem(error, row);
    }
  }

  #problem(error: unknown, { line }: TableRow): SourceProblem {
    if (!(error instanceof UnreadableTime)) throw error;
    return { ...error.problem, where: this.#mapping.called(error.field), line };
  }

  #read(row: TableRow, mend: Mend): TalkTimes {
    const begin = this.#point(BEGINNING, row);
    const ending = endOr(NO_POINT, mend, () => this.#point(ENDING, row));
    const { day, lastDay } = begin;
    const end = { ...ending, day: ending.lastDay ?? ending.day ?? lastDay };
    if (lastDay !== undefined) this.#notes.add('on several days: one talk from the first day to the last');
    if (day === undefined) throw noDay(begin, this.#mapping.has('date') ? 'date' : 'start');
    const own = begin.zone || end.zone || this.#zoneOfOthers(begin, row);
    const zone = this.#zone(own, row);
    const isFloating = own === '' && this.#mapping.text('time_zone', row).trim() === '';
    if (isYes(this.#mapping.text('all_day', row))) return this.#days(day, daysOnly(end, day), zone);
    if (begin.clock === undefined) return this.#days(day, end, zone);
    const wall = wallMidnight(day) + begin.clock;
    const start = zone.toUtc(wall);
    const clock = clockOf(own, isFloating, zone);
    noteClock(this.#notes, clock);
    const from = { wall, start, day, lastDay: lastDay ?? day, zone, spanEnd: begin.spanEnd };
    const finish = endOr(start, mend, () => this.#end(from, end, row));
    return { start: stamp(start), end: stamp(finish), ...clock };
  }

  /** Times of an all-day talk, including the last day. */
  #days(day: CivilDay, end: Point, zone: Zone): TalkTimes {
    if (end.clock !== undefined) {
      throw new UnreadableTime('start', 'no-start-time', 'It has an end time, but no start time.', GIVE_TIME);
    }
    noteClock(this.#notes, { clock: 'all-day', zone: zone.name });
    const start = zone.toUtc(wallMidnight(day));
    const finish = zone.toUtc(wallMidnight(end.day ?? day) + DAY);
    // A last day before the first is an end before the start, even if it is the day before.
    const last = finish > start ? finish : finish - DAY;
    return { start: stamp(start), end: stamp(last), clock: 'all-day', zone: zone.name };
  }

  /** UTC seconds. */
  #end(begin: Beginning, end: Point, row: TableRow): number {
    const zone = end.zone === '' ? begin.zone : this.#zone(end.zone, row);
    if (end.clock !== undefined) {
      const from = wallMidnight(end.day ?? begin.day);
      const finish = zone.toUtc(from + end.clock);
      return end.day === undefined
        ? zone.toUtc(this.#overnight(begin.wall, from + end.clock, finish < begin.start))
        : finish;
    }
    if (begin.spanEnd !== undefined) {
      const finish = wallMidnight(begin.lastDay) + begin.spanEnd;
      return zone.toUtc(this.#overnight(begin.wall, finish, finish < begin.wall));
    }
    const duration = this.#mapping.text('duration', row).trim();
    if (duration !== '') return this.#after(begin, this.#duration(duration));
    if (end.day !== undefined && wallMidnight(end.day) !== wallMidnight(begin.day))
      return zone.toUtc(wallMidnight(end.day) + DAY);
    noteNoEnd(this.#notes);
    return begin.start;
  }

  /** 22:00 to 01:00 ends on the next day; 15:00 to 14:00 is a mistake. */
  #overnight(start: number, end: number, isBefore: boolean): number {
    if (!isBefore || end + DAY - start > LONGEST_NIGHT) return end;
    this.#notes.add('ends after midnight, on the next day');
    return end + DAY;
  }

  /** On several days, a duration of less than a day applies to each day. */
  #after({ wall, start, day, lastDay, zone }: Beginning, seconds: number): number {
    const further = wallMidnight(lastDay) - wallMidnight(day);
    return further === 0 || seconds >= DAY ? start + seconds : zone.toUtc(wall + further + seconds);
  }

  #duration(text: string): number {
    const seconds = isoDuration(text) ?? durationIn(text, this.#mapping.called('duration'));
    if (seconds !== undefined && seconds <= 366 * DAY) return Math.round(seconds);
    throw new UnreadableTime(
      'duration',
      'bad-duration',
      `${shownValue(text)} is not a valid duration.`,
      'Write minutes, or 1:30, or 90 min.',
    );
  }

  #point(fields: readonly DatedField[], row: TableRow): Point {
    const found = fields.map((field) => this.#cells.read(field, row)).filter((written) => written !== undefined);
    const dated = found.find(({ day }) => day !== undefined);
    const timed = found.find(({ clocks }) => clocks !== undefined);
    const zoned = found.find(({ zone }) => zone !== '');
    if (dated?.isYearless === true) {
      this.#notes.add('without a year: the nearest year with that weekday');
    }
    return {
      day: dated?.day,
      lastDay: dated?.last,
      clock: timed?.clocks?.start,
      spanEnd: timed?.clocks?.end,
      zone: zoned?.zone ?? '',
    };
  }

  /** The zone of a time without one, if most others have the same; `''`: unknown. */
  #zoneOfOthers({ clock }: Point, row: TableRow): string {
    const [[zone, count] = ['', 0], another] = [...this.#said];
    if (clock === undefined || another !== undefined) return '';
    if (count < FEWEST_ZONES || 2 * count <= this.#timed) return '';
    if (this.#mapping.text('time_zone', row).trim() !== '') return '';
    this.#notes.add(`without a time zone: read in ${zone}, as the other times of the table`);
    return zone;
  }

  #zone(own: string, row: TableRow): Zone {
    const name = own || this.#mapping.text('time_zone', row).trim();
    if (name === '') return this.#floating;
    const zone = this.#zones.zone(name);
    if (zone !== undefined) return zone;
    const what = `Time zone ${shownValue(name)} is unknown or ambiguous.`;
    throw new UnreadableTime(
      own === '' ? 'time_zone' : 'start',
      'unknown-time-zone',
      what,
      'Use an IANA name such as Europe/London, or an offset.',
    );
  }
}

/** An abbreviation after a time of day. */
const ZONE_AT_END = /\d.{0,12}\s\(?([A-Z]{2,5})\)?\s*$/u;
/** Rows that must name a zone, besides being the most of those with a time, so that those without one are in the same. */
const FEWEST_ZONES = 2;

interface Beginning {
  /** Local and UTC seconds. */
  readonly wall: number;
  readonly start: number;
  readonly day: CivilDay;
  readonly lastDay: CivilDay;
  readonly zone: Zone;
  readonly spanEnd: number | undefined;
}

/** The last day of a row that says that it is all day: Outlook's ends at the midnight after it. */
function daysOnly(end: Point, first: CivilDay): Point {
  const { day, clock } = end;
  if (day === undefined || clock !== 0 || wallMidnight(day) <= wallMidnight(first)) return { ...end, clock: undefined };
  const before = new Date((wallMidnight(day) - DAY) * 1000);
  const last = { year: before.getUTCFullYear(), month: before.getUTCMonth() + 1, day: before.getUTCDate() };
  return { ...end, clock: undefined, day: last };
}

const GIVE_TIME = 'Give it a start time, or leave out the end.';

function noDay({ clock }: Point, field: TableField): UnreadableTime {
  const what = clock === undefined ? 'It has no date.' : 'It has a time, but no date.';
  return new UnreadableTime(field, 'no-date', what, 'Add a date.');
}

function clockOf(own: string, isFloating: boolean, zone: Zone): Pick<TalkTimes, 'clock' | 'zone'> {
  if (isFloating) return { clock: 'floating', zone: zone.name };
  return own === '' || own.includes('/') ? { clock: 'zone', zone: zone.name } : { clock: 'moment', zone: '' };
}

/** Years 1 to 9999. */
const FIRST = secondsOf('0001-01-01T00:00:00Z');
const LAST = secondsOf('9999-12-31T23:59:59Z');

function stamp(seconds: number): string {
  if (seconds >= FIRST && seconds <= LAST) return timestampOf(seconds);
  throw new UnreadableTime('start', 'bad-date', 'Its year is out of range.', 'Fix the date.');
}

const UNITS: Readonly<Partial<Record<string, number>>> = { s: 1, m: 60, h: 3600 };

/**
 * Seconds of a duration as people write it: `90`, `90 min`, `1h30`, `1:30`, `1.5 hours`. A number alone is in minutes,
 * unless the header names another unit.
 */
export function durationIn(text: string, header: string): number | undefined {
  const plain = text.trim().toLowerCase().replace(',', '.');
  const [, clockHours, clockMinutes, clockSeconds = '0'] = /^(\d{1,3}):([0-5]\d)(?::([0-5]\d))?$/.exec(plain) ?? [];
  if (clockHours !== undefined) return Number(clockHours) * 3600 + Number(clockMinutes) * 60 + Number(clockSeconds);
  const [, hours, minutes] =
    /^(\d{1,3}) ?h(?:ours?|rs?)? ?(?:and )?(\d{1,2}) ?(?:m|min|mins|minutes?)?$/.exec(plain) ?? [];
  if (hours !== undefined) return Number(hours) * 3600 + Number(minutes) * 60;
  const [, amount, unit] =
    /^(\d{1,8}(?:\.\d{1,9})?) ?(s|secs?|seconds?|sekunden?|m|mins?\.?|minut\p{L}{1,3}|h|hrs?\.?|hours?|std\.?|stunden?|heures?|horas?)?$/u.exec(
      plain,
    ) ?? [];
  if (amount === undefined) return undefined;
  return (
    Number(amount) * (unit === undefined ? unitOf(header) : (UNITS[unit.startsWith('st') ? 'h' : unit.charAt(0)] ?? 60))
  );
}

function unitOf(header: string): number {
  // Keeps text in brackets: “Duration (hours)”.
  const words = foldedHeader(header.replace(/[()]/g, ' ')).split(' ');
  if (words.some((word) => /^(?:s|secs?|seconds?|sekunden)$/.test(word))) return 1;
  return words.some((word) => /^(?:h|hrs?|hours?|stunden|heures|horas)$/.test(word)) ? 3600 : 60;
}
