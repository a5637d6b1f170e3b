import type { Body } from './body.ts';

/** What is sent for a question, before its coding and whether the client has it already. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Body;
  /** Stands for the body in its ETag; undefined for an answer that nobody is to keep. */
  readonly tag: string | undefined;
  /** Which of the representations this is, for its ETag: letters. */
  readonly variant: string;
  /** Headers besides those that every answer has: name, value, name, value. */
  readonly headers: readonly string[];
  /** Headers that it was chosen by, where they are other than of a representation. */
  readonly vary?: string;
  /** Whether it is worth keeping whole, or only once it is compressed: what was rendered and is sent as it is need not be held twice. */
  readonly keep: 'always' | 'compressed' | 'never';
  /** What caches are told, where it is other than of what may change any minute. */
  readonly cacheControl?: string;
  /** Milliseconds since the epoch until which it may be kept whole. */
  readonly until: number;
  /** The next midnight, where `today` was asked for: milliseconds since the epoch. */
  readonly dayEnds?: number | undefined;
  /** To be called when the body is sent and nothing reads it any more; undefined for a body that stays as it is. */
  readonly release?: (() => void) | undefined;
}

/** Seconds that a shared cache serves an answer for, and an older one while it asks for the new, or when we do not answer (RFC 5861). */
const FRESH = 60;
const STALE_WHILE_ASKING = 600;
const STALE_IF_FAILING = 86_400;

/** Milliseconds before midnight from which on what caches are told depends on the moment: such an answer is not kept whole. */
const LAST_STRETCH = (FRESH + STALE_WHILE_ASKING) * 1000;

const CACHE_CONTROL = cacheControl(FRESH, STALE_WHILE_ASKING);

function cacheControl(fresh: number, stale: number): string {
  return `public, max-age=${String(fresh)}, stale-while-revalidate=${String(stale)}, stale-if-error=${String(STALE_IF_FAILING)}`;
}

/** What caches are told. No cache that gets answers shows yesterday's as today's: it has to ask again when the day has ended. */
function cacheControlOf({ dayEnds = Infinity }: Answer, now: number): string {
  if (dayEnds - now >= LAST_STRETCH) return CACHE_CONTROL;
  const left = Math.max(0, Math.floor((dayEnds - now) / 1000));
  const fresh = Math.min(FRESH, left);
  return cacheControl(fresh, left - fresh);
}

const VARY = 'Accept, Accept-Encoding';

/** On every answer: readable from any origin, never sniffed. */
export const COMMON_HEADERS: readonly string[] = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'ETag, Link, Deprecation, Lectern-Ignored-Parameters, Retry-After, RateLimit, RateLimit-Policy, Allow, Age, X-Request-Id',
  'X-Content-Type-Options',
  'nosniff',
];

/** Data that a browser is made to show runs and loads nothing, and is framed by nobody. */
export const DATA_POLICY: readonly string[] = ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"];

/** An answer whose body is there as bytes. */
export interface WholeAnswer extends Answer {
  readonly body: Buffer;
}

/** Headers of an answer, as Node takes them without copying: name, value, name, value. */
export interface SentHeaders {
  readonly full: string[];
  /** Where those begin that a 304 in its place has too (RFC 9110, 15.4.5). */
  readonly shared: number;
}

/** @param length of the body as it is sent; undefined where that is not known before */
export function sentHeaders(answer: Answer, etag: string | undefined, coding: string, length?: number): SentHeaders {
  const full = ['Content-Type', answer.contentType];
  if (length !== undefined) full.push('Content-Length', String(length));
  if (coding !== 'identity') full.push('Content-Encoding', coding);
  const shared = full.length;
  const { vary = VARY } = answer;
  if (etag === undefined) full.push('Cache-Control', answer.cacheControl ?? 'no-store', 'Vary', vary);
  else
    full.push('ETag', etag, 'Cache-Control', answer.cacheControl ?? cacheControlOf(answer, Date.now()), 'Vary', vary);
  full.push(...COMMON_HEADERS, ...answer.headers);
  return { full, shared };
}

/** A document in one of the representations of the interface. */
export function documentAnswer(
  document: { readonly body: Body; readonly tag: string; readonly release?: (() => void) | undefined },
  contentType: string,
  more: {
    readonly keep?: Answer['keep'];
    readonly dayEnds?: number | undefined;
    readonly headers?: readonly string[];
  } = {},
): Answer {
  return {
    status: 200,
    contentType,
    body: document.body,
    release: document.release,
    tag: document.tag,
    variant: variantOf(contentType),
    headers: more.headers === undefined ? DATA_POLICY : [...DATA_POLICY, ...more.headers],
    keep: more.keep ?? 'always',
    until: (more.dayEnds ?? Infinity) - LAST_STRETCH,
    dayEnds: more.dayEnds,
  };
}

const variants = new Map<string, string>();

/** `application/hal+json` → `applicationhaljson`. There are as many as there are media types. */
function variantOf(contentType: string): string {
  let variant = variants.get(contentType);
  if (variant === undefined) variants.set(contentType, (variant = contentType.replace(/;.*|[^a-z]/g, '')));
  return variant;
}
