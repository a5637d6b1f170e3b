import { readFileSync } from 'node:fs';
import { EAST_ASIA, type EastAsia } from '#pages/card/card.ts';

/** One file of a font that is split into many, and the characters it covers. */
export interface FontFile {
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
export class FontFiles {
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
