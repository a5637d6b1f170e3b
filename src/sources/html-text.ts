import { readHtml } from './html-reader.ts';

/** Text of an HTML fragment, for titles and names: without markup, with entities decoded. */
export function htmlText(html: string): string {
  let text = '';
  readHtml(html, { ontext: (part) => void (text += part) });
  return text.trim();
}

/** Whether text of unknown type can only be HTML. */
export function looksLikeHtml(text: string): boolean {
  return /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8}\d{0,2});|<\/?(?:a|b|br|em|i|p|span|strong|su[bp])(?:\s+[a-z-]{1,30}=[^>]{0,1000})?\s*\/?>/i.test(
    text.slice(0, EXAMINED),
  );
}

/** In characters; limited because the pattern rescans tags that never end. */
const EXAMINED = 2000;
