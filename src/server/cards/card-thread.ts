import { parentPort } from 'node:worker_threads';
import { makePainter } from './picture.js';
import type { CardJob, CardResult } from './cards.js';

/** The thread of cards.ts: draws one card after the other. */
const painter = await makePainter();

parentPort?.on('message', ({ id, card }: CardJob) => {
  let result: CardResult;
  try {
    result = { id, png: painter.paint(card), fault: undefined };
  } catch (error) {
    result = { id, png: undefined, fault: String(error) };
  }
  parentPort?.postMessage(result);
});
