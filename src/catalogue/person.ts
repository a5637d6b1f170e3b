import { NO_IMAGE, TEXT } from './field.ts';
import type { Fields } from './field.ts';
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

export const PERSON_FIELDS = {
  slug: { kind: 'key', to: 'person' },
  name: { kind: 'name' },
  bio: TEXT,
  webAddress: { kind: 'address', empty: '', isOptional: true },
  image: NO_IMAGE,
  emailAddress: { kind: 'email', empty: '', isOptional: true },
} as const satisfies Fields<Person>;
