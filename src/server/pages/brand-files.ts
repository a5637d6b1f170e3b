import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { makeBrand, type Brand, type BrandLink } from '#pages/frame/brand.ts';

/** Pictures that browsers show, by the ending of their files. */
export const PICTURES: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  webp: 'image/webp',
};

/** Whose pages they are, as settings say it. */
export interface BrandSettings {
  readonly brandName: string;
  /** A picture's path, or null. */
  readonly brandLogo: string | null;
  /** `#rrggbb`, or null. */
  readonly brandColour: string | null;
  readonly brandLinks: readonly BrandLink[];
  /** Path of a file of style rules, or null. */
  readonly brandCss: string | null;
}

/** Every page loads them before it is seen. */
const LARGEST_LOGO = 200 * 1024;
const LARGEST_CSS = 100 * 1024;

/** A file that is there and cannot be used; the message says why, for the operator. */
export class BrandUnusable extends Error {
  override readonly name = 'BrandUnusable';
}

/** @throws BrandUnusable; or what the system says of a file that cannot be read */
export async function readBrand(settings: BrandSettings, drawsCards: boolean): Promise<Brand> {
  const [logo, css] = await Promise.all([logoOf(settings.brandLogo), cssOf(settings.brandCss)]);
  return makeBrand({
    name: settings.brandName,
    logo,
    colour: settings.brandColour,
    links: settings.brandLinks,
    css,
    drawsCards,
  });
}

async function logoOf(path: string | null) {
  if (path === null) return null;
  const ending = extname(path).slice(1).toLowerCase();
  return {
    content: await bytesOf(path, LARGEST_LOGO),
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
  throw new BrandUnusable(`${path} has more than ${String(most / 1024)} KiB, which every page would wait for.`);
}
