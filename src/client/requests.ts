import { LecternError } from './lectern-error.ts';

export interface LecternOptions {
  /** Sent with every request, such as `Authorization` for a proxy in front of the service. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Used instead of the global `fetch`, for example to retry. */
  readonly fetch?: (
    url: string,
    request: { headers: Record<string, string>; signal?: AbortSignal },
  ) => Promise<Response>;
}

export interface RequestOptions {
  /** Aborts the request, or all requests of an iterator. Example: `AbortSignal.timeout(10_000)`. */
  readonly signal?: AbortSignal;
}

/** Requests to one service. */
export class Requests {
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #fetch: NonNullable<LecternOptions['fetch']>;

  /** @throws TypeError if it is not an http or https address */
  constructor(address: string | URL, options: LecternOptions) {
    this.#base = baseOf(address);
    this.#headers = { Accept: 'application/json', ...options.headers };
    // Browsers refuse to call `fetch` as a method of another object.
    this.#fetch = options.fetch ?? ((url, request) => globalThis.fetch(url, request));
  }

  /**
   * Fetches JSON from a path below the service's address.
   * @param options.signal aborts the request
   * @throws LecternError if the response is an error or is not JSON; what `fetch` throws if there is no response
   */
  async get<Body>(path: string, { signal }: RequestOptions): Promise<Body> {
    const headers = { ...this.#headers };
    const response = await this.#fetch(this.#base + path, signal === undefined ? { headers } : { headers, signal });
    const body = parsed(await response.text());
    if (!response.ok || typeof body !== 'object' || body === null) throw LecternError.of(response, body);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The OpenAPI document says what it is.
    return body as Body;
  }

  /** The query string of a link in a response: `?…`, or `''`. */
  queryIn(href: string): string {
    return new URL(href, this.#base).search;
  }
}

/** The address with a slash at the end. */
function baseOf(address: string | URL): string {
  const text = String(address);
  if (!/^https?:/i.test(text) || !URL.canParse(text)) {
    throw new TypeError(`“${text}” is not a web address. Write it like https://talks.example.org`);
  }
  const url = new URL(text);
  return `${url.origin}${url.pathname.replace(/\/*$/, '/')}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
