import type { ListedSource } from '#store/source-states.ts';
import { sample, type Samples } from './metric-families.ts';

/** Sync state of the sources, as metrics. */
export function sourceSamples(sources: readonly ListedSource[]): Samples {
  const samples: Record<string, number> = {};
  for (const { name: source, state } of sources) {
    if (state === undefined) continue;
    const told = {
      last_attempt_timestamp_seconds: seconds(state.lastAttempt),
      last_success_timestamp_seconds: seconds(state.lastSuccess),
      next_run_timestamp_seconds: seconds(state.nextRun),
      failures: state.failures,
      problems: state.problems.length + state.moreProblems,
      talks: state.talks,
      held_talks: state.held?.missing ?? 0,
    };
    for (const [name, value] of Object.entries(told))
      if (value !== null) samples[sample(`lectern_source_${name}`, { source })] = value;
    for (const [change, count] of Object.entries(state.changes))
      samples[sample('lectern_source_changes', { source, change })] = count;
  }
  return samples;
}

function seconds(time: string | null): number | null {
  return time === null ? null : Date.parse(time) / 1000;
}
