import { isImageUrl, LONGEST_IMAGE_ALT } from '#catalogue/image.ts';
import type { Image } from '#catalogue/image.ts';
import { atMost, name } from './source-text.ts';

/** The image for a record; null: no address that can be published. */
export function publishableImage(image: Image | null | undefined): Image | null {
  const url = image?.url.trim() ?? '';
  if (image === null || image === undefined || !isImageUrl(url)) return null;
  return { url, alt: atMost(name(image.alt), LONGEST_IMAGE_ALT) };
}
