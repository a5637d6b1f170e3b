/** Longest tag, in characters. */
const LONGEST_TAG = 2_000;
const LINK = new RegExp(`<link\\s([^<>]{1,${LONGEST_TAG}})>`, 'gi');
const ATTRIBUTE = /([a-z-]{1,20})\s{0,5}=\s{0,5}(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

/**
 * Address of the calendar that a page links to with `rel="alternate"`; undefined: none.
 * @param head the first characters of the page @param base address of the page; `''` for a file on disk
 */
export function calendarLinkOf(head: string, base: string): string | undefined {
  for (const [, text = ''] of head.matchAll(LINK)) {
    const attributes = new Map<string, string>();
    for (const [, name = '', double, single, bare = ''] of text.matchAll(ATTRIBUTE)) {
      attributes.set(name.toLowerCase(), double ?? single ?? bare);
    }
    const isCalendar = /^text\/calendar\b/i.test(attributes.get('type') ?? '');
    const isAlternate = /(?:^|\s)alternate(?:\s|$)/i.test(attributes.get('rel') ?? '');
    if (isCalendar && isAlternate) return addressOf(attributes.get('href') ?? '', base);
  }
  return undefined;
}

function addressOf(href: string, base: string): string | undefined {
  const target = href.replaceAll('&amp;', '&').trim();
  if (base !== '') return URL.canParse(target, base) ? new URL(target, base).href : undefined;
  return /^(?:https?|webcal):\/\//i.test(target) ? target : undefined;
}
