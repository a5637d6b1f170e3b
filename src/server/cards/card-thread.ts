import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parentPort } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { cardSvg } from '#pages/card/card-svg.ts';
import { cardTexts } from '#pages/card/card.ts';
import type { CardJob, CardResult } from './cards.ts';
import { Typesetter } from './typesetter.ts';

/* The thread of cards.ts: draws cards one by one, which takes tens of milliseconds each. */
await initWasm(readFileSync(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))));
const typesetter = new Typesetter();

/** The letters are outlines by now, so no fonts are needed. */
function png(svg: string): Uint8Array {
  const resvg = new Resvg(svg);
  try {
    const image = resvg.render();
    try {
      return image.asPng();
    } finally {
      image.free();
    }
  } finally {
    resvg.free();
  }
}

async function draw({ id, card }: CardJob): Promise<CardResult> {
  try {
    const svg = cardSvg(card, await typesetter.typeface(cardTexts(card), card.eastAsia));
    return { id, png: png(svg), fault: undefined };
  } catch (error) {
    return { id, png: undefined, fault: String(error) };
  }
}

let last = Promise.resolve();

parentPort?.on('message', (job: CardJob) => {
  last = last.then(async () => parentPort?.postMessage(await draw(job)));
});
