import type { Checked } from './check.ts';
import { leastSquares, weigh } from './least-squares.ts';
import type { FanOutFigures, NewsFigures } from './measurements.ts';
import { RESOLUTION, type Parameters } from './parameters.ts';
import { inTurn, measuredSetUp, POLL_EVERY, questionKind } from './predictions.ts';
import { simulate } from './simulation.ts';

/** What a database that is a server and those who follow it cost, of a catalogue of one size. Seconds of processor time. */
export interface FanOut {
  readonly talks: number;
  /** [fixed, a changed talk, a follower, a changed talk and follower]: the database, for one version. */
  readonly database: readonly number[];
  /** [fixed, a follower]: the database, a second, when nothing is new. */
  readonly idle: readonly number[];
  /** [fixed, a changed talk]: a process that follows, beside its event loop and on it. */
  readonly rebuild: readonly number[];
  readonly swap: readonly number[];
}

/** Out of so many followers the parameters are made; more are for checking them. */
const FITTED_FOLLOWERS = 4;
const VERSIONS = 40;
/** Until those who listen hear of a commit, and there and back on one machine: seconds. */
const NOTIFIED = 0.001;
const ROUND_TRIP = 0.0003;

/** @throws Error when nothing was measured */
export function fitFanOut(figures: readonly FanOutFigures[]): FanOut {
  const fitted = figures.filter(isFitted);
  const [first] = fitted;
  if (first === undefined) throw new Error('no process that followed PostgreSQL was measured');
  const versions = fitted.flatMap(({ followers, news }) => news.map((one) => ({ ...one, followers })));
  const alone = versions.filter(({ followers }) => followers === 1);
  const ofProcess = (of: (one: NewsFigures) => number): number[] =>
    leastSquares(
      alone.map((one) => ({ variables: [1, one.changed], value: of(one) })),
      RESOLUTION,
    );
  return {
    talks: first.talks,
    database: leastSquares(
      versions.map(({ changed, followers, database }) => {
        return { variables: [1, changed, followers, followers * changed], value: database };
      }),
      RESOLUTION,
    ),
    idle: leastSquares(
      versions.map(({ followers, databaseIdle }) => ({ variables: [1, followers], value: databaseIdle })),
    ),
    rebuild: ofProcess(({ other }) => other),
    swap: ofProcess(({ main }) => main),
  };
}

export function checkFanOut(figures: readonly FanOutFigures[], parameters: Parameters, cores: number): Checked[] {
  const fanOut = fitFanOut(figures);
  return figures.flatMap((one) =>
    one.news.flatMap((news) => {
      const { followers, talks } = one;
      const { changed, live, main, other, database, databaseIdle } = news;
      const what = `PostgreSQL, ${changed === 1 ? '1 talk' : '1 % of the talks'} changed`;
      const row = (which: string, by: Checked['by'], [measured, predicted]: readonly [number, number]): Checked => {
        return {
          what: `${what}: ${which}`,
          talks,
          workers: followers,
          fitted: isFitted(one),
          by,
          unit: 's',
          measured,
          predicted,
        };
      };
      const variables = [1, changed, followers, followers * changed];
      const own = weigh(fanOut.rebuild, [1, changed]) + weigh(fanOut.swap, [1, changed]);
      const slowest = propagation({ fanOut, parameters, cores, followers, changed });
      return [
        row('commit to live everywhere', 'simulation', [mean(live), slowest]),
        row('processor time of the database', 'formula', [database, weigh(fanOut.database, variables)]),
        row('processor time of a process', 'formula', [main + other, own]),
        row('processor time of the database, idle, a second', 'formula', [
          databaseIdle,
          weigh(fanOut.idle, [1, followers]),
        ]),
      ];
    }),
  );
}

interface Propagation {
  readonly fanOut: FanOut;
  readonly parameters: Parameters;
  readonly cores: number;
  readonly followers: number;
  readonly changed: number;
}

/** Everybody on one machine, the database too: seconds until the last process answers from a new version, in the mean. */
function propagation({ fanOut, parameters, cores, followers, changed }: Propagation): number {
  const { talks, database } = fanOut;
  const [, , read = 0, row = 0] = database;
  const [, poll = 0] = fanOut.idle;
  const rebuild = weigh(fanOut.rebuild, [1, changed]);
  const apart = 2 + followers * rebuild;
  const { live } = simulate({
    ...measuredSetUp({ parameters, talks, workers: followers, cores }),
    seconds: VERSIONS * apart,
    clients: { kind: 'open', rate: 10, evenly: true },
    questions: inTurn('talk', questionKind(parameters, 'talk', talks)),
    database: {
      ...{ servers: 1, cores: undefined, lag: 0, roundTrip: ROUND_TRIP, notifies: NOTIFIED },
      ...{ poll: poll * POLL_EVERY, read, row },
    },
    news: {
      ...{ changed, rebuild, pause: weigh(fanOut.swap, [1, changed]), pollEvery: POLL_EVERY },
      at: Array.from({ length: VERSIONS }, (_, i) => i * apart + (i / VERSIONS) * POLL_EVERY),
    },
  });
  return mean(live.map((processes) => Math.max(...processes)));
}

function isFitted({ followers }: FanOutFigures): boolean {
  return followers <= FITTED_FOLLOWERS;
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
}
