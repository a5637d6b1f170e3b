import { htmlText, looksLikeHtml } from './html-text.ts';
import type { SourceTalk } from './source-talk.ts';

/**
 * A talk whose title, labels and other short texts are plain text: tags are removed, entities decoded. Vertical tabs and
 * form feeds, which spreadsheets and slides have as line breaks, are white space; they are not allowed in XML.
 */
export function withPlainTexts(talk: SourceTalk): SourceTalk {
  const { series, topics } = talk;
  const texts = Object.fromEntries(SHORT.map((field) => [field, plainText(talk[field])]));
  const description = talk.description.replace(BREAKS, '\n');
  const title = series === null ? '' : plainText(series.title);
  const labels = topics.map(({ label }) => plainText(label));
  const isSame =
    description === talk.description &&
    (series === null || title === series.title) &&
    SHORT.every((field) => texts[field] === talk[field]) &&
    labels.every((label, at) => label === topics[at]?.label);
  if (isSame) return talk;
  return {
    ...talk,
    ...texts,
    description,
    series: series === null ? null : { ...series, title },
    topics: topics.map((topic, at) => ({ ...topic, label: labels[at] ?? '' })),
  };
}

const SHORT = ['title', 'audience', 'bookingRequired', 'cost', 'specialMessage'] as const;
/** A tag that is closed, or a line break. */
const MARKUP = /<br\s*\/?>|<\/(?:a|b|em|i|p|span|strong|su[bp])\s*>/iu;
const BREAKS = /[\v\f]+/gu;

function plainText(text: string): string {
  const plain = text.replace(BREAKS, ' ');
  if (!/[<&]/u.test(plain) || !looksLikeHtml(plain)) return plain;
  // “The element <b>” is text.
  return htmlText(MARKUP.test(plain) ? plain.replace(/<br\s*\/?>/giu, ' ') : plain.replaceAll('<', '&lt;'));
}
