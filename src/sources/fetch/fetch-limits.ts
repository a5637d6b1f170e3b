/** Limits on untrusted servers. */
export interface FetchLimits {
  readonly redirects: number;
  /** Milliseconds to resolve the host, and for each attempt to connect, including TLS. */
  readonly connect: number;
  /** Milliseconds from the request to the end of the response headers. */
  readonly firstByte: number;
  /** Milliseconds without a byte of the body. */
  readonly idle: number;
  /** Minimum bytes of the encoded body in each `rateWindow`, which is in milliseconds spent waiting for the body. */
  readonly rateBytes: number;
  readonly rateWindow: number;
  /** Milliseconds in all, including redirects, but not the time that the reader of the body takes. */
  readonly total: number;
  /** Milliseconds for all pages of a source after the first, including pauses. */
  readonly allPages: number;
  /** Limit on the encoded body, in bytes. */
  readonly wireBytes: number;
  /** Limit on the decoded body, in bytes. */
  readonly bodyBytes: number;
  /** Milliseconds between two requests to the same host. */
  readonly pause: number;
}

const MEBIBYTE = 1024 * 1024;

export const FETCH_LIMITS: FetchLimits = {
  redirects: 5,
  connect: 10_000,
  firstByte: 30_000,
  idle: 30_000,
  rateBytes: 60_000,
  rateWindow: 60_000,
  total: 600_000,
  allPages: 6 * 3_600_000,
  wireBytes: 256 * MEBIBYTE,
  bodyBytes: 1024 * MEBIBYTE,
  pause: 500,
};
