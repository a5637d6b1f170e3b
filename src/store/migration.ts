import { beforeRelease, newer, outdated } from './refusals.ts';

/** The schema that the first step makes. Builds before the first release numbered theirs from 1 to 15. */
const FIRST = 100;

/** The number of the schema that these steps make. */
export function schemaAfter(steps: readonly string[]): number {
  return FIRST + steps.length - 1;
}

/** The steps that a catalogue lacks. @throws StoreUnavailable unless these steps made its schema, or can go on from it */
export function stepsAfter(schema: number, steps: readonly string[], where: string): readonly string[] {
  if (schema < FIRST) throw beforeRelease(where);
  if (schema > schemaAfter(steps)) throw newer(where);
  return steps.slice(schema - FIRST + 1);
}

/** @throws StoreUnavailable unless these steps made the schema of a catalogue */
export function checkCurrent(schema: number, steps: readonly string[], where: string): void {
  if (stepsAfter(schema, steps, where).length > 0) throw outdated(where);
}

/** Numbers of the schema before and after a migration. */
export interface Migration {
  readonly from: number;
  readonly to: number;
  /** PostgreSQL only: the schema that keeps the tables as they were before. */
  readonly kept?: string;
}

export interface MigrateOptions {
  /** SQL of the steps, in order. Default: the steps of this version. */
  readonly steps?: readonly string[];
  /**
   * Called before the catalogue is changed, once it is locked against other writers. If it throws, the migration ends.
   */
  readonly before?: (from: number) => Promise<void>;
  /** PostgreSQL only: whether to keep the old tables, in another schema of the same database. */
  readonly keepTables?: boolean;
}
