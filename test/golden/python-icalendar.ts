import { join } from 'node:path';
import { answerOf, withoutPython } from '../support/process/python.ts';

/** Says why tests with python3-icalendar are skipped; false when they run. */
export const noPythonIcalendar = withoutPython('icalendar');

/** What a script of this folder answers. */
export function askPython(script: string, input: Buffer | string): unknown {
  return answerOf('icalendar', [join('test/golden', script)], input);
}
