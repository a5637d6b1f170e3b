/** What of these tests depends on the engine that keeps the catalogue, once more on PostgreSQL. */
import { suiteOnPostgres } from '../support/runner/suite-on-postgres.ts';

suiteOnPostgres('test/heavy/{followed-changes,imports}.test.ts');
