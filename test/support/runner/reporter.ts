/**
 * The output of `npm test`: a line for each suite, the difference for each failing test as soon as it fails, in case the
 * run is stopped, and at the end the failed and skipped tests and the coverage, if measured. With TEST_ALL=true, for machines that have every optional program, the run fails
 * if a test is skipped because a program is missing.
 */
import { relative, resolve } from 'node:path';
import type { TestEvent } from 'node:test/reporters';

/** Maximum lines per failure: one screen. */
const LINES = 24;
const COLUMNS = 160;

// Node loads the default export of a reporter.
// oxlint-disable-next-line no-restricted-exports
export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const failures: string[] = [];
  const skipped = new Map<string, number>();
  /** The end of each file's standard error, which shows why a process crashed. */
  const said = new Map<string, string>();
  let total = '';
  let coverage = '';
  for await (const { type, data } of events) {
    if (type === 'test:stderr')
      said.set(resolve(data.file), ((said.get(resolve(data.file)) ?? '') + data.message).slice(-2_000));
    else if (type === 'test:pass' && data.skip !== undefined) {
      const reason = typeof data.skip === 'string' ? data.skip : `${data.name}: no reason given`;
      skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
    } else if (type === 'test:fail' && isItself(data)) {
      const headline = `\nFAILED ${data.name}\n  ${placeOf(data)}\n`;
      failures.push(`${headline}${reasonOf(data.details.error, said.get(resolve(data.file ?? '')))}\n`);
    } else if (type === 'test:complete' && data.details.type !== 'suite') {
      // This event arrives immediately; all others arrive in the order of the suites.
      const outcome = data.details.passed ? 'passed' : 'failed';
      if (isFile(data)) yield `${relative('', data.name)}: ${outcome} in ${secondsOf(data)} s\n`;
      else if (outcome === 'failed') yield `FAILED ${data.name} (${placeOf(data)})\n${reasonOf(data.details.error)}\n`;
    } else if (type === 'test:coverage') {
      const { coveredLinePercent, coveredBranchPercent } = data.summary.totals;
      coverage = `\nRun: ${coveredLinePercent.toFixed(2)} % of the lines of src/, ${coveredBranchPercent.toFixed(2)} % of the branches.\n`;
    } else if (type === 'test:diagnostic' && (data.level === 'error' || /^(?:Warning|Error)/.test(data.message))) {
      // The coverage is too low, Node could not measure it, or an error belongs to no test.
      failures.push(`\n${data.message}\n`);
    } else if (type === 'test:summary' && data.file === undefined) {
      const { tests, passed, skipped, todo } = data.counts;
      total = `${passed} passed, ${tests - passed - skipped - todo} failed, ${skipped} skipped`;
    }
  }
  for (const [reason, tests] of skipped) yield `\nNOT TESTED (${tests}): ${excerpt(reason.trim())}`;
  yield `\n${failures.join('')}`;
  if (process.env.TEST_ALL === 'true' && [...skipped.keys()].some((reason) => reason.includes('not installed'))) {
    process.exitCode = 1;
    yield '\nTEST_ALL is set, but tests were skipped because a program is not installed.\n';
  }
  yield coverage;
  yield `\n${total}\n`;
}

type Failure = Extract<TestEvent, { type: 'test:fail' }>['data'];
type Completion = Extract<TestEvent, { type: 'test:complete' }>['data'];

/** Node reports a file as a test whose name is the file's path. */
function isFile({ name, file, nesting }: Completion): boolean {
  return nesting === 0 && file !== undefined && resolve(name) === resolve(file);
}

function secondsOf({ details }: Completion): number {
  return Math.round(details.duration_ms / 1000);
}

/** False for a suite that failed only because of a test in it, which is reported separately. */
function isItself({ details: { error } }: Failure): boolean {
  return !('failureType' in error) || error.failureType !== 'subtestsFailed';
}

function placeOf({ file, line }: Failure | Completion): string {
  return file === undefined ? '' : `${relative('', file)}:${line ?? ''}`;
}

/** The test runner wraps the error that was thrown: it is the `cause` of the reported one. */
function reasonOf(error: Error | undefined, said?: string): string {
  const cause: unknown = error?.cause;
  if (!(cause instanceof Error)) return excerpt(`${String(cause)}\n${said ?? ''}`);
  const at = cause.stack?.split('\n').find((line) => /^ +at .*\/(?:test|src)\//.test(line));
  return `${excerpt(cause.message)}\n${at ?? ''}`;
}

function excerpt(text: string): string {
  const lines = text.split('\n');
  const shown = lines.slice(0, LINES).map((line) => (line.length > COLUMNS ? `${line.slice(0, COLUMNS)}…` : line));
  const left = lines.length - shown.length;
  return [...shown, ...(left > 0 ? [`… and ${left} more lines`] : [])].map((line) => `  ${line}`).join('\n');
}
