import { DATA_POLICY, type Answer } from './answer.js';
import { RETRY_AFTER } from './errors.js';
import type { Service } from './service.js';

/** Whether the process is alive: it is, or there would be no answer. */
export function healthAnswer(): Answer {
  return json(200, { status: 'alive' });
}

/**
 * Whether every question can be answered just now: the catalogue is loaded, the store can be read and the service
 * is not about to stop. A balancer sends questions elsewhere meanwhile.
 */
export function readinessAnswer(service: Service): Answer {
  const { index, lastSeen, trouble } = service.follower;
  const catalogue =
    index === undefined
      ? null
      : { version: index.state.version, talks: index.size, store_seen: new Date(lastSeen).toISOString() };
  // Left out of JSON where there is only one.
  const { worker } = service;
  if (service.draining()) return json(503, { status: 'stopping', catalogue, worker });
  if (index === undefined) return json(503, { status: 'loading', catalogue, worker });
  if (trouble !== undefined) return json(503, { status: 'store unavailable', catalogue, worker });
  return json(200, { status: 'ready', catalogue, worker });
}

function json(status: 200 | 503, value: unknown): Answer {
  return {
    status,
    contentType: 'application/json',
    body: Buffer.from(JSON.stringify(value)),
    tag: undefined,
    variant: '',
    headers: status === 503 ? [...DATA_POLICY, 'Retry-After', String(RETRY_AFTER)] : DATA_POLICY,
    keep: 'never',
    until: Infinity,
  };
}
