import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** A response as it was received. */
export interface HttpAnswer {
  readonly status: number;
  /** By lower-case name; repeated headers are joined. */
  readonly headers: Readonly<Record<string, string>>;
  /** As received, with its content coding. */
  readonly body: Buffer;
}

/** The body with its content coding removed. */
export function decoded(answer: HttpAnswer): Buffer {
  const coding = answer.headers['content-encoding'];
  if (answer.body.length === 0 || coding === undefined) return answer.body;
  if (coding === 'gzip') return gunzipSync(answer.body);
  if (coding === 'br') return brotliDecompressSync(answer.body);
  throw new Error(`unknown content coding: ${coding}`);
}

export function textOf(answer: HttpAnswer): string {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(decoded(answer));
}

export function jsonOf(answer: HttpAnswer): unknown {
  return JSON.parse(textOf(answer));
}

/** The media type without its parameters. */
export function mediaTypeOf(answer: HttpAnswer): string {
  return (answer.headers['content-type'] ?? '').replace(/;.*/, '');
}

/** The headers except `Date` and `X-Request-ID`, which differ between requests. */
export function lastingHeaders(answer: HttpAnswer): Readonly<Record<string, string>> {
  const { date: _date, 'x-request-id': _id, ...rest } = answer.headers;
  return rest;
}

/** Joins headers from a list of alternating names and values, such as Node's `rawHeaders`. */
export function joinedHeaders(raw: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = {};
  for (let i = 0; i < raw.length; i += 2) {
    const name = (raw[i] ?? '').toLowerCase();
    const value = raw[i + 1] ?? '';
    headers[name] = name in headers ? `${headers[name] ?? ''}, ${value}` : value;
  }
  return headers;
}
