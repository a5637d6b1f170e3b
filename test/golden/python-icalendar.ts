import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Where a Python with icalendar may be: the system's own is not always the first on the path. */
const PYTHONS = ['python3', '/usr/bin/python3'];

const python = PYTHONS.find((path) => spawnSync(path, ['-c', 'import icalendar']).status === 0);

/** Says why tests with python3-icalendar are skipped; false when they run. */
export const noPythonIcalendar: string | false =
  python === undefined && 'NOT CHECKED BY A SECOND PARSER: install it with `apt-get install python3-icalendar`';

if (noPythonIcalendar !== false) process.stderr.write(`\n*** ${noPythonIcalendar} ***\n\n`);

/** What a script of this folder answers. */
export function askPython(script: string, input: Buffer | string): unknown {
  if (python === undefined) throw new Error('there is no python3-icalendar here');
  const { status, stdout, stderr } = spawnSync(python, [join(import.meta.dirname, script)], {
    input,
    env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
    maxBuffer: 64 * 1024 * 1024,
    timeout: 60_000,
  });
  if (status !== 0) throw new Error(`${script} failed: ${stderr.toString()}`);
  const answer: unknown = JSON.parse(stdout.toString());
  return answer;
}
