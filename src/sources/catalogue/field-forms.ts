import type { Target } from '#catalogue/field.ts';
import { isImageUrl, LONGEST_IMAGE_URL } from '#catalogue/image.ts';
import { isMaterialUrl, LONGEST_MATERIAL_URL } from '#catalogue/material.ts';
import { isPlaceId } from '#catalogue/place.ts';
import type { PlaceId } from '#catalogue/place.ts';
import { isSlug } from '#catalogue/slug.ts';
import type { Slug } from '#catalogue/slug.ts';
import { isTimestamp } from '#catalogue/timestamp.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import { isTopicUri } from '#catalogue/topic.ts';
import type { TopicUri } from '#catalogue/topic.ts';

/** A form that an identifier or a time must have. */
export interface Form<T extends string> {
  readonly code: string;
  readonly noun: string;
  readonly is: (text: string) => text is T;
  readonly hint: string;
}

const SLUG: Form<Slug> = {
  code: 'bad-slug',
  noun: 'a lower-case UUID',
  is: isSlug,
  hint: 'Write 32 lower-case hexadecimal digits as 8-4-4-4-12, e.g. "ae188ae7-aade-5372-95a2-d2cecd574d47".',
};

const PLACE_ID: Form<PlaceId> = {
  code: 'bad-place-id',
  noun: 'a place id',
  is: isPlaceId,
  hint: 'Write a lower-case scheme word, a colon and digits, e.g. "place:23232534".',
};

const TOPIC_URI: Form<TopicUri> = {
  code: 'bad-topic-uri',
  noun: 'an absolute http or https URI',
  is: isTopicUri,
  hint: 'Write the whole address, e.g. "http://id.worldcat.org/fast/1012163".',
};

export const IDENTIFIERS: Readonly<Record<Target, Form<string>>> = {
  place: PLACE_ID,
  person: SLUG,
  topic: TOPIC_URI,
  series: SLUG,
  talk: SLUG,
  collection: SLUG,
};

export const TIMESTAMP: Form<Timestamp> = {
  code: 'bad-timestamp',
  noun: 'a UTC time that exists, written yyyy-mm-ddThh:mm:ssZ',
  is: isTimestamp,
  hint: 'Write it without fraction or offset, e.g. "2016-06-25T09:00:00Z".',
};

export const MATERIAL_URL: Form<string> = {
  code: 'bad-address',
  noun: `an http or https address of at most ${LONGEST_MATERIAL_URL} characters`,
  is: (text): text is string => isMaterialUrl(text),
  hint: 'Write the whole address, without blanks, e.g. "https://video.example.org/watch/1234".',
};

export const IMAGE_URL: Form<string> = {
  code: 'bad-address',
  noun: `an http or https address of at most ${LONGEST_IMAGE_URL} characters, or the path of a picture`,
  is: (text): text is string => isImageUrl(text),
  hint: 'Write the whole address, or the path below the folder of pictures, e.g. "people/doe.jpg" (avif, gif, jpg, png or webp).',
};
