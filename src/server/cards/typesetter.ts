import { readFile } from 'node:fs/promises';
import bidiFactory from 'bidi-js/dist/bidi.mjs';
import { Blob, Buffer as GlyphBuffer, Direction, Face, Font, shape, Variation } from 'harfbuzzjs';
import decompress from 'woff2-encoder/decompress';
import { EAST_ASIA } from '#pages/card/card.ts';
import type { EastAsia } from '#pages/card/card.ts';
import type { Glyph, SetText, Typeface, Weight } from '#pages/card/typeface.ts';
import { readFileSync } from 'node:fs';

/** A font file loaded in each weight. */
interface LoadedFont {
  readonly fonts: Readonly<Record<Weight, Font>>;
  readonly unitsPerEm: number;
}

const IGNORABLE = /^\p{Default_Ignorable_Code_Point}$/u;
/** How many shaped lines are cached: roughly those tried for one card. */
const MAX_KEPT = 2_000;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const bidi = bidiFactory();

/**
 * Sets text in the installed fonts with HarfBuzz, which joins, reorders and stacks letters as
 * readers expect. A file is loaded when a text first needs it, and stays loaded; all files together
 * take some tens of megabytes.
 */
export class Typesetter {
  readonly #files = new FontFiles();
  readonly #loaded = new Map<string, Promise<LoadedFont>>();

  /** Caches these texts and their truncated forms. */
  async typeface(texts: readonly string[], eastAsia: EastAsia): Promise<Typeface> {
    const fonts = new Map<number, readonly LoadedFont[]>();
    for (const character of new Set(texts.join(''))) {
      const codePoint = character.codePointAt(0) ?? 0;
      if (!IGNORABLE.test(character)) fonts.set(codePoint, await this.#fontsOf(codePoint, eastAsia));
    }
    return new LoadedTypeface(fonts);
  }

  /** The fonts of the first package that has the character. */
  async #fontsOf(codePoint: number, eastAsia: EastAsia): Promise<readonly LoadedFont[]> {
    for (const files of this.#files.of(codePoint, eastAsia)) {
      const fonts = await Promise.all(files.map((file) => this.#load(file)));
      // Files cover whole ranges, but a font may lack some of their characters.
      const having = fonts.filter((font) => font.fonts[400].nominalGlyph(codePoint) !== undefined);
      if (having.length > 0) return having;
    }
    return [];
  }

  #load({ url }: FontFile): Promise<LoadedFont> {
    let font = this.#loaded.get(url.href);
    if (font === undefined) this.#loaded.set(url.href, (font = loadFont(url)));
    return font;
  }
}

async function loadFont(url: URL): Promise<LoadedFont> {
  const face = new Face(new Blob(await decompress(await readFile(url))));
  const inWeight = (weight: Weight): Font => {
    const font = new Font(face);
    font.setVariations([new Variation('wght', weight)]);
    return font;
  };
  return { fonts: { 400: inWeight(400), 700: inWeight(700) }, unitsPerEm: face.upem };
}

/** Text of one font and direction. */
interface Run {
  readonly font: LoadedFont;
  /** Embedding level of UAX #9: odd means right to left. */
  readonly level: number;
  readonly from: number;
  to: number;
}

class LoadedTypeface implements Typeface {
  readonly #fonts: ReadonlyMap<number, readonly LoadedFont[]>;
  readonly #kept = new Map<string, SetText>();
  readonly #buffer = new GlyphBuffer();

  constructor(fonts: ReadonlyMap<number, readonly LoadedFont[]>) {
    this.#fonts = fonts;
  }

  isRightToLeft(text: string): boolean {
    return bidi.getEmbeddingLevels(text).paragraphs[0]?.level === 1;
  }

  set(text: string, weight: Weight, isRightToLeft: boolean): SetText {
    const key = `${String(weight)}${isRightToLeft ? '<' : '>'}${text}`;
    let set = this.#kept.get(key);
    if (set === undefined) {
      if (this.#kept.size >= MAX_KEPT) this.#kept.clear();
      this.#kept.set(key, (set = this.#setAnew(text, weight, isRightToLeft)));
    }
    return set;
  }

  #setAnew(text: string, weight: Weight, isRightToLeft: boolean): SetText {
    const pieces = this.#pieces(text);
    const shown = pieces.map((piece) => piece.text).join('');
    const { levels } = bidi.getEmbeddingLevels(shown, isRightToLeft ? 'rtl' : 'ltr');
    const glyphs: Glyph[] = [];
    let x = 0;
    for (const run of inVisualOrder(runsOf(pieces, levels))) {
      const font = run.font.fonts[weight];
      const unit = 1 / run.font.unitsPerEm;
      for (const { codepoint, xAdvance = 0, xOffset = 0, yOffset = 0 } of this.#shaped(shown, run, font)) {
        const [left, up] = [x + xOffset * unit, yOffset * unit];
        glyphs.push({ x: left, y: up, unit, outline: () => font.glyphToPath(codepoint) });
        x += xAdvance * unit;
      }
    }
    return { text: shown, width: x, glyphs };
  }

