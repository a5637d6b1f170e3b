import { parentPort, workerData } from 'node:worker_threads';
import { StoreUnavailable } from './store.ts';
import type { TermMatches } from './store.ts';
import { CurrentCatalogue } from './sqlite/catalogue.ts';
import { OutOfTime } from './sqlite/text-search.ts';
import type { TextAnswer, TextTask } from './text-thread.ts';

const catalogue = new CurrentCatalogue(String(workerData));

parentPort?.on('message', (task: TextTask) => {
  const answer = answerTo(task);
  // Handed over, not copied: a term of every talk is megabytes.
  parentPort?.postMessage(answer, answer.outcome === 'found' ? buffersOf(answer.found.value) : []);
});

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

/** Each once: where a term is no beginning both its lists are one. */
function buffersOf(found: readonly TermMatches[]): ArrayBuffer[] {
  const lists = found.flatMap(({ title, text, names }) => [title, text, ...Object.values(names)]);
  const buffers = lists.flatMap(({ whole, begun }) => [whole.buffer, begun.buffer]);
  return [...new Set(buffers)].filter((buffer) => buffer instanceof ArrayBuffer);
}
