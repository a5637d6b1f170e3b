/**
 * A reporter for `node --test` of what has to be read at the end: a line of JSON for each test that was skipped, with its
 * reason where one was given, and for each that failed, with what was wrong.
 */
export default async function* outcomes(events) {
  for await (const { type, data } of events) {
    const { name, file, line, skip, details } = data;
    if (type === 'test:pass' && skip !== undefined)
      yield lineOf({ outcome: 'skipped', name, file, line, reason: typeof skip === 'string' ? skip : '' });
    // A suite fails when a test in it does, which is told of itself.
    if (type === 'test:fail' && details.error.failureType !== 'subtestsFailed')
      yield lineOf({ outcome: 'failed', name, file, line, reason: reasonOf(details.error) });
  }
}

function lineOf(outcome) {
  return `${JSON.stringify(outcome)}\n`;
}

/** What was thrown is the cause of the error that the runner makes of it. */
function reasonOf(error) {
  const { cause } = error;
  if (cause instanceof Error) return cause.stack ?? cause.message;
  return String(cause ?? error.message);
}
