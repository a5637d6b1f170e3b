/** Tests that depend on the engine, repeated on PostgreSQL: reading and writing whole catalogues. */
import { suiteOnPostgres } from '../../support/runner/suite-on-postgres.ts';

suiteOnPostgres(
  'test/harvest/{copy-catalogue,import-catalogue,gone-talks,corrupt-provenance}.test.ts',
  'test/harvest/same/same.test.ts',
  'test/harvest/corrections/corrected-imports.test.ts',
  'test/harvest/forget/forget-person.test.ts',
  'test/harvest/retention/past-talks.test.ts',
  'test/harvest/sync/{sync,sync-trouble,named-formats,own-records,sync-shared-talks}.test.ts',
  'test/cli/{corrections,import,export,migrate,sync}.test.ts',
);
