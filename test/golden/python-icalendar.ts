import { join } from 'node:path';
import { answerOf, withoutPython } from '../support/process/python.ts';

/** The reason to skip tests that need python3-icalendar; false if it is installed. */
export const noPythonIcalendar = withoutPython('icalendar');

/** Runs a script of this folder and returns its answer. */
export function askPython(script: string, input: Buffer | string): unknown {
  return answerOf('icalendar', [join('test/golden', script)], input);
}
