import type { Answer, WholeAnswer } from './answer.ts';
import type { Freshness } from './age.ts';
import type { HttpError } from './errors.ts';
import type { ResponseCache } from './response-cache.ts';
import type { Posted } from './posted.ts';
import type { Target } from './target.ts';

/** The resource at a path. */
interface Served {
  /** The path in the table of routes, with variables: the same for all paths of a route. */
  readonly route: string;
}

/** A readable resource. */
export interface Handler extends Served {
  /**
   * Whether its content comes from the catalogue, and is as old as the last contact with the store.
   */
  readonly ofCatalogue: boolean;
  answer(target: Target): Answer | Promise<Answer>;
}

/** A resource that accepts POST, and no other method but OPTIONS. */
export interface PostHandler extends Served {
  post(posted: Posted): Promise<Answer>;
}

/** What is served over HTTP. This folder knows nothing else about routes, formats and pages. */
export interface Application extends Freshness {
  readonly responses: ResponseCache;
  /** The published address of the service. */
  readonly baseUrl: string;
  /** What is served at a path, or a 404 that says why nothing is, with any method. */
  find(path: string): Handler | PostHandler | HttpError;
  /** The language of the response to a request; `''` if it makes no difference. */
  languageKey(target: Target): string;
  /**
   * The error as shown to the client.
   *
   * @param url of the request
   */
  httpError(error: unknown, url: string): HttpError;
  errorAnswer(target: Target, error: HttpError): WholeAnswer;
}
