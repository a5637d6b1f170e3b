import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import { cardTexts, type Card } from '#pages/card/card.ts';
import { cardSvg } from '#pages/card/card-svg.ts';
import { Typesetter } from './typesetter.ts';

/** Draws cards. Takes tens of milliseconds per card, and so runs in a thread of its own. */
interface Painter {
  /** PNG, 1200 by 630. */
  paint(card: Card): Promise<Uint8Array>;
}

export async function makePainter(): Promise<Painter> {
  await initWasm(readFileSync(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))));
  const typesetter = new Typesetter();
  return {
    paint: async (card) => png(cardSvg(card, await typesetter.typeface(cardTexts(card), card.eastAsia))),
  };
}

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
