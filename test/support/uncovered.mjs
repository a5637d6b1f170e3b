/**
 * Loaded before each test file: what drives browsers, other servers and failing ones is slow already, and runs no line
 * of ours that others do not, so that what it runs is not written down for “npm run check:coverage”.
 */
import { sep } from 'node:path';
import { stopCoverage } from 'node:v8';

const UNCOVERED = ['browser', 'deploy', 'failure'].map((room) => ['', 'test', room, ''].join(sep));

if (process.env.NODE_V8_COVERAGE !== undefined && UNCOVERED.some((room) => process.argv[1]?.includes(room))) {
  stopCoverage();
  // Nor in the processes that it starts.
  delete process.env.NODE_V8_COVERAGE;
}
