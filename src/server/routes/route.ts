import type { Subject } from '#representations/negotiation/formats.ts';
import type { Operation } from '#search/query/parameter.ts';
import type { Answer } from '../http/answer.ts';
import type { Schema } from '../openapi/schema.ts';
import type { Service } from '../service.ts';
import type { Target } from '../http/target.ts';

/** Something that is served. */
export interface Route {
  /** As OpenAPI writes it; `{id}`, or a variable of another name, is one path segment or part of one. */
  readonly path: string;
  /** Unique; OpenAPI's operationId. */
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** What a 200 holds. */
  readonly gives: string;
  readonly tag: 'talks' | 'pages' | 'service';
  /** A resource is negotiated among the representations; a page is HTML; data has one form; what moved is elsewhere for good. */
  readonly kind: 'resource' | 'page' | 'data' | 'moved';
  /** What `{id}` is, where it is no slug. */
  readonly idIs?: string;
  /** Whether it says what the catalogue says, and so is of the moment at which the store was last seen. */
  readonly ofCatalogue: boolean;
  /** Which query parameters it takes. */
  readonly takes?: Operation;
  /** Of a resource: the name of its schema. */
  readonly resource?: string;
  /** Of a resource: what it is about, and so what it can be written as. */
  readonly subject?: Subject;
  /** The schema of what it gives, in JSON, where the parameter that says of what is left out: all of them by name. */
  readonly directory?: string;
  /** Of data; JSON unless given. */
  readonly mediaTypes?: readonly string[];
  readonly schema?: Schema;
  /** Whether it may lead to another address in place of an answer. */
  readonly redirects?: boolean;
  /** @param id what stands in the path for its variables, with slashes between. @param suffix what stands behind the path of a resource, from its first dot on; `''` for nothing */
  readonly answer: (service: Service, target: Target, id: string, suffix: string) => Answer | Promise<Answer>;
}
