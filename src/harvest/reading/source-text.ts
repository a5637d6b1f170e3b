import { isImageUrl, LONGEST_IMAGE_ALT, type Image } from '#catalogue/image.ts';

/** SQL text ends at a NUL, and UTF-8 cannot encode a lone surrogate. */
const UNSTORABLE = /[\0\p{Cs}]/gu;

/** Trims a text and replaces what no store can keep. */
export function storable(text = ''): string {
  return text.replace(UNSTORABLE, (character) => (character === '\0' ? '' : '\ufffd')).trim();
}

/** `storable` on one line, for names and titles, which some systems wrap. */
export function name(text: string): string {
  return storable(text).replace(/\s+/gu, ' ');
}

export function isSomething(text: string): boolean {
  return storable(text) !== '';
}

/** Cuts a text to at most `longest` UTF-16 units, with an ellipsis if it was longer. */
export function atMost(text: string, longest: number): string {
  if (text.length <= longest) return text;
  // A cut may leave half of a surrogate pair.
  return `${text
    .slice(0, longest - 1)
    .replace(/\p{Cs}$/u, '')
    .trimEnd()}…`;
}

/** The image for a record; null: no address that can be published. */
export function publishableImage(image: Image | null | undefined): Image | null {
  const url = image?.url.trim() ?? '';
  if (image === null || image === undefined || !isImageUrl(url)) return null;
  return { url, alt: atMost(name(image.alt), LONGEST_IMAGE_ALT) };
}
