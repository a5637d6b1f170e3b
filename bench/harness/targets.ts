import { TODAY } from './catalogue.ts';
import { dayAfter, daysBetween } from './days.ts';
import type { Facts } from './facts.ts';
import type { Random } from './random.ts';

/** Names and values of a query. */
export type Parameters = Readonly<Record<string, string | number>>;

/** The days from TODAY on from which `present` asks. */
export const PRESENT_DAYS = 30;
const BEFORE_ALL = '1950-01-01';
const AFTER_ALL = '2040-01-01';

/** Makes one request target after another. */
export type Make = (random: Random) => string;

/** So many different targets. */
export function distinct(amount: number, random: Random, make: Make): string[] {
  const targets = new Set<string>();
  for (let tries = 0; targets.size < amount; tries += 1) {
    if (tries > amount * 20) throw new Error(`there are only ${String(targets.size)} different questions of this kind`);
    targets.add(make(random));
  }
  return [...targets];
}

export function search(parameters: Parameters): string {
  const pairs = Object.entries(parameters).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `/api/talks/search?${pairs.join('&')}`;
}

/** The talks of the coming weeks: what most people ask for. */
export const upcoming: Make = (random) =>
  search({
    from: dayAfter(TODAY, random.below(120)),
    to: `plus${String(40 + random.below(300))}`,
    count: 20,
    page: 1 + random.below(3),
  });

/** A search of the coming weeks or a talk: what readers ask for all day. */
export function reader({ known }: Facts): Make {
  return (random) =>
    random.below(2) === 0 ? upcoming(random) : `/api/talks/${random.pick(known).slug}?n=${String(random.below(1000))}`;
}

/** Any time of the catalogue's. */
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
 * Everything that one parameter's value finds from a day of the coming weeks on; `to` only makes questions different,
 * it lies behind the last talk.
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
  /** Any of the first so many. */
  readonly pages?: number;
}

/** From one of the days before the first talk on; the day only makes questions different. */
export function always(parametersOf: (random: Random) => Parameters): Make {
  return (random) => search({ from: dayAfter(BEFORE_ALL, random.below(9000)), ...parametersOf(random), count: 20 });
}

/** Organisations that have others below them, but for the one above all. */
export function departmentsWithMore({ organisations }: Facts): string[] {
  const parents = new Set(organisations.map(({ parent }) => parent));
  return organisations.filter(({ id, depth }) => depth > 0 && parents.has(id)).map(({ id }) => id);
}
