import { htmlText, looksLikeHtml } from './html-text.ts';

/** Text of a name, without HTML, entities and Markdown. */
export function plainName(text: string): string {
  if (!/[<&*_[\v\f]/.test(text)) return text;
  const lines = text.replace(/[\v\f]+/g, '\n');
  const plain = looksLikeHtml(lines) ? htmlText(lines.replace(/<br\s*\/?>/gi, '\n')) : lines;
  return plain
    .replace(/\*\*([^*\n]{1,500})\*\*/g, '$1')
    .replace(/^(\*|__?)([^*_]+)\1$/, '$2')
    .replace(/\[([^[\]\n]{1,500})\]\(https?:\/\/[^\s()]{1,2000}\)/g, '$1');
}
