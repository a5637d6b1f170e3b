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
