import { CHANGED_FORMAT } from '#harvest/reading/source-change.ts';
import { acceptCommand } from '#harvest/reading/source-name.ts';
import { isAhead } from '#harvest/sync/schedule.ts';
import type { ConfiguredSource } from '#harvest/sync/sources-file.ts';
import type { ListedSource } from '#store/source-states.ts';
import { ok, warning, type Finding } from './finding.ts';

const DAY = 86_400_000;
/** Failures in a row that are no longer a coincidence. */
const MANY_FAILURES = 3;

const HINT = 'Run lectern sources to see the reason.';

/** State of the sources: which fail, which were never read, and which are overdue. */
export function checkSources(
  listed: readonly ListedSource[],
  configured: readonly ConfiguredSource[],
  now: Date,
): readonly Finding[] {
  const states = new Map(listed.map(({ name, state }) => [name, state]));
  const findings = configured.flatMap(({ name }): readonly Finding[] => {
    const state = states.get(name);
    const about = `source ${name}`;
    if (state?.lastAttempt === null || state === undefined) {
      return [warning(about, 'was never read', 'Run lectern sync, or lectern serve with --sources.')];
    }
    if (state.held !== null) {
      const { missing, of } = state.held;
      const what = `is held: ${String(missing)} of its ${String(of)} upcoming talks are missing`;
      return [warning(about, what, `Check the source. If they should go, run ${acceptCommand(name, ['loss'])}.`)];
    }
    const changed = state.problems.find(({ code }) => code === CHANGED_FORMAT);
    if (changed !== undefined) return [warning(about, changed.what, changed.hint)];
    if (state.failures > MANY_FAILURES)
      return [warning(about, `has failed ${String(state.failures)} times in a row`, HINT)];
    if (state.nextRun !== null && Date.parse(state.nextRun) < now.getTime() - DAY)
      return [
        warning(
          about,
          `was due at ${state.nextRun}`,
          'Check that lectern serve runs with --sources, or that a timer runs lectern sync.',
        ),
      ];
    return [];
  });
  if (configured.length > 0 && findings.length === 0) {
    const failed = configured.filter(({ name }) => (states.get(name)?.failures ?? 0) > 0).length;
    const last = failed === 0 ? 'none fails' : `${String(failed)} failed last time, and will be retried`;
    findings.push(ok('sources', `${String(configured.length)} configured, ${last}`));
  }
  const ahead = listed.find(({ state }) => isAhead(state?.lastAttempt ?? null, now));
  if (ahead !== undefined) {
    const what = `the source ${ahead.name} was read at ${ahead.state?.lastAttempt ?? ''}, and here it is ${now.toISOString()}`;
    findings.push(
      warning('clock', what, 'Synchronise the clock of this machine, or of the one that synced, with NTP.'),
    );
  }
  return findings;
}
