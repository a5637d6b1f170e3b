/** A picture of a talk, a series or a person. */
export interface Image {
  /** An http or https address, or the path of a file in the folder of pictures: `people/doe.jpg`. */
  readonly url: string;
  /**
   * Alternative text: what it shows, for those who do not see it. `''` if it says nothing that the words beside it do
   * not.
   */
  readonly alt: string;
}

/** In characters. */
export const LONGEST_IMAGE_URL = 2000;
const LONGEST_IMAGE_PATH = 200;
export const LONGEST_IMAGE_ALT = 500;

/** File types of pictures by suffix. SVG is not among them: it may hold scripts. */
export const IMAGE_TYPES: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
};

export function isImageUrl(text: string): boolean {
  return isImagePath(text) || (text.length <= LONGEST_IMAGE_URL && ADDRESS.test(text) && URL.canParse(text));
}

/**
 * Whether a text is the path of a file in the folder of pictures or a folder in it: letters, digits, `_`, `-`, `.`; not
 * hidden.
 */
export function isImagePath(text: string): boolean {
  return text.length <= LONGEST_IMAGE_PATH && PATH.test(text);
}

/** XML cannot have U+FFFE or U+FFFF. */
const ADDRESS = /^https?:\/\/[^\s<>"\p{Cc}\p{Cs}\ufffe\uffff]+$/iu;
const PATH = new RegExp(
  `^(?:[a-z0-9_][a-z0-9_.-]*/)?[a-z0-9_][a-z0-9_.-]*\\.(?:${Object.keys(IMAGE_TYPES).join('|')})$`,
  'i',
);
