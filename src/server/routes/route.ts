import type { Subject } from '#representations/negotiation/formats.ts';
import type { Operation } from '#search/query/parameters.ts';
import type { Answer } from '../http/answer.ts';
import type { Schema } from '../openapi/json-schema.ts';
import type { Service } from '../service.ts';
import type { Target } from '../http/application.ts';

/** A route: a path, and what is served there. */
export interface Route {
  /** A template as in OpenAPI; `{id}`, or a variable of another name, is a path segment or part of one. */
  readonly path: string;
  /** Unique; OpenAPI's operationId. */
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** Describes the 200 response. */
  readonly gives: string;
  readonly tag: 'talks' | 'pages' | 'service';
  /** Resources are negotiated among the representations; pages are HTML; data has one form; moved redirects for good. */
  readonly kind: 'resource' | 'page' | 'data' | 'moved';
  /** Whether it is made from the catalogue, and so is as old as the last contact with the store (`Age`). */
  readonly ofCatalogue: boolean;
  /** Which query parameters it takes. */
  readonly takes?: Operation;
  /** Of a resource: the name of its schema. */
  readonly resource?: string;
  /** Of a resource: what it is about, which determines its formats. */
  readonly subject?: Subject;
  /** The schema of the JSON response without the parameter that picks one record: the list of all by name. */
  readonly nameList?: string;
  /** Media type of data; JSON by default. */
  readonly mediaTypes?: readonly string[];
  readonly schema?: Schema;
  /** Whether its responses describe the current moment, and so have no ETag and must not be cached. */
  readonly isUncached?: boolean;
  /** Whether it may redirect instead of answering. */
  readonly redirects?: boolean;
  /** @param id what stands in the path for its variables, with slashes between. @param suffix what stands behind the path of a resource, from its first dot on; `''` for nothing */
  readonly answer: (service: Service, target: Target, id: string, suffix: string) => Answer | Promise<Answer>;
}
