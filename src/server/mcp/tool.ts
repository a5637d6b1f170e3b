import type { Result } from '#catalogue/problem.ts';
import type { SearchRules } from '#search/query/question.ts';
import type { ObjectSchema } from '../openapi/schema.ts';
import type { Service } from '../service.ts';

/** What tools need to answer. */
export type ToolService = Pick<Service, 'catalogue' | 'publication' | 'rules' | 'clock'>;

/** An answer: as text for a model, and as data of `outputSchema`. */
interface Told {
  readonly lines: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
}

/** A tool that assistants can call. */
export interface Tool {
  readonly name: string;
  /** Shown to people. */
  readonly title: string;
  /** Read by the model. */
  readonly description: string;
  readonly inputSchema: (rules: SearchRules) => ObjectSchema;
  readonly outputSchema: ObjectSchema;
  /** @returns all problems at once, with the argument's name as `where` */
  readonly call: (service: ToolService, given: unknown) => Promise<Result<Told>>;
}

/** Paging of a list. */
export function pageLine(what: string, { total, page, count }: { total: number; page: number; count: number }): string {
  const pages = Math.max(1, Math.ceil(total / count));
  return `${what}: ${total} (page ${page} of ${pages})`;
}

export const STRING = { type: 'string' } as const;
export const WHOLE_NUMBER = { type: 'integer' } as const;
