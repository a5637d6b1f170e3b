import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { BrandUnusable } from '../unusable.ts';
import { makeBrand } from '#pages/frame/brand.ts';
import type { Brand, BrandLink, BrandPicture, Featured, PrivacyRules } from '#pages/frame/brand.ts';
import type { Term } from '#search/query/terms.ts';
import { fileAnswer, FOR_GOOD, ONE_FORM } from '../documents/document.ts';
import type { Answer } from '../http/answer.ts';
import { notFound } from '../http/errors.ts';
import type { Service } from '../service.ts';
import type { Target } from '../http/application.ts';

/** Image types that browsers support, by file extension. */
export const PICTURES: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

/** The brand settings. */
export interface BrandSettings {
  readonly brandName: string;
  /** The path of an image, or null. */
  readonly brandLogo: string | null;
  /** `#rrggbb`, or null. */
  readonly brandColour: string | null;
  readonly brandLinks: readonly BrandLink[];
  /** The path of a CSS file, or null. */
  readonly brandCss: string | null;
  /** The path of an image, or null. */
  readonly brandPicture: string | null;
  readonly brandPictureAlt: string;
  readonly brandWelcome: string;
  readonly featured: Featured | null;
  readonly terms: readonly Term[];
  /** The path of the folder of pictures, or null. */
  readonly images: string | null;
  readonly privacyUrl: string | null;
  readonly privacyContact: string | null;
  readonly accessLog: 'off' | 'common' | 'json';
  readonly accessLogPersonal: 'off' | 'on';
  /** See PictureRules. */
  readonly imageHosts: readonly string[];
}

/** Maximum bytes of files that every page has to load before it is shown. */
const LARGEST_LOGO = 200 * 1024;
const LARGEST_CSS = 100 * 1024;
/** Maximum bytes of the picture that only the home page loads. */
const LARGEST_PICTURE = 1024 * 1024;

/** @throws BrandUnusable, or the system's error if a file cannot be read */
export async function readBrand(settings: BrandSettings, drawsCards: boolean): Promise<Brand> {
  const [logo, picture, css] = await Promise.all([
    pictureOf(settings.brandLogo, LARGEST_LOGO),
    pictureOf(settings.brandPicture, LARGEST_PICTURE),
    cssOf(settings.brandCss),
  ]);
  return makeBrand({
    name: settings.brandName,
    logo,
    colour: settings.brandColour,
    links: settings.brandLinks,
    css,
    drawsCards,
    hero: picture === null ? null : { ...picture, alt: settings.brandPictureAlt },
    welcome: settings.brandWelcome,
    featured: settings.featured,
    terms: settings.terms,
    pictures: { hosts: settings.imageHosts, hasFolder: settings.images !== null },
    privacy: { address: settings.privacyUrl, contact: settings.privacyContact, log: logOf(settings) },
  });
}

function logOf({ accessLog, accessLogPersonal }: BrandSettings): PrivacyRules['log'] {
  if (accessLog === 'off') return 'none';
  return accessLogPersonal === 'on' ? 'personal' : 'requests';
}

async function pictureOf(path: string | null, most: number): Promise<BrandPicture | null> {
  if (path === null) return null;
  const ending = extname(path).slice(1).toLowerCase();
  return {
    content: await bytesOf(path, most),
    ending,
    contentType: PICTURES[ending] ?? 'application/octet-stream',
  };
}

async function cssOf(path: string | null): Promise<string> {
  return path === null ? '' : (await bytesOf(path, LARGEST_CSS)).toString();
}

async function bytesOf(path: string, most: number): Promise<Buffer> {
  const bytes = await readFile(path);
  if (bytes.length <= most) return bytes;
  throw new BrandUnusable(`${path} has more than ${String(most / 1024)} KiB, which would slow down every page.`);
}

/** A file that pages load. The content of a name never changes. */
export function assetAnswer({ brand }: Pick<Service, 'brand'>, _target: Target, name: string): Answer {
  const asset = brand.assets.get(name);
  if (asset === undefined) throw notFound('No file has this name');
  return fileAnswer(asset.content, asset.contentType, 'asset', { ...ONE_FORM, cacheControl: FOR_GOOD });
}
