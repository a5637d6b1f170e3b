import { LRUCache } from 'lru-cache';
import type { Problem } from '#catalogue/problem.ts';
import { memoize } from '../memoize.ts';
import type { Publication, Representation } from '../representation.ts';
import {
  type FeedFormat,
  type Format,
  FORMATS,
  formatsFor,
  type MediaType,
  type RepresentationFormat,
  type Subject,
  type WholeFeedFormat,
} from './formats.ts';

/** The chosen format, and its Content-Type. */
export type Choice = RepresentationChoice | FeedChoice;

export interface RepresentationChoice {
  readonly kind: 'representation';
  readonly format: RepresentationFormat;
  readonly representation: Representation;
  readonly contentType: string;
}

export interface FeedChoice {
  readonly kind: 'feed';
  readonly format: FeedFormat | WholeFeedFormat;
  readonly contentType: string;
}

export type Negotiated =
  | { readonly kind: 'chosen'; readonly choice: Choice }
  /** 406: the client accepts none of the `available` media types. */
  | { readonly kind: 'not-acceptable'; readonly available: readonly string[] }
  /** 400: `?format=` is not a format, or not that of the suffix. */
  | { readonly kind: 'malformed'; readonly problem: Problem };

/** The parts of a request that choose a format. */
interface Wish {
  /** The header, its lines joined; undefined when there is none. */
  readonly accept: string | undefined;
  /** The values of every `format` parameter of the query: they override the header. */
  readonly formats: readonly string[];
  /** The suffix of the path, from its first dot on: one of `suffixes`, or `''` for none. It overrides the header too. */
  readonly suffix: string;
}

/** Chooses the format of an answer, and that of an error (RFC 9110, 12.5.1). */
export interface Negotiation {
  answer(subject: Subject, wish: Wish): Negotiated;
  /** Those that a path of the subject may end in. */
  suffixes(subject: Subject): readonly string[];
  /** Chosen by the suffix, else like the format of an answer, among those that have errors; JSON by default. */
  problem(wish: Wish): ProblemChoice;
}

interface ProblemChoice {
  readonly representation: Representation;
  readonly contentType: string;
}

export function negotiation(publication: Publication): Negotiation {
  const chosen = choices(publication);
  const tableOf = memoize((subject: Subject) => new Table(subject, chosen));
  return {
    answer: (subject, wish) => tableOf(subject).answer(wish),
    suffixes: (subject) => tableOf(subject).suffixes,
    problem: problems(publication),
  };
}

type Choose = (format: Format, type: MediaType) => Choice;

/** Representations are made once. */
function choices(publication: Publication): Choose {
  const made = new Map<Format, Representation>();
  return (format, { contentType }) => {
    if (format.kind !== 'representation') return { kind: 'feed', format, contentType };
    const representation = made.get(format) ?? format.create(publication);
    made.set(format, representation);
    return { kind: 'representation', format, representation, contentType };
  };
}

/** The formats of one subject. */
class Table {
  readonly #formats: readonly Format[];
  readonly #choose: Choose;
  readonly #byAccept: (header: string) => Negotiated;
  readonly #bySuffix: ReadonlyMap<string, Format>;
  readonly suffixes: readonly string[];

  constructor(subject: Subject, choose: Choose) {
    this.#formats = formatsFor(subject);
    this.#choose = choose;
    this.#bySuffix = new Map(
      this.#formats.flatMap((format) => (format.suffix === null ? [] : [[format.suffix, format]])),
    );
    this.suffixes = [...this.#bySuffix.keys()];
    const candidates = this.#formats.flatMap((format) =>
      format.mediaTypes.map((type): Candidate<Choice> => ({ type, value: choose(format, type) })),
    );
    const available = candidates.map(({ type }) => type.name);
    this.#byAccept = keptByHeader((header) => {
      const found = best(candidates, header);
      return found === undefined ? { kind: 'not-acceptable', available } : { kind: 'chosen', choice: found };
    });
  }

  answer({ accept, formats, suffix }: Wish): Negotiated {
    if (suffix !== '') return this.#ofSuffix(suffix, formats);
    if (formats.length === 0) return this.#byAccept(accept ?? '*/*');
    const asked = formatNamed(this.#formats, formats);
    return asked.ok ? this.#chosen(asked.format) : { kind: 'malformed', problem: asked.problem };
  }

  #ofSuffix(suffix: string, formats: readonly string[]): Negotiated {
    const format = this.#bySuffix.get(suffix);
    if (format === undefined) throw new Error(`no format has the suffix ${suffix}`);
    const other = formats.find((name) => !format.names.includes(name));
    if (other === undefined) return this.#chosen(format);
    const what = `It is ${JSON.stringify(other.slice(0, 40))}, and the address ends in ${suffix}.`;
    const hint = `Leave one of the two out.`;
    return { kind: 'malformed', problem: { code: 'conflicting-values', where: 'format', what, hint } };
  }

  #chosen(format: Format): Negotiated {
    return { kind: 'chosen', choice: this.#choose(format, format.mediaTypes[0]) };
  }
}

