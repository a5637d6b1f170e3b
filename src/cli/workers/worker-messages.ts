import type { Samples } from '#server/ops/metric-families.ts';
import type { Why } from '#server/http/connections.ts';
import { isObject } from '#catalogue/json-object.ts';

/**
 * Incremented whenever these messages change: a worker may be of a newer release than its parent.
 */
export const PROTOCOL = 2;

/** Set in the environment of a worker. */
export const WORKER_VARIABLE = 'LECTERN_WORKER';

/**
 * The first message to a worker. Everything else it reads from the same arguments and variables as
 * its parent.
 */
export interface Task {
  readonly protocol: number;
  /** From 1; a replacement keeps the number. */
  readonly number: number;
  /** The port that the parent listens on. */
  readonly port: number;
  readonly database: string;
  readonly cacheFolder: string | null;
  /** The corrections file. */
  readonly corrections: string | null;
}

/** Messages from the parent to a worker. `connection` comes with a socket. */
export type ToWorker =
  | { readonly kind: 'begin'; readonly task: Task }
  | { readonly kind: 'connection' }
  /** Finish requests in flight, then exit. */
  | { readonly kind: 'drain'; readonly why: Why };

/** Messages from a worker to its parent; `connections`: how many it has. */
export type FromWorker =
  /** The program is loaded and waits for its task. */
  | { readonly kind: 'hello' }
  /**
   * Heartbeat, sent every second and when connections close. `numbers`: its metrics, every second.
   */
  | { readonly kind: 'beat'; readonly connections: number; readonly numbers?: Samples | undefined }
  /** It accepts connections. */
  | { readonly kind: 'serving' }
  /** It can serve every request; `address` is that of the service. */
  | { readonly kind: 'ready'; readonly address: string }
  /** Whether it accepted the connection that it was given. */
  | { readonly kind: 'took'; readonly connections: number }
  | { readonly kind: 'left' }
  /** It accepts no more connections, and exits when its open ones are closed. */
  | { readonly kind: 'draining' }
  /** It cannot serve, and exits. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Undefined for any other message. */
export function fromWorker(message: unknown): FromWorker | undefined {
  if (!isObject(message)) return undefined;
  const { kind, connections, address, reason, numbers } = message;
  switch (kind) {
    case 'hello':
    case 'serving':
    case 'left':
    case 'draining':
      return { kind };
    case 'beat':
      return typeof connections === 'number' ? { kind, connections, numbers: numbersIn(numbers) } : undefined;
    case 'took':
      return typeof connections === 'number' ? { kind, connections } : undefined;
    case 'ready':
      return typeof address === 'string' ? { kind, address } : undefined;
    case 'failed':
      return typeof reason === 'string' ? { kind, reason } : undefined;
    default:
      return undefined;
  }
}

/** Undefined for any other message. */
export function toWorker(message: unknown): ToWorker | undefined {
  if (!isObject(message)) return undefined;
  const { kind, task, why } = message;
  if (kind === 'connection') return { kind };
  if (kind === 'drain') return { kind, why: why === 'replaced' ? why : 'stopped' };
  return kind === 'begin' && isTask(task) ? { kind, task } : undefined;
}

/** The protocol is checked first, since messages of another one may mean anything. */
function isTask(value: unknown): value is Task {
  if (!isObject(value) || typeof value.protocol !== 'number') return false;
  if (value.protocol !== PROTOCOL) return true;
  const { number, port, database, cacheFolder, corrections } = value;
  const isPlaced = typeof number === 'number' && typeof port === 'number' && typeof database === 'string';
  return isPlaced && [cacheFolder, corrections].every((path) => path === null || typeof path === 'string');
}

function numbersIn(value: unknown): Samples | undefined {
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value);
  return Object.fromEntries(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}
