/** A response before content coding and conditional requests. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Body;
  /** Represents the body in its ETag; undefined for a response that must not be cached. */
  readonly tag: string | undefined;
  /** When the body last differed, in whole seconds since 1970-01-01T00:00:00Z; undefined if that is not known. */
  readonly lastModified?: number | undefined;
  /** Which representation this is, for its ETag: letters. */
  readonly variant: string;
  /** Headers beyond those that every response has: name, value, name, value. */
  readonly headers: readonly string[];
  /** The Vary header, if different from that of a representation. */
  readonly vary?: string;
  /**
   * Whether to cache it uncompressed too, or only compressed: bytes that are read from a file need
   * not be held twice.
   */
  readonly keep: 'always' | 'compressed' | 'never';
  /** The Cache-Control header, if different from that of content that may change at any time. */
  readonly cacheControl?: string;
  /** Milliseconds since the epoch until which the response cache may keep it. */
  readonly until: number;
  /** When it changes although the catalogue does not, such as at midnight: milliseconds since the epoch. */
  readonly changesAt?: number | undefined;
  /**
   * Call when the body has been sent and nothing reads it any more; undefined if the body is not
   * borrowed.
   */
  readonly release?: (() => void) | undefined;
}

/**
 * Seconds for which a shared cache may serve a response, and a stale one while it revalidates or if
 * we do not respond (RFC 5861).
 */
const FRESH = 60;
const STALE_WHILE_ASKING = 600;
const STALE_IF_FAILING = 86_400;

/**
 * Milliseconds before a response changes from which Cache-Control depends on the moment: such a
 * response is not cached whole.
 */
const REVALIDATE_BEFORE_CHANGE = (FRESH + STALE_WHILE_ASKING) * 1000;

const CACHE_CONTROL = cacheControl(FRESH, STALE_WHILE_ASKING);

function cacheControl(fresh: number, stale: number): string {
  return `public, max-age=${String(fresh)}, stale-while-revalidate=${String(stale)}, stale-if-error=${String(STALE_IF_FAILING)}`;
}

/**
 * The Cache-Control header. No cache shows yesterday's response as today's, or a talk that is over
 * as the next one: it must revalidate once the response has changed.
 */
function cacheControlOf({ changesAt = Infinity }: Answer, now: number): string {
  if (changesAt - now >= REVALIDATE_BEFORE_CHANGE) return CACHE_CONTROL;
  const left = Math.max(0, Math.floor((changesAt - now) / 1000));
  const fresh = Math.min(FRESH, left);
  return cacheControl(fresh, left - fresh);
}

const VARY = 'Accept, Accept-Encoding';

/** On every response: readable from any origin, never sniffed. */
export const COMMON_HEADERS: readonly string[] = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'ETag, Link, Deprecation, Lectern-Ignored-Parameters, Retry-After, RateLimit, RateLimit-Policy, Allow, Age, X-Request-Id',
  'X-Content-Type-Options',
  'nosniff',
];

/** Data shown in a browser must not run or load anything, nor be framed. */
export const DATA_POLICY: readonly string[] = ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"];

/** A response whose body is bytes. */
export interface WholeAnswer extends Answer {
  readonly body: Buffer;
}

/** Response headers as Node takes them without copying: name, value, name, value. */
export interface SentHeaders {
  readonly full: string[];
  /** Index of the first header that a 304 has too (RFC 9110, 15.4.5). */
  readonly shared: number;
}

/** @param length of the body as sent; undefined if not known beforehand */
export function sentHeaders(answer: Answer, etag: string | undefined, coding: string, length?: number): SentHeaders {
  const full = ['Content-Type', answer.contentType];
  if (length !== undefined) full.push('Content-Length', String(length));
  if (coding !== 'identity') full.push('Content-Encoding', coding);
  const shared = full.length;
  const { vary = VARY } = answer;
  if (etag === undefined) full.push('Cache-Control', answer.cacheControl ?? 'no-store', 'Vary', vary);
  else
    full.push('ETag', etag, 'Cache-Control', answer.cacheControl ?? cacheControlOf(answer, Date.now()), 'Vary', vary);
  const { lastModified } = answer;
  if (lastModified !== undefined) full.push('Last-Modified', new Date(lastModified * 1000).toUTCString());
  full.push(...COMMON_HEADERS, ...answer.headers);
  return { full, shared };
}

