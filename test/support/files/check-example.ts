import { readFileSync } from 'node:fs';
import { READ_OPTIONS } from '../sources/read-source.ts';
import { calendarTimes } from './calendar-times.ts';
import type { ExampleFile } from './example-files.ts';
import { importExample } from './import-example.ts';
import { datesIn, outcomeLines } from './outcome-lines.ts';
import { writtenTimes } from './written-times.ts';

/** How an import without any setting went. */
export interface CheckedExample {
  readonly name: string;
  readonly format: string;
  /**
   * - `accepted`: imported; and if it is written down what is expected: exactly that
   * - `rightly refused`: as is written down, since it has no talks, or does not say when they are
   * - `refused`: anything else
   */
  readonly result: 'accepted' | 'rightly refused' | 'refused';
  /** Lines as in `….talks`. */
  readonly outcome: readonly string[];
  readonly talks: number;
  /** Talks whose start is as expected, or as a second reader has it. */
  readonly confirmed: number;
  /** `title: start` of talks that are at another time than expected, or than a second reader says. */
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

/** A calendar must agree with ical.js. Elsewhere a time that is not written may come of a rule, or be in other words. */
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
