import type { Answer, WholeAnswer } from './answer.ts';
import type { Freshness } from './age.ts';
import type { HttpError } from './errors.ts';
import type { ResponseCache } from './response-cache.ts';
import type { Posted } from './posted.ts';
import type { Target } from './target.ts';

/** What is served at a path. */
interface Served {
  /** The path in the table of routes, with variables in it: one for all that is served alike. */
  readonly route: string;
}

/** What is served at a path that is read. */
export interface Handler extends Served {
  /** Whether it says what the catalogue says, and so is of the moment at which the store was last seen. */
  readonly ofCatalogue: boolean;
  answer(target: Target): Answer | Promise<Answer>;
}

/** What is served at a path that takes what is posted, and no other method but OPTIONS. */
export interface PostHandler extends Served {
  post(posted: Posted): Promise<Answer>;
}

/** What is served over HTTP. This folder knows nothing else of routes, formats and pages. */
export interface Application extends Freshness {
  readonly responses: ResponseCache;
  /** The published address of the service. */
  readonly baseUrl: string;
  /** Undefined where nothing is served. */
  find(path: string): Handler | PostHandler | undefined;
  /** The language in which the answer to a request is written; `''` where it makes no difference. */
  languageKey(target: Target): string;
  /** What a client is told of an error. @param url of the request */
  httpError(error: unknown, url: string): HttpError;
  errorAnswer(target: Target, error: HttpError): WholeAnswer;
}
