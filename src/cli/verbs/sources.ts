import type { ConfiguredSource } from '#harvest/sync/sources-file.ts';
import { isAhead } from '#harvest/sync/schedule.ts';
import { isAbandoned } from '#harvest/sync/claim-holder.ts';
import { type Claim, isInForce, type ListedSource, NEVER_RUN } from '#store/source-states.ts';
import { EXIT_STATUS } from '../exit-status.ts';
import { alignedRows, grouped, problemReport } from '../reports/report.ts';
import { sourcesFileAt } from '../settings/sources-file.ts';
import { runningProcesses } from '../sync/running-processes.ts';
import { withStore } from '../with-store.ts';
import { isOn } from '../settings/option.ts';
import type { Switch } from '../settings/option.ts';
import type { Verb } from './verb.ts';

const JSON_SWITCH: Switch = {
  flag: '--json',
  description: 'Write a JSON array with everything known about each source, instead of a table.',
};

export const sourcesVerb: Verb = {
  name: 'sources',
  summary: 'Show the sync state of the sources.',
  details:
    'Lists the sources of the sources file and any others in the database: when each last succeeded and is due next, how many talks it has, what its last run changed, and its problems. Fetches nothing.',
  examples: ['lectern sources', 'lectern sources --json'],
  arguments: {},
  settings: ['database', 'sources'],
  options: [JSON_SWITCH],
  run: async ({ flags, settings, host }) => {
    const { sources, config } = settings;
    const { stderr } = host;
    const file =
      sources === null ? { sources: [] } : await sourcesFileAt({ sources, config }, { environment: null, stderr });
    if (file === undefined) return EXIT_STATUS.usage.status;
    const standings = standingsOf(file.sources, await listedAt(settings.database), sources !== null);
    host.stdout.write(isOn(JSON_SWITCH, flags) ? asJson(standings) : asTable(standings));
    return EXIT_STATUS.fine.status;
  },
};

async function listedAt(database: string): Promise<readonly ListedSource[]> {
  const { NoCatalogue } = await import('#store/store.ts');
  try {
    return await withStore(database, 'read', (store) => store.sources.list());
  } catch (error) {
    if (error instanceof NoCatalogue) return [];
    throw error;
  }
}

/** A source as configured in the file and as stored; at least one of the two. */
interface Standing {
  readonly name: string;
  readonly configured: ConfiguredSource | undefined;
  readonly listed: ListedSource | undefined;
  readonly status: string;
}

function standingsOf(
  sources: readonly ConfiguredSource[],
  listed: readonly ListedSource[],
  hasFile: boolean,
): Standing[] {
  const known = new Map(listed.map((one) => [one.name, one]));
  const configured = sources.map((source) => [source.name, source] as const);
  const others = listed.filter(({ name }) => sources.every((source) => source.name !== name));
  return [...configured, ...others.map(({ name }) => [name, undefined] as const)].map(([name, source]) => {
    const one = known.get(name);
    return { name, configured: source, listed: one, status: statusOf(source, one, hasFile) };
  });
}

function statusOf(source: ConfiguredSource | undefined, listed: ListedSource | undefined, hasFile: boolean): string {
  if (hasFile && source === undefined) return 'not in the file';
  if (source?.enabled === false) return 'off';
  if (runningClaim(listed) !== undefined) return 'running';
  const { state } = listed ?? {};
  if (state === undefined) return 'never run';
  if (state.held !== null) return 'held';
  if (state.failures > 0) return `failed ${String(state.failures)} ×`;
  return isAhead(state.lastAttempt, new Date()) ? 'in the future' : 'ok';
}

function asJson(standings: readonly Standing[]): string {
  const values = standings.map(({ name, configured, listed, status }) => {
    const state = listed?.state ?? NEVER_RUN;
    return {
      name,
      status,
      enabled: configured?.enabled ?? null,
      every: configured?.every ?? null,
      last_attempt: state.lastAttempt,
      last_success: state.lastSuccess,
      next_run: state.nextRun,
      failures: state.failures,
      talks: state.talks,
      format: state.format?.name ?? null,
      held: state.held,
      changes: state.changes,
      problems: state.problems,
      more_problems: state.moreProblems,
      claim: claimOf(listed),
    };
  });
  return `${JSON.stringify(values, null, 2)}\n`;
}

/** Undefined if the claim is not in force, or its process has ended. */
function runningClaim(listed: ListedSource | undefined): Claim | undefined {
  const claim = listed?.claim;
  if (claim === undefined || !isInForce(claim, new Date())) return undefined;
  return isAbandoned(claim, runningProcesses()) ? undefined : claim;
}

function claimOf(listed: ListedSource | undefined): object | null {
  const claim = runningClaim(listed);
  return claim === undefined ? null : { by: claim.by, until: claim.until.toISOString() };
}

const NONE = '–';
const COLUMNS = ['source', 'status', 'last success', 'next run', 'talks', 'last changes'] as const;

function asTable(standings: readonly Standing[]): string {
  const rows = standings.map(({ name, listed, status }) => {
    const state = listed?.state ?? NEVER_RUN;
    const changes = Object.entries(state.changes).map(([what, count]) => `${String(count)} ${what}`);
    const talks = state.talks === null ? NONE : grouped(state.talks);
    return [name, status, state.lastSuccess ?? NONE, state.nextRun ?? NONE, talks, changes.join(', ') || NONE];
  });
  const problems = standings
    .map(({ listed }) => listed?.state ?? NEVER_RUN)
    .map((state) => problemReport(state.problems, state.moreProblems))
    .join('');
  return alignedRows([COLUMNS, ...rows]) + (problems === '' ? '' : `\n${problems}`);
}
