import { NO_IMAGE, TEXT } from './field.ts';
import type { Fields } from './field.ts';
import type { Image } from './image.ts';
import type { Slug } from './slug.ts';

/** A series of talks. */
export interface Series {
  readonly type: 'series';
  readonly slug: Slug;
  readonly title: string;
  readonly description: string;
  /** When it happens, in words: "Tuesdays of full term". */
  readonly occurrence: string;
  readonly webAddress: string;
  readonly image: Image | null;
}

export const SERIES_FIELDS = {
  slug: { kind: 'key', to: 'series' },
  title: { kind: 'name' },
  description: TEXT,
  // Spelled as in OxTalks' API.
  occurrence: { kind: 'text', empty: '', wire: 'occurence' },
  webAddress: { kind: 'address', empty: '', isOptional: true },
  image: NO_IMAGE,
} as const satisfies Fields<Series>;
