import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { initWasm, Resvg } from '@resvg/resvg-wasm';
import type { Card } from '#pages/card.js';
import { cardSvg, type Typeface, type Weight } from '#pages/card-svg.js';
import { readWoff, type Font } from './font.js';
import { typefaceOf } from './typeface.js';

/** Packages of fonts, and which of their subsets, those first that most text is in. */
const FONTS: readonly (readonly [name: string, subsets: readonly string[]])[] = [
  ['noto-sans', ['latin', 'latin-ext', 'greek', 'cyrillic', 'greek-ext', 'cyrillic-ext', 'vietnamese']],
];

/** Draws cards. It takes tens of milliseconds a card, and belongs in a thread of its own. */
export interface Painter {
  /** PNG, 1200 by 630. */
  paint(card: Card): Uint8Array;
}

export async function makePainter(): Promise<Painter> {
  await initWasm(readFileSync(fileURLToPath(import.meta.resolve('@resvg/resvg-wasm/index_bg.wasm'))));
  const fonts = { 400: fontsOf(400), 700: fontsOf(700) };
  const face = typefaceOf(fonts);
  const fontBuffers = [...fonts[700], ...fonts[400]].map(({ bytes }) => bytes);
  return { paint: (card) => png(cardSvg(card, face), fontBuffers) };
}

/** As the painter's own measure, for whoever wants to see the SVG. */
export function readTypeface(): Typeface {
  return typefaceOf({ 400: fontsOf(400), 700: fontsOf(700) });
}

function fontsOf(weight: Weight): Font[] {
  return FONTS.flatMap(([name, subsets]) => {
    const folder = new URL('files/', import.meta.resolve(`@fontsource/${name}/package.json`));
    const there = new Set(readdirSync(folder));
    return subsets
      .map((subset) => `${name}-${subset}-${String(weight)}-normal.woff`)
      .filter((file) => there.has(file))
      .map((file) => readWoff(readFileSync(new URL(file, folder)), file.replace(/\.woff$/, '')));
  });
}

function png(svg: string, fontBuffers: Uint8Array[]): Uint8Array {
  const resvg = new Resvg(svg, { font: { fontBuffers } });
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
