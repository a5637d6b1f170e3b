import { LONGEST_IMAGE_ALT } from '#catalogue/image.ts';
import type { Image } from '#catalogue/image.ts';
import type { RecordFields } from './record-fields.ts';

const FIELDS: readonly (keyof Image)[] = ['url', 'alt'];

/** The picture of a record; null when left out. */
export function readImage(fields: RecordFields): Image | null {
  return fields.objectOrNull('image', (image) => {
    image.refuseAllBut(FIELDS, 'picture');
    return { url: image.imageUrl('url'), alt: image.text('alt', LONGEST_IMAGE_ALT).trim() };
  });
}
