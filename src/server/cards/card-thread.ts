import { parentPort } from 'node:worker_threads';
import { makePainter } from './picture.ts';
import type { CardJob, CardResult } from './cards.ts';

/** The thread of cards.ts: draws cards one by one. */
const painter = await makePainter();

async function draw({ id, card }: CardJob): Promise<CardResult> {
  try {
    return { id, png: await painter.paint(card), fault: undefined };
  } catch (error) {
    return { id, png: undefined, fault: String(error) };
  }
}

let last = Promise.resolve();

parentPort?.on('message', (job: CardJob) => {
  last = last.then(async () => parentPort?.postMessage(await draw(job)));
});
