/* oxlint-disable typescript/no-extraneous-class -- Of some we only use the constructor. */
/** The parts that we use of the packages that draw cards. They are optional, so their own types may be missing. */
declare module '@resvg/resvg-wasm' {
  export function initWasm(module: Uint8Array): Promise<void>;
  export class Resvg {
    constructor(svg: string);
    render(): { asPng(): Uint8Array; free(): void };
    free(): void;
  }
}

declare module 'woff2-encoder/decompress' {
  // oxlint-disable-next-line no-restricted-exports -- The package's own.
  export default function decompress(font: Uint8Array): Promise<Uint8Array>;
}

/** The package's module for bundlers. */
declare module 'bidi-js/dist/bidi.mjs' {
  interface Bidi {
    getEmbeddingLevels(
      text: string,
      direction?: 'ltr' | 'rtl',
    ): { readonly levels: Uint8Array; readonly paragraphs: readonly { readonly level: number }[] };
  }
  // oxlint-disable-next-line no-restricted-exports -- The package's own.
  export default function bidiFactory(): Bidi;
}

declare module 'harfbuzzjs' {
  export class Blob {
    constructor(bytes: Uint8Array);
  }
  export class Face {
    readonly upem: number;
    constructor(blob: Blob);
  }
  export class Variation {
    constructor(axis: string, value: number);
  }
  export class Font {
    constructor(face: Face);
    setVariations(variations: readonly Variation[]): void;
    nominalGlyph(codePoint: number): number | undefined;
    glyphToPath(glyph: number): string;
  }
  export const Direction: { readonly LTR: number; readonly RTL: number };
  export interface GlyphInfo {
    readonly codepoint: number;
    readonly xAdvance?: number;
    readonly xOffset?: number;
    readonly yOffset?: number;
  }
  export class Buffer {
    reset(): void;
    addText(text: string, offset: number, length: number): void;
    setDirection(direction: number): void;
    guessSegmentProperties(): void;
    getGlyphInfosAndPositions(): readonly GlyphInfo[];
  }
  export function shape(font: Font, buffer: Buffer): void;
}