/** Errors match `Accept` by their own media type, and by those of the format's answers. */
function problems(publication: Publication): Negotiation['problem'] {
  const representations = FORMATS.filter((format) => format.kind === 'representation');
  const choices = new Map(
    representations.map((format): [Format, ProblemChoice] => [
      format,
      { representation: format.create(publication), contentType: format.problem.contentType },
    ]),
  );
  const candidates = representations.flatMap((format) =>
    [format.problem, ...format.mediaTypes].flatMap((type): Candidate<ProblemChoice>[] => {
      const value = choices.get(format);
      return value === undefined ? [] : [{ type, value }];
    }),
  );
  const byAccept = keptByHeader((header) => best(candidates, header) ?? first(candidates));
  return ({ accept, formats, suffix }) => {
    const asked = formats.length === 0 ? undefined : formatNamed(representations, formats);
    const bySuffix = suffix === '' ? undefined : representations.find((one) => one.suffix === suffix);
    const format = bySuffix ?? (asked?.ok === true ? asked.format : undefined);
    return (format === undefined ? undefined : choices.get(format)) ?? byAccept(accept ?? '*/*');
  };
}

interface Candidate<T> {
  readonly type: MediaType;
  readonly value: T;
}

function first<T>(candidates: readonly Candidate<T>[]): T {
  const [candidate] = candidates;
  if (candidate === undefined) throw new Error('there is no representation');
  return candidate.value;
}

/** How well a media type matches a header: compared by the first element that differs, the greater is better. */
type Rank = readonly [quality: number, specificity: number, earliness: number];

/** The candidate that matches the header best, on a tie the earlier one; undefined if it accepts none. */
function best<T>(candidates: readonly Candidate<T>[], header: string): T | undefined {
  const accepted = preferences(header);
  // A header that is empty, or has only malformed elements, counts as missing.
  if (accepted.length === 0) return first(candidates);
  return (
    liked(
      candidates.filter(({ type }) => !type.lastResort),
      accepted,
    ) ?? liked(candidates, accepted)
  );
}

function liked<T>(candidates: readonly Candidate<T>[], accepted: readonly Preference[]): T | undefined {
  let found: Candidate<T> | undefined;
  let foundRank: Rank = [0, 0, 0];
  for (const candidate of candidates) {
    const rank = rankOf(candidate.type.name, accepted);
    if (rank[0] > 0 && isBetter(rank, foundRank)) {
      found = candidate;
      foundRank = rank;
    }
  }
  return found?.value;
}

function isBetter(one: Rank, other: Rank): boolean {
  if (one[0] !== other[0]) return one[0] > other[0];
  if (one[1] !== other[1]) return one[1] > other[1];
  return one[2] > other[2];
}

/** The most specific range that covers a media type decides its quality. */
function rankOf(mediaType: string, accepted: readonly Preference[]): Rank {
  let rank: Rank = [0, 0, 0];
  accepted.forEach((preference, position) => {
    const specificity = specificityOf(preference, mediaType);
    if (specificity > rank[1]) rank = [preference.quality, specificity, -position];
  });
  return rank;
}

// How closely a range names a media type, 0 when it does not. Parameters are not held against a client (many send
// `charset=utf-8`), but a range without them comes first, and refusing a type with a parameter does not refuse it
// without. A star alone is an old way of writing "anything".
function specificityOf(preference: Preference, mediaType: string): number {
  const { name, qualified } = preference;
  if (name === mediaType) return qualified ? (preference.quality > 0 ? 3 : 0) : 4;
  if (name.endsWith('/*') && mediaType.startsWith(name.slice(0, -1))) return 2;
  return name === '*/*' || name === '*' ? 1 : 0;
}

type Asked<T> = { readonly ok: true; readonly format: T } | { readonly ok: false; readonly problem: Problem };

/** The one of these that the values of `format` name. */
function formatNamed<T extends Format>(formats: readonly T[], values: readonly string[]): Asked<T> {
  const [name = ''] = values;
  const hint = `Leave it out or give one of: ${formats.flatMap(({ names }) => names.slice(0, 1)).join(', ')}.`;
  if (values.some((other) => other !== name)) {
    const what = 'It is given with different values.';
    return { ok: false, problem: { code: 'conflicting-values', where: 'format', what, hint } };
  }
  const format = formats.find(({ names }) => names.includes(name));
  if (format !== undefined) return { ok: true, format };
  const what = name === '' ? 'The value is empty.' : `No format is called ${JSON.stringify(name.slice(0, 40))}.`;
  return { ok: false, problem: { code: 'unknown-format', where: 'format', what, hint } };
}

