import { shownValue } from '#catalogue/shown-value.ts';
import { DATE_ORDERS } from '../source-format.ts';
import type { DateOrder, SourceProblem } from '../source-format.ts';
import { fullYear, isDay, isInQuestion } from './written-day.ts';
import type { CivilDay, WrittenDay } from './written-day.ts';

/** A date in the file. */
interface Seen {
  readonly text: string;
  readonly line: number;
}

/** A two-digit number can be a leading year if it is within this many years of now. */
const YEARS_BEHIND = 15;
const YEARS_AHEAD = 5;

/**
 * Finds the order of day, month and year in which all dates of a file are valid. A day above 12 or a weekday decides;
 * if nothing does, and it matters, the operator has to set it.
 */
export class DateOrders {
  readonly #thisYear: number;
  #left: readonly DateOrder[] = DATE_ORDERS;
  /** The last date that ruled out an order. */
  #decisive: Seen | undefined;
  /** Two dates that are not valid in the same order. */
  #contradiction: readonly [Seen, Seen] | undefined;
  /** By pair of orders, a date that they read differently. */
  readonly #differing = new Map<string, Seen>();

  constructor(thisYear: number) {
    this.#thisYear = thisYear;
  }

  /** The orders in which a date is likely; none if it is a mistake. */
  possible(day: ReadonlyMap<DateOrder, CivilDay>): readonly DateOrder[] {
    return isMistake(day) ? [] : DATE_ORDERS.filter((order) => this.#isPossible(order, day.get(order)));
  }

  observe(day: WrittenDay, text: string, line: number): void {
    if (!isInQuestion(day) || isMistake(day) || this.#contradiction !== undefined) return;
    const possible = this.#left.filter((order) => this.#isPossible(order, day.get(order)));
    if (possible.length === 0) {
      if (this.#decisive !== undefined) this.#contradiction = [this.#decisive, { text, line }];
      return;
    }
    if (possible.length < this.#left.length) {
      this.#left = possible;
      this.#decisive = { text, line };
    }
    for (const pair of pairsOf(possible)) {
      if (!this.#differing.has(pairKey(pair)) && !isSame(day.get(pair[0]), day.get(pair[1]))) {
        this.#differing.set(pairKey(pair), { text, line });
      }
    }
  }

  #isPossible(order: DateOrder, day: CivilDay | undefined): boolean {
    if (day === undefined) return false;
    if (order !== 'ymd') return true;
    return day.year >= this.#thisYear - YEARS_BEHIND && day.year <= this.#thisYear + YEARS_AHEAD;
  }

  /** The order; `mixed` if there are several; a problem if the operator has to set it. */
  decide(): DateOrder | 'mixed' | SourceProblem {
    if (this.#contradiction !== undefined) return 'mixed';
    const [first = 'dmy'] = this.#left;
    const open = pairsOf(this.#left).map(pairKey);
    const example = [...this.#differing].find(([pair]) => open.includes(pair))?.[1];
    return example === undefined ? first : undecided(example, this.#left);
  }

  /** For the summary: the date that decided the order, or two that contradict each other; undefined if none had to. */
  get shownBy(): string | undefined {
    const seen = this.#contradiction ?? (this.#decisive === undefined ? [] : [this.#decisive]);
    return seen.map(({ text, line }) => `${shownValue(text)} in line ${line}`).join(' and ') || undefined;
  }
}

/** “31/02/26” is a day that does not exist, rather than one in 2031, so it does not tell the order. */
function isMistake(day: ReadonlyMap<DateOrder, CivilDay>): boolean {
  const ymd = day.get('ymd');
  if (ymd === undefined || day.size > 1) return false;
  const first = ymd.year % 100;
  const year = fullYear(String(ymd.day).padStart(2, '0'));
  return first > 0 && first <= 31 && !isDay({ year, month: ymd.month, day: first });
}

/** As shown to people. */
export const ORDER_IN_WORDS: Readonly<Record<DateOrder, string>> = {
  dmy: 'day, month, year',
  mdy: 'month, day, year',
  ymd: 'year, month, day',
};

function undecided({ text, line }: Seen, left: readonly DateOrder[]): SourceProblem {
  const ways = left.map((order) => ORDER_IN_WORDS[order]).join('”, or “');
  return {
    code: 'unknown-date-order',
    where: '',
    what: `Dates such as ${shownValue(text)} are ambiguous: “${ways}”.`,
    hint: `Set the order: --date-order ${left.join(', or --date-order ')}.`,
    line,
  };
}

function pairsOf(orders: readonly DateOrder[]): [DateOrder, DateOrder][] {
  return orders.flatMap((first, index) =>
    orders.slice(index + 1).map((second): [DateOrder, DateOrder] => [first, second]),
  );
}

function pairKey([first, second]: readonly [DateOrder, DateOrder]): string {
  return `${first} ${second}`;
}

function isSame(one: CivilDay | undefined, other: CivilDay | undefined): boolean {
  return one?.year === other?.year && one?.month === other?.month && one?.day === other?.day;
}
