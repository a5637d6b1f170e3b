import { ofEachKind, type KindId } from './kinds.ts';
import { leastSquares, weigh, type Observation } from './least-squares.ts';
import type { LoadFigures, Measurement, ProcessorTime } from './measurements.ts';

/** What the model is made from; every number is seconds or bytes. */
export interface Parameters {
  /** Of so many catalogues, each served by one process, the parameters were made. */
  readonly talks: readonly number[];
  readonly kinds: Readonly<Record<KindId, KindParameters>>;
  readonly render: Readonly<Record<keyof ProcessorTime, Growth>>;
  readonly news: {
    /** [fixed, a talk, a changed talk]: processor time beside the event loop. */
    readonly rebuild: readonly number[];
    /** The same of the event loop itself. */
    readonly swap: readonly number[];
    /** The longest that an answer takes. */
    readonly pause: readonly number[];
  };
  readonly memory: {
    /** [fixed, a talk]: of the index, besides the table by slug. */
    readonly index: readonly number[];
    /** [fixed, a talk]: of a process, besides index, rendered talks and kept answers. */
    readonly process: readonly number[];
    /** Of a talk as it is rendered. */
    readonly rendered: number;
  };
  /** [fixed, a talk]: until a process is ready whose index was saved, and whose index was not. */
  readonly start: Readonly<Record<'saved' | 'made', readonly number[]>>;
}

export interface KindParameters {
  readonly main: Growth;
  readonly other: Growth;
  readonly client: Growth;
  /** Of an answer with its headers. */
  readonly bytes: number;
}

/** [at one talk, for each tenfold number of talks]. */
export type Growth = readonly number[];

/** Seconds of processor time that can just be told from what an idle process uses meanwhile. */
export const RESOLUTION = 0.01;

/** Bytes of the budgets (docs/reference/settings.md), in their default sizes. */
export const TALK_MEMORY = 96 * 2 ** 20;
export const ANSWER_MEMORY = 24 * 2 ** 20;
/** JSON and XML: a varied load asks for both. */
const RENDERINGS = 2;
/** Of an answer that is sent, besides its body. */
export const HEADERS = 480;

/** Sizes that the parameters are made from; what is larger is for checking them. */
export const FITTED_SIZES = 2;

/**
 * Parameters from the smallest catalogues, each served by one process.
 * @throws Error when there are none
 */
export function fit(measurements: readonly Measurement[]): Parameters {
  const fitted = fittedOn(measurements);
  if (fitted.length === 0) throw new Error('nothing was measured with one worker: npm run bench -- capacity');
  const bySize = (of: (one: Measurement) => number): number[] => growing(fitted, of);
  const byLogarithm = (of: (one: Measurement) => number): Growth =>
    leastSquares(
      fitted.map((one) => ({ variables: [1, Math.log10(one.talks)].slice(0, fitted.length), value: of(one) })),
    );
  const rendered = meanOf(fitted, ({ kinds }) => kinds.talk.bytes) - HEADERS;
  const news = (of: (one: Measurement['news'][number]) => number): number[] =>
    leastSquares(
      fitted.flatMap(({ talks, news: all }) => all.map((one) => observation(talks, one.changed, of(one)))),
      RESOLUTION,
    );
  return {
    talks: fitted.map(({ talks }) => talks),
    kinds: ofEachKind((kind) => ({
      ...loadParameters(byLogarithm, ({ kinds }) => kinds[kind]),
      bytes: meanOf(fitted, ({ kinds }) => kinds[kind].bytes),
    })),
    render: {
      main: byLogarithm(({ first, kinds }) => first.main - kinds.talk.main),
      other: byLogarithm(({ first, kinds }) => first.other - kinds.talk.other),
    },
    news: {
      rebuild: news(({ other }) => other),
      swap: news(({ main }) => main),
      pause: news(({ pause }) => Math.max(...pause)),
    },
    memory: {
      rendered,
      index: bySize(({ talks, memory }) => indexBytes(memory.index) - slotBytes(talks)),
      process: bySize(({ talks, memory }) => {
        return memory.afterLoad.total - indexBytes(memory.index) - ANSWER_MEMORY - renderedBytes(talks, rendered);
      }),
    },
    start: { saved: bySize(({ start }) => start.saved), made: bySize(({ start }) => start.made) },
  };
}

/** Which measurements the parameters are made from. */
export function fittedOn(measurements: readonly Measurement[]): Measurement[] {
  return measurements
    .filter(({ workers }) => workers === 1)
    .sort((a, b) => a.talks - b.talks)
    .slice(0, FITTED_SIZES);
}

/** Of the table that finds a talk by its slug: a power of two, at most three quarters full (src/search/index/columns.ts). */
export function slotBytes(talks: number): number {
  return 4 * 2 ** Math.ceil(Math.log2(Math.max(4, talks / 0.75)));
}

export function renderedBytes(talks: number, rendered: number): number {
  return Math.min(TALK_MEMORY, RENDERINGS * talks * rendered);
}

export function indexBytes(parts: Readonly<Record<string, number>>): number {
  return Object.values(parts).reduce((sum, bytes) => sum + bytes, 0);
}

/** What grows as the logarithm of the number of talks does, as look-ups and caches of the processor do. */
export function grown(growth: Growth, talks: number): number {
  return weigh(growth, [1, Math.log10(talks)]);
}

export function workOf({ main, other }: Readonly<Record<'main' | 'other', Growth>>, talks: number): ProcessorTime {
  return { main: grown(main, talks), other: grown(other, talks) };
}

function loadParameters(
  byLogarithm: (of: (one: Measurement) => number) => Growth,
  load: (one: Measurement) => LoadFigures,
): Omit<KindParameters, 'bytes'> {
  return {
    main: byLogarithm((one) => load(one).main),
    other: byLogarithm((one) => load(one).other),
    client: byLogarithm((one) => load(one).client),
  };
}

function observation(talks: number, changed: number, value: number): Observation {
  return { variables: [1, talks, changed], value };
}

function growing(fitted: readonly Measurement[], of: (one: Measurement) => number): number[] {
  return leastSquares(fitted.map((one) => ({ variables: fitted.length > 1 ? [1, one.talks] : [1], value: of(one) })));
}

function meanOf(fitted: readonly Measurement[], of: (one: Measurement) => number): number {
  return fitted.reduce((sum, one) => sum + of(one), 0) / fitted.length;
}
