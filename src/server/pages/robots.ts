import { absolutePageLinks, PAGE_PATHS } from '#representations/links/page-links.ts';
import { pathLinks } from '#representations/links/links.ts';
import type { Publication } from '#representations/representation.ts';
import { documentAnswer, type Answer } from '../http/answer.ts';
import { wholeDocument } from '../documents/document.ts';
import type { Service } from '../service.ts';

/** Tells crawlers where the sitemap is, and what not to crawl (RFC 9309). */
export function robotsAnswer({ publication }: Pick<Service, 'publication'>): Answer {
  const body = Buffer.from(robots(publication));
  return { ...documentAnswer(wholeDocument(body), 'text/plain; charset=utf-8'), vary: 'Accept-Encoding' };
}

/**
 * Searches and calendars are excluded: they link to each other without end, and what they find is in the sitemap. The
 * API stays open, because web calendars fetch subscriptions only from where crawlers may go; so does what pages of
 * other sites load.
 */
function robots(publication: Publication): string {
  const base = pathLinks(publication).home.slice(0, -1);
  const { search, month, week, calendarDay, calendarRooms, agenda, embed } = PAGE_PATHS;
  const endless = [search, month, week, calendarDay, calendarRooms, agenda, `${embed}?`];
  const lines = [
    'User-agent: *',
    ...endless.map((path) => `Disallow: ${base}${path}`),
    '',
    `Sitemap: ${absolutePageLinks(publication).sitemap}`,
    '',
  ];
  return lines.join('\n');
}
