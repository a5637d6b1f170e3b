import { Worker } from 'node:worker_threads';

/** Milliseconds that a thread waits for the next import before it ends. */
const IDLE = 1_000;

let idle: { readonly worker: Worker; readonly timer: NodeJS.Timeout } | undefined;

/**
 * A writing thread: that of an import that has just ended, or else a new one. Starting one takes longer than a small
 * import.
 */
export function idleThread(): Worker {
  if (idle === undefined) return new Worker(new URL(import.meta.resolve('#store/writer-worker.ts')));
  const { worker, timer } = idle;
  idle = undefined;
  clearTimeout(timer);
  worker.ref();
  return worker;
}

/** Keeps the thread of a finished import for the next import, if that begins soon. */
export function keepThread(worker: Worker): void {
  worker.removeAllListeners('message').removeAllListeners('error');
  worker.unref();
  if (idle !== undefined) {
    void worker.terminate();
    return;
  }
  const timer = setTimeout(() => {
    idle = undefined;
    void worker.terminate();
  }, IDLE).unref();
  idle = { worker, timer };
}
