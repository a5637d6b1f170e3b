import { Random } from '../harness/random.ts';
import { READERS, SCREENS, SERVERS, share, type Client, type Widget } from './widgets.ts';

/** One request of the day. */
export interface Asked {
  /** Seconds since midnight. */
  readonly at: number;
  readonly target: string;
  readonly accept: string;
  readonly client: Client;
  /** Query and representation, regardless of the order of parameters. */
  readonly question: string;
  /** Whether the client has received this response before and sends its ETag. */
  readonly returning: boolean;
}

export interface DayPlan {
  readonly widgets: readonly Widget[];
  /** Page views with a widget per day, not counting clients that poll. */
  readonly views: number;
  readonly seed: number;
}

export const DAY = 86_400;

/** Page views in each hour from midnight, as a percentage of a day at a university during term. */
const HOURS = [
  0.9, 0.5, 0.4, 0.3, 0.4, 0.7, 1.5, 3.2, 6.3, 8.1, 8.4, 8.2, 7.6, 7.9, 8.0, 7.6, 6.9, 5.6, 4.2, 3.6, 3.3, 3.0, 2.1,
  1.3,
];
const ALL_HOURS = HOURS.reduce((sum, hour) => sum + hour);

const SCREENS_ASK_EVERY = [60, 60, 120, 300];
const SERVERS_ASK_EVERY = [300, 300, 900, 3600];
const SCREEN_COUNT = 40;
const SERVER_COUNT = 120;
/** One in this many readers has received the response before. */
const RETURNING_ONE_IN = 4;

/** The requests of a day in order of time. A plan always results in the same requests. */
export function* requestsOf(plan: DayPlan): Generator<Asked> {
  const random = new Random(plan.seed);
  const byRank = popularity(plan.widgets);
  const clocks = clocksOf(plan.widgets, random);
  for (let second = 0; second < DAY; second += 1) {
    const hour = HOURS[Math.floor(second / 3600)] ?? 0;
    const expected = (plan.views * hour) / ALL_HOURS / 3600;
    const asked: Asked[] = [];
    for (let i = poisson(expected, random); i > 0; i -= 1) {
      const widget = plan.widgets[byRank(fraction(random))];
      if (widget !== undefined) asked.push(request(widget, share(READERS, random), second + fraction(random), random));
    }
    for (const { widget, client, every, phase } of clocks)
      if (second % every === phase) asked.push(request(widget, client, second + fraction(random), random));
    yield* asked.sort((a, b) => a.at - b.at);
  }
}

interface Clock {
  readonly widget: Widget;
  readonly client: Client;
  /** Seconds between requests. */
  readonly every: number;
  readonly phase: number;
}

/** Servers poll on the full minute, like cron jobs. The phase of a screen depends on when it was switched on. */
function clocksOf(widgets: readonly Widget[], random: Random): Clock[] {
  const screens = Array.from({ length: SCREEN_COUNT }, (): Clock => {
    const every = random.pick(SCREENS_ASK_EVERY);
    return { widget: random.pick(widgets), client: share(SCREENS, random), every, phase: random.below(every) };
  });
  const servers = Array.from({ length: SERVER_COUNT }, (): Clock => {
    const every = random.pick(SERVERS_ASK_EVERY);
    return { widget: random.pick(widgets), client: share(SERVERS, random), every, phase: random.below(5) };
  });
  return [...screens, ...servers];
}

function request(widget: Widget, client: Client, at: number, random: Random): Asked {
  const { spellings, accept, representation, bustsCaches, rank } = widget;
  const buster = bustsCaches ? `&_=${String(1_700_000_000_000 + Math.floor(at * 1000))}` : '';
  return {
    at,
    target: random.pick(spellings) + buster,
    accept,
    client,
    question: `${String(rank)} ${representation}`,
    returning: random.below(RETURNING_ONE_IN) === 0,
  };
}

/**
 * Maps a number from 0 to 1 to a rank. By Zipf's law, the page of rank r gets 1/(r+1) of the views of the first page.
 */
function popularity(widgets: readonly Widget[]): (share: number) => number {
  const sums = new Float64Array(widgets.length);
  let sum = 0;
  for (let rank = 0; rank < widgets.length; rank += 1) sums[rank] = sum += 1 / (rank + 1);
  return (wanted) => {
    let [low, high] = [0, sums.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) > wanted * sum) high = middle;
      else low = middle + 1;
    }
    return low;
  };
}

const FINE = 0x4000_0000;

/** A number from 0 to 1, excluding 1. */
function fraction(random: Random): number {
  return random.below(FINE) / FINE;
}

/** A Poisson-distributed number with this mean (Knuth's method; large means are split in two). */
function poisson(expected: number, random: Random): number {
  if (expected > 20) return poisson(expected / 2, random) + poisson(expected / 2, random);
  const limit = Math.exp(-expected);
  let amount = -1;
  for (let product = 1; product > limit; amount += 1) product *= fraction(random);
  return Math.max(0, amount);
}
