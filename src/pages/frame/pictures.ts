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

/** The picture at the top of a page. */
export function banner(image: Image | null, view: View): Html {
  const address = pictureAddress(image, view);
  if (image === null || address === null) return NOTHING;
  return html`<div class="banner">
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
