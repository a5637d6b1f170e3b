import { HtmlReader } from './html-reader.ts';

/** The text that is in a piece of HTML, for titles and names: without its markup, with characters for their entities. */
export function htmlText(html: string): string {
  let text = '';
  const reader = new HtmlReader({
    ontext(part) {
      text += part;
    },
  });
  reader.write(html);
  reader.end();
  return text.trim();
}

/** Whether a text without any other sign of it can only be HTML. */
export function looksLikeHtml(text: string): boolean {
  return /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8}\d{0,2});|<\/?(?:a|b|br|em|i|p|span|strong|su[bp])(?:\s+[a-z-]{1,30}=[^>]{0,1000})?\s*\/?>/i.test(
    text.slice(0, LOOKED_AT),
  );
}

/** Characters, since marks that never end are looked at again and again. */
const LOOKED_AT = 2000;
