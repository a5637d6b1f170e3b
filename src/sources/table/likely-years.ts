import { unaccented } from '#catalogue/folding.ts';
import { monthNamed } from '../month-names.ts';
import { wallMidnight } from '../wall-clock.ts';
import { isInQuestion } from './written-day.ts';
import type { CivilDay, WrittenDay } from './written-day.ts';
import { writtenDate } from './written-date.ts';
import type { WrittenDate } from './written-date.ts';

const DAY = 86_400;
/** Dates go on: the next one is expected this far from the one above. */
const AHEAD = 90 * DAY;

/** Where the year of a date comes from. */
type YearFrom = 'operator' | 'other dates' | 'heading';

const NOTES: Readonly<Record<YearFrom, string>> = {
  operator: 'without a year: in the year that --year names',
  'other dates': 'without a year: in the year that fits the other dates of the table',
  heading: 'without a year: in the year named above the table',
};

/** A date with its year filled in. */
interface LikelyDate {
  readonly date: WrittenDate;
  /** For the summary. */
  readonly note: string;
}

/**
 * Finds the year of dates with neither year nor weekday: the one that the operator names; else the one that puts the date
 * nearest to 90 days beyond the date above it, in the direction in which the dates of the table run. Never today's: a
 * list may be an archive.
 */
export class LikelyYears {
  readonly #year: number | undefined;
  readonly #heading: number | undefined;
  /** The first complete date of the table. */
  #first: number | undefined;
  /** The date above; `#direction` is 1 while dates ascend and -1 while they descend. */
  #above: number | undefined;
  #direction = 1;
  #from: YearFrom | undefined;

  /** @param year such as `2026` or `2026/27`; `''`: not named. @param heading text above the table */
  constructor(year: string, heading: string) {
    this.#year = middleOf(year);
    this.#heading = middleOf(heading);
  }

  /** Whether nothing tells the year of dates that have none. Final when all dates have been observed. */
  get areUnknown(): boolean {
    return (this.#year ?? this.#heading ?? this.#first) === undefined;
  }

  /** Call for complete dates of the table. */
  observe(day: WrittenDay): void {
    const [civil] = isInQuestion(day) ? day.values() : [day];
    if (civil !== undefined) this.#first ??= wallMidnight(civil);
  }

  /** Call with the date of each row as it is read. */
  take(day: CivilDay, isComplete: boolean): void {
    const at = wallMidnight(day);
    if (this.#above !== undefined && at !== this.#above) this.#direction = at < this.#above ? -1 : 1;
    this.#above = at;
    if (isComplete) this.#from = 'other dates';
  }

  /** Undefined: not certainly a day and a month. */
  completed(text: string, thisYear: number): LikelyDate | undefined {
    if (!isYearless(text) || this.areUnknown) return undefined;
    const near = this.#near();
    const likely = this.#nearest(text, near, thisYear);
    // “Autumn 2026” may end in January.
    const from = this.#from === 'heading' ? (this.#above ?? -Infinity) : -Infinity;
    const isEarlier = likely !== undefined && likely.at < from - AHEAD;
    const best = isEarlier ? this.#nearest(text, from + AHEAD, thisYear) : likely;
    return best === undefined ? undefined : { date: best.date, note: NOTES[this.#from ?? 'heading'] };
  }

  #nearest(
    text: string,
    near: number,
    thisYear: number,
  ): { readonly date: WrittenDate; readonly at: number } | undefined {
    const year = new Date(near * 1000).getUTCFullYear();
    let best: { readonly date: WrittenDate; readonly at: number } | undefined;
    // 29 February may be years away.
    for (let other = year - 4; other <= year + 4; other++) {
      const date = completeIn(text, other, thisYear);
      const day = date?.day;
      if (date === undefined || day === undefined || isInQuestion(day)) continue;
      const at = wallMidnight(day);
      if (best === undefined || Math.abs(at - near) < Math.abs(best.at - near)) best = { date, at };
    }
    return best;
  }

  #near(): number {
    if (this.#year !== undefined) {
      this.#from = 'operator';
      return this.#year;
    }
    if (this.#from === 'heading' && this.#heading !== undefined) return this.#heading;
    if (this.#above !== undefined) return this.#above + this.#direction * AHEAD;
    this.#from = this.#first !== undefined ? 'other dates' : 'heading';
    return this.#first ?? this.#heading ?? 0;
  }
}

/** `12.07.`, which can only be day and month. */
const DOTTED = /^[^\d]{0,20}\d{1,2}\. ?\d{1,2}\.(?! ?\d{2,4}(?!\d|:))/;

/** Whether a text without a year is certainly a day and a month. */
export function isYearless(text: string): boolean {
  return hasMonthName(text) || DOTTED.test(text);
}

function hasMonthName(text: string): boolean {
  const words = unaccented(text).match(/\p{L}+/gu);
  return words?.some((word) => monthNamed(word) !== undefined) === true;
}

function completeIn(text: string, year: number, thisYear: number): WrittenDate | undefined {
  const [dotted = ''] = DOTTED.exec(text) ?? [];
  const whole = dotted === '' ? `${text} ${year}` : `${dotted}${year}${text.slice(dotted.length)}`;
  const date = writtenDate(whole, thisYear);
  if (typeof date === 'string') return undefined;
  return isInQuestion(date.day) ? { ...date, day: date.day.get('dmy') } : date;
}

/** Middle of the only year, or only academic year such as 2026/27, in a text. */
function middleOf(text: string): number | undefined {
  const found = [...text.matchAll(/(?<!\d)((?:19|20)\d\d)(?: ?[/–-] ?((?:19|20)?\d\d))?(?![\d.:-])/g)];
  const [year, ...others] = new Set(found.map(([, first]) => first));
  if (year === undefined || others.length > 0) return undefined;
  const further = found.some(
    ([, , second]) => second !== undefined && Number(second) % 100 === (Number(year) + 1) % 100,
  );
  return wallMidnight(
    further ? { year: Number(year) + 1, month: 2, day: 1 } : { year: Number(year), month: 7, day: 2 },
  );
}
