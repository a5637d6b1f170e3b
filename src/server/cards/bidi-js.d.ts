/** The package's module for bundlers: what it says of its types is true of this file, not of its main one. */
declare module 'bidi-js/dist/bidi.mjs' {
  import type { Bidi } from 'bidi-js';
  // eslint-disable-next-line no-restricted-exports -- The package's own.
  export default function bidiFactory(): Bidi;
}