  #shaped(text: string, { from, to, level }: Run, font: Font): ReturnType<GlyphBuffer['getGlyphInfosAndPositions']> {
    const buffer = this.#buffer;
    buffer.reset();
    // Shaped in context: letters of joining scripts join across runs too.
    buffer.addText(text, from, to - from);
    buffer.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR);
    buffer.guessSegmentProperties();
    shape(font, buffer);
    return buffer.getGlyphInfosAndPositions();
  }

  /** Splits a text into runs, each in one font for as long as possible. */
  #pieces(text: string): Piece[] {
    const pieces: Piece[] = [];
    let font: LoadedFont | undefined;
    for (const { segment } of graphemes.segment(text)) {
      const piece = this.#piece(segment, font);
      if (piece === undefined) continue;
      pieces.push(piece);
      font = piece.font;
    }
    return pieces;
  }

  #piece(character: string, before: LoadedFont | undefined): Piece | undefined {
    const having = this.#fontsOfAll(character);
    const font = before !== undefined && (having === undefined || having.includes(before)) ? before : having?.[0];
    if (font !== undefined) return { text: character, font };
    // Without its marks it is still the same letter.
    const [base = ''] = character;
    return base === character || base === '' ? undefined : this.#piece(base, before);
  }

  /** Fonts that have every character; undefined for invisible characters. */
  #fontsOfAll(text: string): readonly LoadedFont[] | undefined {
    const each = Array.from(text)
      .filter((one) => !IGNORABLE.test(one))
      .map((one) => this.#fonts.get(one.codePointAt(0) ?? 0) ?? []);
    const [first, ...others] = each;
    return first?.filter((font) => others.every((fonts) => fonts.includes(font)));
  }
}

interface Piece {
  readonly text: string;
  readonly font: LoadedFont;
}

function runsOf(pieces: readonly Piece[], levels: Uint8Array): Run[] {
  const runs: Run[] = [];
  let at = 0;
  for (const { text, font } of pieces) {
    const level = levels[at] ?? 0;
    const last = runs.at(-1);
    if (last?.font === font && last.level === level) last.to += text.length;
    else runs.push({ font, level, from: at, to: at + text.length });
    at += text.length;
  }
  return runs;
}

/**
 * Left-to-right order (UAX #9, L2): from the highest level to the lowest odd one, reverses every
 * run at that level or above.
 */
function inVisualOrder(runs: readonly Run[]): Run[] {
  const ordered = [...runs];
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level -= 1)
    for (let from = 0; from < ordered.length; from += 1) {
      let to = from;
      while ((ordered[to]?.level ?? 0) >= level) to += 1;
      if (to > from) ordered.splice(from, to - from, ...ordered.slice(from, to).reverse());
      from = to;
    }
  return ordered;
}

/** One file of a font that is split into many, and the characters it covers. */
interface FontFile {
  readonly url: URL;
  has(codePoint: number): boolean;
}

const LATIN = 'noto-sans';

/**
 * Scripts with a package each. Those in the last line are not our dependencies, and are used if
 * installed.
 */
const SCRIPTS =
  'arabic hebrew bengali tamil thai georgian armenian ' +
  'ethiopic gujarati gurmukhi kannada khmer lao malayalam myanmar oriya sinhala telugu';

/** Packages in the order in which a character is looked up, followed by those of East Asia. */
const PACKAGES = [LATIN, ...SCRIPTS.split(' ').map((script) => `${LATIN}-${script}`)];

/** The files of all installed packages, loaded as needed. */
class FontFiles {
  readonly #read = new Map<string, readonly FontFile[]>();

  /**
   * The files for a character, from each package that has it, in order; `first` is the preferred
   * package for East Asian characters.
   */
  *of(codePoint: number, first: EastAsia): Generator<readonly FontFile[]> {
    const packages = [
      ...PACKAGES,
      ...[first, ...EAST_ASIA.filter((one) => one !== first)].map((one) => `${LATIN}-${one}`),
    ];
    for (const name of packages) {
      const files = this.#filesOf(name).filter((file) => file.has(codePoint));
      if (files.length > 0) yield files;
    }
  }

  #filesOf(name: string): readonly FontFile[] {
    let files = this.#read.get(name);
    if (files === undefined) this.#read.set(name, (files = readPackage(name)));
    return files;
  }
}

/** None if the package is not installed: some operators may omit the largest. */
function readPackage(name: string): FontFile[] {
  let folder: URL;
  try {
    folder = new URL('.', import.meta.resolve(`@fontsource-variable/${name}/package.json`));
  } catch {
    return [];
  }
  const slices: unknown = JSON.parse(readFileSync(new URL('unicode.json', folder), 'utf8'));
  // Fonts for other scripts include Latin too.
  const own = Object.entries(slices ?? {}).filter(([slice]) => name === LATIN || !COMMON.test(slice));
  return own.map(([slice, ranges]) => {
    const file = `files/${name}-${slice.replace(/[[\]]/g, '')}-wght-normal.woff2`;
    return { url: new URL(file, folder), has: within(String(ranges)) };
  });
}

const COMMON = /^(?:latin|greek|cyrillic)(?:-ext)?$|^vietnamese$/;

/** @param ranges as CSS has them: `U+0460-052F,U+20B4` (CSS Fonts 4, 4.5) */
function within(ranges: string): (codePoint: number) => boolean {
  const bounds = ranges
    .split(',')
    .map((range) => range.trim().slice(2).split('-'))
    .map(([first = '', last = first]) => [parseInt(first, 16), parseInt(last, 16)] as const);
  return (codePoint) => bounds.some(([first, last]) => first <= codePoint && codePoint <= last);
}
