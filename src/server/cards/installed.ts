/**
 * Everything needed to draw cards and QR codes, except fonts for further scripts. These are
 * optional dependencies.
 */
const NEEDED = [
  '@resvg/resvg-wasm',
  'harfbuzzjs',
  'bidi-js/dist/bidi.mjs',
  'woff2-encoder/decompress',
  '@fontsource-variable/noto-sans/package.json',
  'lean-qr',
];

/** Whether cards can be drawn: false after `npm ci --omit=optional`. */
export function canDrawCards(): boolean {
  return NEEDED.every((name) => {
    try {
      import.meta.resolve(name);
      return true;
    } catch {
      return false;
    }
  });
}
