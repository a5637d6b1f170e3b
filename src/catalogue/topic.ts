import type { Fields } from './field.ts';

/** An absolute http(s) URI that names a subject heading. */
export type TopicUri = string;

/**
 * RFC 3986: a scheme and an authority. Also accepts characters beyond ASCII (RFC 3987), and the few in ASCII that
 * should be encoded but often are not (`|`, `{`). Whitespace, quotes and angle brackets would end the address wherever
 * it is written.
 */
const TOPIC_URI = /^https?:\/\/[^\s/?#"<>\\\p{Cc}][^\s"<>\\\p{Cc}]*$/iu;

export function isTopicUri(text: string): text is TopicUri {
  return TOPIC_URI.test(text) && URL.canParse(text);
}

export interface Topic {
  readonly type: 'topic';
  readonly uri: TopicUri;
  readonly label: string;
}

export const TOPIC_FIELDS = {
  uri: { kind: 'key', to: 'topic' },
  label: { kind: 'name' },
} as const satisfies Fields<Topic>;
