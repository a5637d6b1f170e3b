import { isImagePath, type Image } from '#catalogue/image.ts';
import { isObject, stringText } from './json-document.ts';
import { asWebAddress } from './web-address.ts';

/** A picture at an address; null: not a web address; undefined: not mentioned. */
export function imageAt(url: string | undefined, alt = ''): Image | null | undefined {
  if (url === undefined) return undefined;
  const address = asWebAddress(url);
  return address === '' ? null : { url: address, alt };
}

/** A picture in JSON: `{"url", "alt"}`, or just its address. */
export function imageIn(value: unknown): Image | null | undefined {
  if (value === undefined || value === null) return undefined;
  return isObject(value) ? imageAt(stringText(value.url), stringText(value.alt)) : imageAt(stringText(value));
}

/** As `imageAt`, but for files that the operator writes: also a path in the folder of pictures. */
export function imageInFolderOrAt(text: string | undefined, alt: string | undefined): Image | null | undefined {
  return text !== undefined && isImagePath(text) ? { url: text, alt: alt ?? '' } : imageAt(text, alt);
}
