/** What depends on the engine that keeps the catalogue, once more on PostgreSQL; the contract of the stores is in `engines.ts`. */
import { test } from 'node:test';
import { isThere } from '../support/postgres/shared.ts';
import { suite } from '../support/runner/suite.ts';

process.env.TEST_ENGINE = 'postgres';

if (isThere(18))
  suite(
    // Damage, outages and what is said of them.
    'test/http/{age,broken-store,starting,health,sources}.test.ts',
    'test/search/{follower,save-index}.test.ts',
    // Imports beside readers and beside each other.
    'test/http/{imports,changes,changed-answers,mirror}.test.ts',
    'test/harvest/sync/{sync,sync-trouble}.test.ts',
    // The catalogue as a whole, there and back.
    'test/harvest/{copy-catalogue,import-catalogue,gone-talks}.test.ts',
    'test/harvest/same/same.test.ts',
    'test/cli/{import,export,migrate,mirror,sync}.test.ts',
    // Workers that share it.
    'test/cli/workers-in-trouble.test.ts',
  );
else test('everything on PostgreSQL', { skip: 'PostgreSQL 18 is not installed' });
