import { htmlText, looksLikeHtml } from './html-text.ts';

/** Text of a name, without HTML, entities and Markdown. */
export function plainName(text: string): string {
  if (!/[<&*_[]/.test(text)) return text;
  const plain = looksLikeHtml(text) ? htmlText(text.replace(/<br\s*\/?>/gi, '\n')) : text;
  return plain
    .replace(/\*\*([^*\n]{1,500})\*\*/g, '$1')
    .replace(/^(\*|__?)([^*_]+)\1$/, '$2')
    .replace(/\[([^[\]\n]{1,500})\]\(https?:\/\/[^\s()]{1,2000}\)/g, '$1');
}
