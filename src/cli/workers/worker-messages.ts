import type { ProcessNumbers } from '#server/ops/metrics.ts';
import type { Why } from '#server/http/connections.ts';
import { isObject } from '#catalogue/json-object.ts';

/** One more whenever these messages change their meaning: a worker may be of a newer release than who started it. */
export const PROTOCOL = 1;

/** The variable by which a process knows that it is a worker. */
export const WORKER_VARIABLE = 'LECTERN_WORKER';

/** What a worker is told before it begins. All else it reads from the same arguments and variables as its parent. */
export interface Task {
  readonly protocol: number;
  /** From 1; the one that takes a worker's place has its number. */
  readonly number: number;
  /** That the parent listens on. */
  readonly port: number;
  readonly database: string;
  readonly cacheFolder: string | null;
}

/** What the parent tells a worker. With `connection` comes a socket. */
export type ToWorker =
  | { readonly kind: 'begin'; readonly task: Task }
  | { readonly kind: 'connection' }
  /** Every second: what each worker said of itself, by its number. */
  | { readonly kind: 'numbers'; readonly workers: Readonly<Record<string, ProcessNumbers>> }
  /** It is to finish what it has, and to end. */
  | { readonly kind: 'drain'; readonly why: Why };

/** What a worker tells its parent; `connections` is how many it has. */
export type FromWorker =
  /** The program is loaded and asks what to do. */
  | { readonly kind: 'hello' }
  /** Every second, and when connections are over: it is not stuck. */
  | { readonly kind: 'beat'; readonly connections: number; readonly numbers: ProcessNumbers }
  /** It can be given connections. */
  | { readonly kind: 'serving' }
  /** It can answer every question; `address` is where people reach the service. */
  | { readonly kind: 'ready'; readonly address: string }
  /** It has the connection that it was given; it was too late for it. */
  | { readonly kind: 'took'; readonly connections: number }
  | { readonly kind: 'left' }
  /** It wants no more connections, and ends when those that it has are over. */
  | { readonly kind: 'draining' }
  /** It cannot serve, and ends. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Undefined for what is not from a worker of ours. */
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

/** Undefined for what is not from our parent. */
export function toWorker(message: unknown): ToWorker | undefined {
  if (!isObject(message)) return undefined;
  const { kind, task, why, workers } = message;
  if (kind === 'numbers') return { kind, workers: workersIn(workers) };
  if (kind === 'connection') return { kind };
  if (kind === 'drain') return { kind, why: why === 'replaced' ? why : 'stopped' };
  return kind === 'begin' && isTask(task) ? { kind, task } : undefined;
}

/** The protocol is looked at first: of another one, nothing else can be relied on. */
function isTask(value: unknown): value is Task {
  if (!isObject(value) || typeof value.protocol !== 'number') return false;
  if (value.protocol !== PROTOCOL) return true;
  const { number, port, database, cacheFolder } = value;
  const isPlaced = typeof number === 'number' && typeof port === 'number';
  return isPlaced && typeof database === 'string' && (cacheFolder === null || typeof cacheFolder === 'string');
}

function workersIn(value: unknown): Readonly<Record<string, ProcessNumbers>> {
  const entries = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.map(([worker, numbers]) => [worker, numbersIn(numbers)]));
}

function numbersIn(value: unknown): ProcessNumbers {
  const entries = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'));
}
