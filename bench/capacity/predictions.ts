import { ANSWER_MEMORY, grown, workOf, type Parameters } from './parameters.ts';
import { ASKED_AGAIN, type KindId } from './kinds.ts';
import { weigh } from './least-squares.ts';
import type { News, SetUp } from './simulation.ts';
import type { Question, QuestionKind } from './simulation/worker.ts';

/** POLL_MILLISECONDS of src/search/replica/index-replica.ts, in seconds. */
export const POLL_EVERY = 0.25;
/** OVERHEAD of src/server/http/response-cache.ts, and its key: bytes. */
const KEPT_OVERHEAD = 1024 + 2 * 100;
const PAGE = 20;
const SERIES = 50;

/** What answering each kind of question costs, as the simulation takes it. */
export function questionKind(parameters: Parameters, kind: KindId, talks: number): QuestionKind {
  const made = (of: KindId, count: number): Omit<QuestionKind, 'kept'> => ({
    talks: count,
    made: workOf(parameters.kinds[of], talks),
    size: parameters.kinds[of].bytes + KEPT_OVERHEAD,
    waits: of === 'searchGzip',
    known: workOf(parameters.kinds[of], talks),
  });
  const kept = (of: KindId): QuestionKind['kept'] => workOf(parameters.kinds[of], talks);
  switch (kind) {
    case 'talk':
      return { ...made('talk', 1), kept: undefined };
    case 'series':
      return { ...made('series', SERIES), kept: undefined };
    case 'search':
    case 'searchAgain':
      return { ...made('search', PAGE), kept: kept('searchAgain') };
    case 'searchGzip':
    case 'searchAgainGzip':
      return { ...made('searchGzip', PAGE), kept: kept('searchAgainGzip') };
    case 'notModified':
      return { ...made('search', PAGE), kept: kept('notModified') };
  }
}

/** How many questions of a kind are asked in turn: some again and again, or ever new ones. */
export function inTurn(kind: KindId, of: QuestionKind): () => Question {
  const different = kind === 'searchAgain' || kind === 'searchAgainGzip' || kind === 'notModified' ? ASKED_AGAIN : 1e9;
  let asked = 0;
  return () => ({ id: (asked += 1) % different, kind: of });
}

/** Questions of a kind by their ranks, one after the other and again from the first. */
export function drawn(ranks: readonly number[], kind: QuestionKind): () => Question {
  let at = -1;
  return () => ({ id: ranks[(at += 1) % ranks.length] ?? 0, kind });
}

/** What a version costs a process that takes it over. */
export function newsOf({ news }: Parameters, talks: number, changed: number): Omit<News, 'at'> {
  const variables = [1, talks, changed];
  return {
    changed,
    pollEvery: POLL_EVERY,
    rebuild: weigh(news.rebuild, variables),
    pause: weigh(news.swap, variables),
  };
}

/** A database in the process itself, as SQLite is: what asking it costs is part of making the index. */
export const SQLITE: SetUp['database'] = {
  servers: 1,
  cores: Infinity,
  poll: 0,
  read: 0,
  row: 0,
  roundTrip: 0,
  lag: 0,
  notifies: undefined,
};

export interface MeasuredSetUp {
  readonly parameters: Parameters;
  readonly talks: number;
  readonly workers: number;
  readonly cores: number;
}

/** The set-up that the benchmark measures: everything on one machine, the client too. */
export function measuredSetUp({
  parameters,
  talks,
  workers,
  cores,
}: MeasuredSetUp): Omit<SetUp, 'clients' | 'questions'> {
  const { render } = parameters;
  return {
    seed: 1,
    seconds: 1,
    warming: 0.5,
    talks,
    machines: 1,
    cores,
    workers,
    answerMemory: ANSWER_MEMORY,
    render: workOf(render, talks),
    cache: undefined,
    database: SQLITE,
    news: { ...newsOf(parameters, talks, 0), at: [] },
  };
}

/** Of the client that the benchmark asks with. */
export function clientWork({ kinds }: Parameters, kind: KindId, talks: number): number {
  return grown(kinds[kind].client, talks);
}
