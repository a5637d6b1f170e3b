import { readFileSync } from 'node:fs';
import { READ_OPTIONS } from '../sources/read-source.ts';
import { calendarTimes } from './calendar-times.ts';
import type { ExampleFile } from './example-files.ts';
import { importExample } from './import-example.ts';
import { datesIn, outcomeLines } from './outcome-lines.ts';
import { writtenTimes } from './written-times.ts';

/** The result of importing an example with default settings. */
export interface CheckedExample {
  readonly name: string;
  readonly format: string;
  /**
   * - `accepted`: imported; exactly as expected if there are expectations
   * - `rightly refused`: as expected, because it has no talks or no times
   * - `refused`: anything else
   */
  readonly result: 'accepted' | 'rightly refused' | 'refused';
  /** Lines as in `….talks`. */
  readonly outcome: readonly string[];
  readonly talks: number;
  /** Number of talks whose start is as expected or confirmed by a second reader. */
  readonly confirmed: number;
  /** `title: start` of talks whose time differs from the expected one or from that of a second reader. */
  readonly wronglyDated: readonly string[];
}

export async function checkExample(file: ExampleFile): Promise<CheckedExample> {
  const { name, format, imports, expected } = file;
  const outcome = await importExample(file);
  const lines = outcomeLines(outcome);
  const talks = outcome.records.filter((record) => record.type === 'talk');
  const dates = expected === undefined ? compared(imports, talks) : comparedWith(expected, lines);
  const isRefused = !outcome.report.ok;
  const isExpected = expected === undefined ? !isRefused : lines.join('\n') === expected.join('\n');
  const result = !isExpected ? 'refused' : isRefused ? 'rightly refused' : 'accepted';
  return { name, format, result, outcome: lines, talks: talks.length, ...dates };
}

type Dates = Pick<CheckedExample, 'confirmed' | 'wronglyDated'>;

function comparedWith(expected: readonly string[], lines: readonly string[]): Dates {
  const wanted = datesIn(expected);
  const wronglyDated: string[] = [];
  let confirmed = 0;
  for (const [title, times] of datesIn(lines)) {
    const isRight = JSON.stringify(times) === JSON.stringify(wanted.get(title));
    if (isRight) confirmed += times.length;
    else wronglyDated.push(`${title}: ${times.join(', ')}`);
  }
  return { confirmed, wronglyDated };
}

/**
 * Calendars must agree with ical.js. In other formats a time may come from a rule or be written in another way, so
 * differences are not errors.
 */
function compared(
  imports: ExampleFile['imports'],
  talks: readonly { readonly title: string; readonly start: string }[],
): Dates {
  const files = imports.flat();
  const calendars = files.map((path) =>
    path.endsWith('.ics')
      ? calendarTimes(readFileSync(path, 'utf8'), READ_OPTIONS.horizon, READ_OPTIONS.zone)
      : undefined,
  );
  const read = files.flatMap((path, at) => [...(calendars[at] ?? writtenTimes(readFileSync(path), READ_OPTIONS.zone))]);
  const times = new Set(read);
  const others = talks.filter(({ start }) => !times.has(Date.parse(start) / 1000));
  const shown = others.map(({ title, start }) => `${title}: ${start}`);
  return { confirmed: talks.length - others.length, wronglyDated: calendars.includes(undefined) ? [] : shown };
}
