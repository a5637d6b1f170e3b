/** What is wrong with one parameter. */
export interface ParameterError {
  /** Its name in the request. */
  readonly parameter: string;
  readonly detail: string;
}

/** An error response (RFC 9457) of the service, or of something in between that is not Lectern. */
export class LecternError extends Error {
  override readonly name = 'LecternError';
  /** HTTP status. */
  readonly status: number;
  /** `not-found`, `bad-request`, …: see “Errors” at `/docs/api`. `''` if the answer is not Lectern's. */
  readonly code: string;
  /** One for each bad parameter. */
  readonly errors: readonly ParameterError[];
  /** Seconds after which to try again; undefined if the service does not say. */
  readonly retryAfter: number | undefined;
  /** Id of the request in the logs of the service; undefined if the response has none. */
  readonly requestId: string | undefined;
  /** Address of the request. */
  readonly url: string;

  private constructor(message: string, response: Response, code: string, errors: readonly ParameterError[]) {
    super(message);
    this.status = response.status;
    this.code = code;
    this.errors = errors;
    const seconds = response.headers.get('Retry-After') ?? '';
    this.retryAfter = /^\d+$/.test(seconds) ? Number(seconds) : undefined;
    this.requestId = response.headers.get('X-Request-Id') ?? undefined;
    this.url = response.url;
  }

  /** @param body undefined if it is not JSON */
  static of(response: Response, body: unknown): LecternError {
    const { type, title, detail, errors } = membersOf(body);
    if (response.ok || typeof title !== 'string') {
      const message = response.ok ? 'not with JSON' : `${response.status} ${response.statusText}`.trimEnd();
      return new LecternError(`${response.url} answered ${message}`, response, '', []);
    }
    const parts = parametersIn(errors);
    const said = parts.map((part) => `${part.parameter}: ${part.detail}`).join(' ') || textOf(detail);
    const message = `${response.status} ${title}${said === '' ? '' : `: ${said}`}`;
    return new LecternError(message, response, textOf(type).split('#')[1] ?? '', parts);
  }
}

function parametersIn(errors: unknown): readonly ParameterError[] {
  if (!Array.isArray(errors)) return [];
  return errors.map((error: unknown) => {
    const { parameter, detail } = membersOf(error);
    return { parameter: textOf(parameter), detail: textOf(detail) };
  });
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
