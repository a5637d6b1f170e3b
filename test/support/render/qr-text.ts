import jsQR from 'jsqr';

/** Pixels per module. */
const SCALE = 4;

/** The text of a QR code in an SVG, read by a third-party decoder; null if it finds none. */
export function qrText(svg: string): string | null {
  const [, from = '', side = ''] = /viewBox="(-?\d+) -?\d+ (\d+) \d+"/.exec(svg) ?? [];
  const width = Number(side) * SCALE;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [, x = '', y = '', length = ''] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1H\d+z/g)) {
    for (let row = 0; row < SCALE; row += 1) {
      const at = ((Number(y) - Number(from)) * SCALE + row) * width + (Number(x) - Number(from)) * SCALE;
      for (let pixel = at; pixel < at + Number(length) * SCALE; pixel += 1) pixels.fill(0, pixel * 4, pixel * 4 + 3);
    }
  }
  return jsQR.default(pixels, width, width)?.data ?? null;
}