/** A response that is not cached, neither here nor by clients. */
export function uncachedAnswer(
  status: number,
  contentType: string,
  body: Buffer,
  headers: readonly string[] = DATA_POLICY,
): WholeAnswer {
  return { status, contentType, body, tag: undefined, variant: '', headers, keep: 'never', until: 0 };
}

/** A document in one of the representations of the interface. */
export function documentAnswer(
  document: Pick<Answer, 'body' | 'lastModified' | 'release'> & {
    readonly tag: string;
    readonly keep?: Answer['keep'];
  },
  contentType: string,
  more: {
    readonly changesAt?: number | undefined;
    readonly headers?: readonly string[];
  } = {},
): Answer {
  return {
    status: 200,
    contentType,
    body: document.body,
    release: document.release,
    tag: document.tag,
    lastModified: document.lastModified,
    variant: variantOf(contentType),
    headers: more.headers === undefined ? DATA_POLICY : [...DATA_POLICY, ...more.headers],
    keep: document.keep ?? 'always',
    until: (more.changesAt ?? Infinity) - REVALIDATE_BEFORE_CHANGE,
    changesAt: more.changesAt,
  };
}

const variants = new Map<string, string>();

/** `application/hal+json` → `applicationhaljson`. Bounded by the number of media types. */
function variantOf(contentType: string): string {
  let variant = variants.get(contentType);
  if (variant === undefined) variants.set(contentType, (variant = contentType.replace(/;.*|[^a-z]/g, '')));
  return variant;
}

/**
 * Bytes above which a body is streamed: sent as the client reads it, instead of being built or
 * compressed as a whole.
 */
export const LARGE = 512 * 1024;

/** The body of a response: bytes, or what makes them when they are sent. */
export type Body = Buffer | AssembledBody;

export interface AssembledBody {
  /** Bytes; undefined if they are not known before it is assembled. */
  readonly length: number | undefined;
  /** About how many bytes it has. */
  readonly size: number;
  /** The whole body, for one that is not large. */
  whole(): LentBuffer;
  /** Refills and yields `chunk` repeatedly, or yields fewer bytes when making them takes long. */
  chunks(chunk: Buffer): Iterable<Buffer>;
}

/** About how many bytes a body has. */
export function sizeOf(body: Body): number {
  return Buffer.isBuffer(body) ? body.length : body.size;
}

/** A buffer lent for the body of one response. */
export interface LentBuffer {
  readonly body: Buffer;
  /** Returns it to the pool after sending. A buffer that is never returned is garbage-collected. */
  readonly release: () => void;
}

const SMALLEST_BITS = 14;
const LARGEST_BITS = 19;
/** Bytes pooled per size: most bodies are sent before the next one is assembled. */
const KEPT_OF_EACH_SIZE = 1024 * 1024;

/**
 * A pool of buffers in which bodies are assembled. Allocating 64 KiB per response costs three times
 * as much as filling it.
 */
export class BodyBuffers {
  /** By size: those of 16 KiB, of 32 KiB, and so on. */
  readonly #free: Buffer[][] = Array.from({ length: LARGEST_BITS - SMALLEST_BITS + 1 }, () => []);

  lend(length: number): LentBuffer {
    const bits = Math.max(SMALLEST_BITS, 32 - Math.clz32(length - 1));
    const free = this.#free[bits - SMALLEST_BITS];
    if (free === undefined) return { body: Buffer.allocUnsafeSlow(length), release: () => undefined };
    const whole = free.pop() ?? Buffer.allocUnsafeSlow(2 ** bits);
    let lent = true;
    const release = (): void => {
      if (lent && free.length < KEPT_OF_EACH_SIZE >> bits) free.push(whole);
      lent = false;
    };
    return { body: whole.subarray(0, length), release };
  }
}

/** Work waiting to continue. */
const waiting: (() => void)[] = [];

/**
 * Resolves when a piece of long work may continue. Each turn of the event loop continues one piece,
 * the one that has waited longest: however many large documents are requested, other requests wait
 * for a single piece, not for one of each.
 */
export function turnOfLongWork(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(goOn);
  });
}

function goOn(): void {
  const resolve = waiting.shift();
  // Its work until it waits again runs first, then whatever has arrived meanwhile.
  if (waiting.length > 0) setImmediate(goOn);
  resolve?.();
}
