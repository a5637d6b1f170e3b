import { isImagePath, type Image } from '#catalogue/image.ts';
import { pathLinks } from '#representations/links/links.ts';
import { html, NOTHING, type Html } from './html.ts';
import type { View } from './view.ts';

/** The address from which browsers load a picture; null if there is none, or the rules do not allow it. */
export function pictureAddress(
  image: Image | null,
  { brand, publication }: Pick<View, 'brand' | 'publication'>,
): string | null {
  if (image === null) return null;
  if (isImagePath(image.url)) return brand.pictures.hasFolder ? pathLinks(publication).image(image.url) : null;
  const { protocol, host } = new URL(image.url);
  // A page served over HTTPS cannot load pictures over HTTP.
  const isLoaded = protocol === 'https:' || publication.baseUrl.startsWith('http:');
  return isLoaded && brand.pictures.hosts.some((allowed) => covers(allowed, host)) ? image.url : null;
}

function covers(allowed: string, host: string): boolean {
  return allowed.startsWith('*.') ? host.endsWith(allowed.slice(1)) : host === allowed;
}

/** Number of band colours; pictures.css has a class for each. */
const BANDS = 12;

/**
 * The picture at the top of a page, or a band of colour if there is none.
 * @param seed determines the colour: a series or department always has the same one
 */
export function banner(image: Image | null, seed: string, view: View): Html {
  const band = `band band-${String(hash(seed) % BANDS)}`;
  const address = pictureAddress(image, view);
  if (image === null || address === null) return html`<div class="${band}"></div>`;
  return html`<div class="${band} banner">
    <img src="${address}" alt="${image.alt}" width="960" height="320" loading="lazy" referrerpolicy="no-referrer" />
  </div>`;
}

/** The picture of a talk in a list. It is decoration there: the title beside it says what the talk is about. */
export function thumbnail(image: Image | null, view: Pick<View, 'brand' | 'publication'>): Html {
  const address = pictureAddress(image, view);
  if (address === null) return NOTHING;
  return html`<img
    class="talk-picture"
    src="${address}"
    alt=""
    width="96"
    height="64"
    loading="lazy"
    referrerpolicy="no-referrer"
  />`;
}

/** The picture of a person beside their name. */
export function face(image: Image | null, size: 'small' | 'large', view: View): Html {
  const address = pictureAddress(image, view);
  if (image === null || address === null) return NOTHING;
  const pixels = size === 'small' ? 48 : 128;
  return html`<img
    class="face ${size}"
    src="${address}"
    alt="${image.alt}"
    width="${pixels}"
    height="${pixels}"
    loading="lazy"
    referrerpolicy="no-referrer"
  />`;
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (const unit of Buffer.from(text)) value = Math.imul(value ^ unit, 0x01000193);
  return value >>> 0;
}
