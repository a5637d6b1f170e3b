import { TODAY } from './catalogue.ts';
import { dayAfter, daysBetween } from './days.ts';
import type { Counted, Facts } from './facts.ts';
import type { Random } from './random.ts';

/** Query parameters. */
export type Parameters = Readonly<Record<string, string | number>>;

/** Searches by `present` start on one of this many days from TODAY. */
export const PRESENT_DAYS = 30;
const BEFORE_ALL = '1950-01-01';
const AFTER_ALL = '2040-01-01';

/** Makes a request target. */
export type Make = (random: Random) => string;

/** Makes `amount` different targets. */
export function distinct(amount: number, random: Random, make: Make): string[] {
  const targets = new Set<string>();
  for (let tries = 0; targets.size < amount; tries += 1) {
    if (tries > amount * 20) throw new Error(`only ${String(targets.size)} different targets can be made`);
    targets.add(make(random));
  }
  return [...targets];
}

export function search(parameters: Parameters): string {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `/api/talks/search?${pairs.join('&')}`;
}

/** A search for the talks of the coming weeks, the most common search. */
export const upcoming: Make = (random) =>
  search({
    from: dayAfter(TODAY, random.below(120)),
    to: `plus${String(40 + random.below(300))}`,
    count: 20,
    page: 1 + random.below(3),
  });

/** A search for the talks of the coming weeks or a request for one talk, the most common requests. */
export function reader({ known }: Facts): Make {
  return (random) =>
    random.below(2) === 0 ? upcoming(random) : `/api/talks/${random.pick(known).slug}?n=${String(random.below(1000))}`;
}

/** A search in any period of the catalogue. */
export function anytime({ first, last }: Facts): Make {
  const days = daysBetween(first, last) - 120;
  return (random) =>
    search({
      from: dayAfter(first, random.below(days)),
      to: `plus${String(60 + random.below(60))}`,
      count: 20,
      page: 1 + random.below(3),
    });
}

/**
 * A search for all talks that match a parameter's value from a day in the coming weeks. `to` is after the last talk and
 * only makes queries different.
 */
export function present({ parameter, values, more = {}, pages = 1 }: Present): Make {
  return (random) =>
    search({
      from: dayAfter(TODAY, random.below(PRESENT_DAYS)),
      to: dayAfter(AFTER_ALL, random.below(5000)),
      [parameter]: random.pick(values),
      ...more,
      count: 20,
      page: 1 + random.below(pages),
    });
}

export interface Present {
  readonly parameter: string;
  readonly values: readonly string[];
  readonly more?: Parameters;
  /** Number of pages from which one is picked; default: 1. */
  readonly pages?: number;
}

/** A search from a day before the first talk. The day only makes queries different. */
export function always(parametersOf: (random: Random) => Parameters): Make {
  return (random) => search({ from: dayAfter(BEFORE_ALL, random.below(9000)), ...parametersOf(random), count: 20 });
}

const DIFFERENT_SERIES = 20;

/** The series whose numbers of talks are closest to `talks`. */
export function seriesNearest({ series }: Facts, talks: number): Counted[] {
  const distance = (one: Counted): number => Math.abs(one.talks - talks);
  return [...series].sort((a, b) => distance(a) - distance(b)).slice(0, DIFFERENT_SERIES);
}

/** All talks of a series, from a day before the first talk. The day only makes queries different. */
export function ofOneSeries(series: readonly Counted[]): Make {
  return (random) => `/api/series/${random.pick(series).id}?from=${dayAfter(BEFORE_ALL, random.below(9000))}`;
}

/** Organisations with children, except the root. */
export function departmentsWithMore({ organisations }: Facts): string[] {
  const parents = new Set(organisations.map(({ parent }) => parent));
  return organisations.filter(({ id, depth }) => depth > 0 && parents.has(id)).map(({ id }) => id);
}
