import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';

/** Where a Python with icalendar and dateutil may be: the system's own is not always the first on the path. */
const python = ['python3', '/usr/bin/python3'].find(
  (path) => spawnSync(path, ['-c', 'import icalendar, dateutil']).status === 0,
);

/** Says why tests against readers of calendars in Python are skipped; false when they run. */
export const noPython: string | false =
  python === undefined && 'NOT CHECKED BY OTHERS: `apt-get install python3-icalendar python3-dateutil`';

if (noPython !== false) process.stderr.write(`\n*** ${noPython} ***\n\n`);

/** The JSON that a script says of what it is given. */
export function answerOf(script: string, args: readonly string[], input: Buffer | string): unknown {
  const { status, stdout, stderr } = spawnSync(python ?? '', [script, ...args], {
    input,
    env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
    maxBuffer: 64 * 1024 * 1024,
    timeout: 120_000,
  });
  assert.equal(status, 0, stderr.toString());
  const answer: unknown = JSON.parse(stdout.toString());
  return answer;
}