/** One element of an `Accept`, `Accept-Language` or `Accept-Encoding` header (RFC 9110, 12.4.2, 12.5). */
interface Preference {
  /** Lower case: a media range, or a content coding. */
  readonly name: string;
  /** 0 (refused) to 1. */
  readonly quality: number;
  /** Whether it has parameters besides the quality. */
  readonly qualified: boolean;
}

/**
 * Parses the preferences in a header, in order, in linear time. Malformed elements are skipped, so that one mistake
 * does not cost a client the rest.
 */
export function preferences(header: string): Preference[] {
  const found: Preference[] = [];
  for (const element of splitOutsideQuotes(header, ',')) {
    const [name = '', ...parameters] = splitOutsideQuotes(element, ';').map((part) => part.trim());
    if (name === '') continue;
    const quality = qualityOf(parameters);
    if (quality === undefined) continue;
    const qualified = parameters.some((parameter) => parameter !== '' && !QUALITY.test(parameter));
    found.push({ name: name.toLowerCase(), quality, qualified });
  }
  return found;
}

const QUALITY = /^q\s*=/i;

/** 1 by default; undefined if malformed. Old clients write `.2`, and some write more than three digits. */
function qualityOf(parameters: readonly string[]): number | undefined {
  const parameter = parameters.find((one) => QUALITY.test(one));
  if (parameter === undefined) return 1;
  const value = parameter.slice(parameter.indexOf('=') + 1).trim();
  return /^(?:\d+\.?\d*|\.\d+)$/.test(value) ? Math.min(1, Number(value)) : undefined;
}

/** A separator inside a quoted string (RFC 9110, 5.6.4) separates nothing. */
function splitOutsideQuotes(text: string, separator: ',' | ';'): string[] {
  if (!text.includes('"')) return text.split(separator);
  const parts: string[] = [];
  let from = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '"') quoted = !quoted;
    else if (quoted && character === '\\') at += 1;
    else if (!quoted && character === separator) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}

const MAX_HEADERS = 256;
const LONGEST_HEADER = 512;

/**
 * Caches a result by header: clients send a few different ones over and over. The number and length of cached headers
 * are limited, so that no client can fill the memory.
 */
export function keptByHeader<T extends object>(workOut: (header: string) => T): (header: string) => T {
  const kept = new LRUCache<string, T>({ max: MAX_HEADERS });
  return (header) => {
    if (header.length > LONGEST_HEADER) return workOut(header);
    const known = kept.get(header);
    if (known !== undefined) return known;
    const found = workOut(header);
    kept.set(header, found);
    return found;
  };
}

/** Content coding of an answer (RFC 9110, 8.4.1). */
export type ContentCoding = 'identity' | 'gzip' | 'br';

/**
 * At equal quality, the first wins. Brotli at level 4 makes a page of talks smaller than gzip at level 6, and faster.
 */
const BY_NAME: readonly ContentCoding[] = ['br', 'gzip', 'identity'];

/** The order for codings that only `*` matches: every client that decodes any coding decodes gzip. */
const BY_WILDCARD: readonly ContentCoding[] = ['gzip', 'identity', 'br'];

/**
 * Chooses the coding; null if all are refused, `identity` included, which is a 406 (RFC 9110, 12.5.3). Without the
 * header the answer is not coded: clients that decode send one.
 */
export function contentCoding(acceptEncoding: string | undefined): ContentCoding | null {
  return acceptEncoding === undefined ? 'identity' : kept(acceptEncoding).coding;
}

const kept = keptByHeader((header) => ({ coding: chosen(preferences(header)) }));

function chosen(accepted: readonly Preference[]): ContentCoding | null {
  const wildcard = accepted.find((one) => one.name === '*');
  let best: ContentCoding | null = null;
  let bestQuality = 0;
  const consider = (coding: ContentCoding, quality: number | undefined): void => {
    if (quality === undefined || quality <= bestQuality) return;
    best = coding;
    bestQuality = quality;
  };
  for (const coding of BY_NAME) consider(coding, qualityIn(coding, accepted));
  for (const coding of BY_WILDCARD)
    if (qualityIn(coding, accepted) === undefined) consider(coding, wildcard?.quality ?? unnamed(coding));
  return best;
}

/** `identity` is acceptable unless refused; if not mentioned, it is the last resort. */
function unnamed(coding: ContentCoding): number | undefined {
  return coding === 'identity' ? Number.MIN_VALUE : undefined;
}

function qualityIn(coding: ContentCoding, accepted: readonly Preference[]): number | undefined {
  return accepted.find((one) => one.name === coding || (coding === 'gzip' && one.name === 'x-gzip'))?.quality;
}
