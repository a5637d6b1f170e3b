/**
 * Loaded before each test file: what drives browsers, other servers and failing ones is slow already, and runs no line
 * of ours that others do not; nor do imports under readers, and the contract of the stores on a second PostgreSQL. So what
 * these run is not written down for “npm run check:coverage”.
 */
import { join, sep } from 'node:path';
import { stopCoverage } from 'node:v8';

const UNCOVERED = ['browser/', 'deploy/', 'failure/', 'http/imports.', 'store/postgres-15.'].map((what) =>
  join(sep, 'test', what),
);

if (process.env.NODE_V8_COVERAGE !== undefined && UNCOVERED.some((what) => process.argv[1]?.includes(what))) {
  stopCoverage();
  // Nor in the processes that it starts.
  delete process.env.NODE_V8_COVERAGE;
}
