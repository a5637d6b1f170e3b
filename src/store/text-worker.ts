import { readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { isObject } from '#catalogue/json-object.ts';
import { StoreUnavailable } from './store.ts';
import type { TermMatches } from './store.ts';
import { CurrentCatalogue } from './sqlite/catalogue.ts';
import { OutOfTime } from './sqlite/text-search.ts';
import type { TextAnswer, TextTask, TextThreadData } from './text-thread.ts';

const { path, niceness } = threadData(workerData);
if (niceness > 0) yieldToOthers(niceness);
const catalogue = new CurrentCatalogue(path);

parentPort?.on('message', (task: TextTask) => {
  const answer = answerTo(task);
  // Transferred, not copied: the matches of a term that every talk has take megabytes.
  parentPort?.postMessage(answer, answer.outcome === 'found' ? buffersOf(answer.found.value) : []);
});

function threadData(value: unknown): TextThreadData {
  if (!isObject(value) || typeof value.path !== 'string' || typeof value.niceness !== 'number')
    throw new Error('this thread is begun by text-thread.ts');
  return { path: value.path, niceness: value.niceness };
}

/** Lowers the priority of this thread; on Linux only, where each thread has its own. */
function yieldToOthers(niceness: number): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1));
    setPriority(thread, niceness);
  } catch {
    // Other systems have no priorities of threads, and some do not allow the change.
  }
}

function answerTo({ terms, milliseconds }: TextTask): TextAnswer {
  const end = performance.now() + milliseconds;
  try {
    return { outcome: 'found', found: catalogue.read(({ text }) => text.find(terms, end)) };
  } catch (error) {
    if (error instanceof OutOfTime) return { outcome: 'timed out' };
    if (error instanceof StoreUnavailable) return { outcome: 'unavailable', message: error.message };
    return { outcome: 'bug', error };
  }
}

/** Each buffer once: without prefix matches, `whole` and `begun` are the same array. */
function buffersOf(found: readonly TermMatches[]): ArrayBuffer[] {
  const lists = found.flatMap(({ title, text, names }) => [title, text, ...Object.values(names)]);
  const buffers = lists.flatMap(({ whole, begun }) => [whole.buffer, begun.buffer]);
  return [...new Set(buffers)].filter((buffer) => buffer instanceof ArrayBuffer);
}
