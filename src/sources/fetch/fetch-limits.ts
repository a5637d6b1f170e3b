/** What a stranger's server may take of us. */
export interface FetchLimits {
  readonly redirects: number;
  /** Milliseconds for finding the host and for each try to connect, TLS and all. */
  readonly connect: number;
  /** Milliseconds from the request to the end of the answer's headers. */
  readonly firstByte: number;
  /** Milliseconds without a byte of the body. */
  readonly idle: number;
  /** Bytes of the body, as it is sent, that must come in every `rateWindow` milliseconds of waiting for it. */
  readonly rateBytes: number;
  readonly rateWindow: number;
  /** Milliseconds that are waited in all, through every redirect; what the reader of the body does meanwhile does not count. */
  readonly total: number;
  /** Milliseconds for all further pages of a source together, pauses and all. */
  readonly allPages: number;
  /** Bytes of a body as it is sent. */
  readonly wireBytes: number;
  /** Bytes of a body when it is unpacked. */
  readonly bodyBytes: number;
  /** Milliseconds that a host is left alone between two requests. */
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
