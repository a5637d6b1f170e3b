import { IMAGE_TYPES } from '#catalogue/image.ts';
import { oneLine } from './feeds/feed-text.ts';
import type { Material, MaterialType } from '#catalogue/material.ts';

export const MATERIAL_NAMES: Readonly<Record<MaterialType, string>> = {
  recording: 'Recording',
  slides: 'Slides',
  paper: 'Paper',
  picture: 'Picture',
  live_stream: 'Live stream',
  link: 'Link',
};

/** Media types of files, which programs play or open by themselves, unlike pages. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ...IMAGE_TYPES,
  m4a: 'audio/mp4',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  webm: 'video/webm',
};

/** The media type for the suffix of an address; null for pages and unknown files. */
export function mediaTypeOf({ url }: Pick<Material, 'url'>): string | null {
  const [, suffix = ''] = /\.(\w{3,4})$/.exec(new URL(url).pathname) ?? [];
  return MEDIA_TYPES[suffix.toLowerCase()] ?? null;
}

/** `Slides`, or `Slides: Where moss grows`: as it is attached where nothing else says what it is. */
export function namedMaterial({ type, title }: Material): string {
  const said = oneLine(title);
  return said === '' ? MATERIAL_NAMES[type] : `${MATERIAL_NAMES[type]}: ${said}`;
}
