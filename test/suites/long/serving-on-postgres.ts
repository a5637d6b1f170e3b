/** Tests that depend on the engine, repeated on PostgreSQL: outages, imports beside readers, corrections. */
import { suiteOnPostgres } from '../../support/runner/suite-on-postgres.ts';

suiteOnPostgres(
  'test/http/{age,broken-store,starting,health,sources}.test.ts',
  'test/http/{changes,changed-answers,mirror}.test.ts',
  'test/replica/read-copy.test.ts',
  'test/cli/serve-corrections.test.ts',
);
