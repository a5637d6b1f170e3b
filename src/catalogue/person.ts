import type { Image } from './image.ts';
import type { Slug } from './slug.ts';

/** Someone who speaks, hosts or organises. */
export interface Person {
  readonly type: 'person';
  readonly slug: Slug;
  readonly name: string;
  readonly bio: string;
  readonly webAddress: string;
  readonly image: Image | null;
  /** Stored, never published. */
  readonly emailAddress: string;
}
