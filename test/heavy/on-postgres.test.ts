/** Repeats on PostgreSQL the tests of this folder that depend on the engine. */
import { suiteOnPostgres } from '../support/runner/suite-on-postgres.ts';

suiteOnPostgres('test/heavy/{followed-changes,imports}.test.ts');
