import { Parser } from 'htmlparser2';

/** The text that is in a piece of HTML, for titles and names: without its markup, with characters for their entities. */
export function htmlText(html: string): string {
  let text = '';
  const parser = new Parser({
    ontext(part) {
      text += part;
    },
  });
  parser.end(html);
  return text.trim();
}

/** Whether a text without any other sign of it can only be HTML. */
export function looksLikeHtml(text: string): boolean {
  return /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,8}\d{0,2});|<\/?(?:a|b|br|em|i|p|span|strong|su[bp])\b[^>]{0,1000}>/i.test(
    text,
  );
}
