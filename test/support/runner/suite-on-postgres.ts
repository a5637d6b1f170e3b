import { test } from 'node:test';
import { NO_POSTGRES } from '../postgres/shared.ts';
import { suite } from './suite.ts';

/** Loads test files like `suite`, with the catalogue in PostgreSQL. `engines.ts` tests the stores themselves. */
export function suiteOnPostgres(...patterns: readonly string[]): void {
  process.env.TEST_ENGINE = 'postgres';
  if (NO_POSTGRES === false) suite(...patterns);
  else test('everything on PostgreSQL', { skip: NO_POSTGRES });
}
