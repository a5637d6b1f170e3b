import type { KnownDamage } from '#replica/damage-watch.ts';
import type { ListedSource } from '#store/source-states.ts';
import { DATA_POLICY, uncachedAnswer, type Answer } from '../http/answer.ts';
import { RETRY_AFTER } from '../http/errors.ts';
import { type Instance, isReady, type Service } from '../service.ts';

/** Liveness: always alive, because a dead process cannot answer. */
export function healthAnswer(): Answer {
  return json(200, { status: 'alive' });
}

/**
 * Whether the service is ready to serve every request: the catalogue is loaded and the service is not about to stop. A
 * load balancer uses it to route requests elsewhere. What does not affect readiness is reported: since when the store
 * cannot be read, as all requests are answered from the copy; damaged records; and the state of the sources.
 */
export async function readinessAnswer({ instance }: Pick<Service, 'instance'>): Promise<Answer> {
  const listed = instance.replica.sources;
  const { index, lastSeen, storeAwaySince } = instance.replica;
  const catalogue =
    index === undefined
      ? null
      : {
          version: index.state.version,
          talks: index.size,
          store_seen: lastSeen === 0 ? null : new Date(lastSeen).toISOString(),
        };
  // Undefined members are left out of the JSON: a process that is alone, or without a corrections file, has none.
  const { worker } = instance;
  const sources = listed === undefined || listed.length === 0 ? undefined : listed.map(sourceDetails);
  const away = storeAwaySince === undefined ? undefined : new Date(storeAwaySince).toISOString();
  const damage = damageDetails(instance.replica.damaged);
  const corrections = await instance.corrections?.();
  const told = {
    status: statusOf(instance),
    catalogue,
    store_unavailable_since: away,
    worker,
    damage,
    sources,
    corrections,
  };
  return json(isReady(instance) ? 200 : 503, told);
}

function statusOf({ draining, replica }: Instance): string {
  if (draining()) return 'stopping';
  return replica.index === undefined ? 'loading' : 'ready';
}

/** At most this many damaged records are listed by number; the others are only counted. */
const MAX_RECORDS = 20;

/**
 * Damaged records, while all others are served. This is public, so it lists numbers instead of identifiers: anyone
 * who has the identifier of a private collection may read it. The log and `lectern check` name them.
 */
function damageDetails({ damage, more }: KnownDamage): object | undefined {
  if (damage.length === 0) return undefined;
  const told = damage.slice(0, MAX_RECORDS).map(({ record }) => {
    return record === undefined ? 'part of the database' : `${record.type} ${String(record.number)}`;
  });
  return { records: told, more: damage.length - told.length + more };
}

/** Public, so it gives only the codes of problems: their messages may contain secret addresses. */
function sourceDetails({ name, state }: ListedSource): object {
  const { lastSuccess = null, nextRun = null, failures = 0, talks = null, held = null, problems = [] } = state ?? {};
  return {
    name,
    last_success: lastSuccess,
    next_run: nextRun,
    failures,
    talks,
    held,
    problems: [...new Set(problems.map(({ code }) => code))],
  };
}

function json(status: 200 | 503, value: unknown): Answer {
  const headers = status === 503 ? [...DATA_POLICY, 'Retry-After', String(RETRY_AFTER)] : DATA_POLICY;
  return uncachedAnswer(status, 'application/json', Buffer.from(JSON.stringify(value)), headers);
}
