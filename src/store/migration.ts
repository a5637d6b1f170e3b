/** Numbers of steps that a catalogue's schema had before a migration, and has now. */
export interface Migration {
  readonly from: number;
  readonly to: number;
  /** Of PostgreSQL: the schema in which the tables are kept as they were before. */
  readonly kept?: string;
}

export interface MigrateOptions {
  /** SQL, one after the other, if not this version's own. */
  readonly steps?: readonly string[];
  /** Called before a catalogue is changed, when nobody else can change it any more. What it throws ends the migration. */
  readonly before?: (from: number) => Promise<void>;
  /** Whether PostgreSQL keeps the tables as they were, in a schema of the same database. */
  readonly keepTables?: boolean;
}
