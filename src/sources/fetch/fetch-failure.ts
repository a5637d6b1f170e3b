import { ReadingFailure } from '../reading-problem.ts';

/** Why an address could not be read, or not to its end. */
export class FetchFailure extends ReadingFailure {
  /** Of the answer, if one came. */
  readonly status: number | undefined;
  /** Seconds that the server asks to be left alone for (RFC 9110, 10.2.3), however many those are. */
  readonly retryAfter: number | undefined;
  /** Whether the same may well succeed later without anybody doing anything. */
  readonly isPassing: boolean;

  constructor(
    code: string,
    what: string,
    hint: string,
    more: { readonly status?: number; readonly retryAfter?: number | undefined; readonly isPassing?: boolean } = {},
  ) {
    super({ code, where: '', what, hint });
    this.status = more.status;
    this.retryAfter = more.retryAfter;
    this.isPassing = more.isPassing ?? false;
  }
}

/** @param status another than 200 and 304, and no redirect */
export function statusFailure(status: number, host: string, retryAfter: number | undefined): FetchFailure {
  const { code, what, hint } = STATUSES[status] ?? anyStatus(status);
  const isPassing = status >= 500 || [408, 425, 429].includes(status);
  return new FetchFailure(code, `${host} ${what} (HTTP ${status}).${asksFor(retryAfter)}`, hint, {
    status,
    retryAfter,
    isPassing,
  });
}

function asksFor(retryAfter: number | undefined): string {
  return retryAfter === undefined ? '' : ` It asks to be left alone for ${retryAfter} seconds.`;
}

interface Said {
  readonly code: string;
  readonly what: string;
  readonly hint: string;
}

const LATER = 'Try again later; if it stays so, tell whoever runs it.';

const UNAUTHORISED: Said = {
  code: 'unauthorised',
  what: 'does not give this to everybody',
  hint: 'Use an address that is public, or put name and password before the host: https://name:password@….',
};

const STATUSES: Readonly<Partial<Record<number, Said>>> = {
  401: UNAUTHORISED,
  403: UNAUTHORISED,
  404: { code: 'not-found', what: 'has nothing at this address', hint: 'Check the address in a browser.' },
  410: {
    code: 'gone',
    what: 'says that what was at this address is gone for good',
    hint: 'Look for where it is now, or take the source out.',
  },
  408: { code: 'not-available', what: 'waited too long for us', hint: LATER },
  429: { code: 'too-many-requests', what: 'is asked too often', hint: 'Try again later, and less often.' },
  503: { code: 'not-available', what: 'cannot answer at the moment', hint: LATER },
};

function anyStatus(status: number): Said {
  if (status >= 500) return { code: 'not-available', what: 'has a fault of its own', hint: LATER };
  if (status >= 400) {
    return { code: 'refused', what: 'does not answer this request', hint: 'Check the address in a browser.' };
  }
  return {
    code: 'refused',
    what: 'answers with something else than a document',
    hint: 'Check the address in a browser.',
  };
}

/** What the operating system, TLS or the parser of HTTP says of a connection; undefined: it is a fault of ours. */
export function connectionFailure(error: unknown, host: string): FetchFailure | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code !== 'string') return undefined;
  if (code.startsWith('HPE_')) {
    const what = `What ${host} answers is not HTTP (${code}).`;
    return new FetchFailure('not-http', what, 'Check the address: the scheme and the port too.');
  }
  if (/^(?:CERT_|ERR_TLS|ERR_SSL|EPROTO|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH)/.test(code)) {
    const what = `The connection to ${host} cannot be made secure (${code}).`;
    return new FetchFailure(
      'bad-certificate',
      what,
      'Check the host; a certificate of your own goes into NODE_EXTRA_CA_CERTS.',
    );
  }
  if (/^(?:ENOTFOUND|EAI_)/.test(code)) {
    const what = `There is no host ${host} (${code}).`;
    return new FetchFailure('unknown-host', what, 'Check the address, and that this machine can look up names.', {
      isPassing: true,
    });
  }
  if (!/^E[A-Z]+$/.test(code)) return undefined;
  const what = `No connection to ${host} (${code}).`;
  return new FetchFailure('no-connection', what, 'Check the address and its port; else try again later.', {
    isPassing: true,
  });
}
