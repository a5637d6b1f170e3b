/** The package's module for bundlers, which it does not declare. */
declare module 'bidi-js/dist/bidi.mjs' {
  // oxlint-disable-next-line no-restricted-exports -- The package's own.
  export default function bidiFactory(): import('bidi-js').Bidi;
}
