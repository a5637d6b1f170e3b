import { codeOf } from '#catalogue/error-code.ts';
import { ReadingFailure } from '../reading-problem.ts';

/** Why an address could not be read, or not completely. */
export class FetchFailure extends ReadingFailure {
  /** Status of the response, if there was one. */
  readonly status: number | undefined;
  /** Seconds to wait, from Retry-After (RFC 9110, 10.2.3); not limited. */
  readonly retryAfter: number | undefined;
  /** True: a retry may succeed. */
  readonly isTemporary: boolean;

  constructor(
    code: string,
    what: string,
    hint: string,
    more: { readonly status?: number; readonly retryAfter?: number | undefined; readonly isTemporary?: boolean } = {},
  ) {
    super({ code, where: '', what, hint });
    this.status = more.status;
    this.retryAfter = more.retryAfter;
    this.isTemporary = more.isTemporary ?? false;
  }
}

/** @param status neither 200, 304 nor a redirect */
export function statusFailure(status: number, host: string, retryAfter: number | undefined): FetchFailure {
  const { code, what, hint } = STATUSES[status] ?? anyStatus(status);
  const isTemporary = status >= 500 || [408, 425, 429].includes(status);
  return new FetchFailure(code, `${host} ${what} (HTTP ${status}).${asksFor(retryAfter)}`, hint, {
    status,
    retryAfter,
    isTemporary,
  });
}

function asksFor(retryAfter: number | undefined): string {
  return retryAfter === undefined ? '' : ` It asks clients to wait ${retryAfter} seconds (Retry-After).`;
}

interface Explained {
  readonly code: string;
  readonly what: string;
  readonly hint: string;
}

/** Hint for temporary failures. */
export const LATER = 'Try again later. If it persists, contact whoever runs that server.';

const UNAUTHORISED: Explained = {
  code: 'unauthorised',
  what: 'denies access',
  hint: 'Use a public address, or add credentials: https://name:password@….',
};

const STATUSES: Readonly<Partial<Record<number, Explained>>> = {
  401: UNAUTHORISED,
  403: UNAUTHORISED,
  404: { code: 'not-found', what: 'found nothing at this address', hint: 'Check the address in a browser.' },
  410: {
    code: 'gone',
    what: 'says that this address is gone for good',
    hint: 'Find its new address, or remove the source.',
  },
  408: { code: 'not-available', what: 'timed out waiting for the request', hint: LATER },
  429: { code: 'too-many-requests', what: 'is rate limiting requests', hint: 'Try again later, and sync less often.' },
  503: { code: 'not-available', what: 'is temporarily unavailable', hint: LATER },
};

function anyStatus(status: number): Explained {
  if (status >= 500) return { code: 'not-available', what: 'reports a server error', hint: LATER };
  if (status >= 400) {
    return { code: 'refused', what: 'refused the request', hint: 'Check the address in a browser.' };
  }
  return {
    code: 'refused',
    what: 'answered without a document',
    hint: 'Check the address in a browser.',
  };
}

/** The failure for an error of the operating system, TLS or the HTTP parser; undefined for others, which are bugs. */
export function connectionFailure(error: unknown, host: string): FetchFailure | undefined {
  const code = codeOf(error);
  if (code === undefined) return undefined;
  if (code.startsWith('HPE_')) {
    const what = `${host} does not speak valid HTTP (${code}).`;
    return new FetchFailure('not-http', what, 'Check the address, including scheme and port.');
  }
  if (/^(?:CERT_|ERR_TLS|ERR_SSL|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH)/.test(code)) {
    const what = `TLS connection to ${host} failed (${code}).`;
    return new FetchFailure(
      'bad-certificate',
      what,
      'Check its certificate. For a private certificate authority, set NODE_EXTRA_CA_CERTS.',
    );
  }
  if (/^(?:ENOTFOUND|EAI_)/.test(code)) {
    const what = `Host not found: ${host} (${code}).`;
    return new FetchFailure('unknown-host', what, 'Check the name, or DNS.', {
      isTemporary: true,
    });
  }
  if (!/^E[A-Z]+$/.test(code)) return undefined;
  const what = `Cannot connect to ${host} (${code}).`;
  return new FetchFailure('no-connection', what, 'Check host and port, or try again later.', {
    isTemporary: true,
  });
}
