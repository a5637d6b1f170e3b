/** Schema versions before and after a migration: the number of its steps that have been applied. */
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
