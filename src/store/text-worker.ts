import { parentPort, workerData } from 'node:worker_threads';
import { StoreUnavailable } from './store.ts';
import { CurrentCatalogue } from './sqlite/catalogue.ts';
import type { TextAnswer, TextTask } from './text-thread.ts';

const catalogue = new CurrentCatalogue(String(workerData));

parentPort?.on('message', ({ id, terms }: TextTask) => {
  parentPort?.postMessage(answerTo(id, terms));
});

function answerTo(id: number, terms: TextTask['terms']): TextAnswer {
  try {
    return { id, outcome: 'found', found: catalogue.read(({ text }) => text.find(terms)) };
  } catch (error) {
    if (error instanceof StoreUnavailable) return { id, outcome: 'unavailable', message: error.message };
    return { id, outcome: 'bug', error };
  }
}
