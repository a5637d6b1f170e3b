/** A document's links to the same talks in other formats. @param address address without the suffix */
export function alternateLinks(address: string, query = ''): object[] {
  return ADVERTISED.map(([suffix, type, title]) => ({ href: address + suffix + query, type, title }));
}

const ADVERTISED = [
  ['.ics', 'text/calendar', 'iCalendar'],
  ['.atom', 'application/atom+xml', 'Atom'],
  ['.rss', 'application/rss+xml', 'RSS'],
  ['.feed.json', 'application/feed+json', 'JSON Feed'],
  ['.csv', 'text/csv', 'CSV'],
] as const;

/** The `Link` header of a JSON or XML response. @param json whether it includes a link to JSON */
export function linkHeader(address: string, query = '', json = false): string {
  const all = json ? [['.json', 'application/json', 'JSON'] as const, ...ADVERTISED] : ADVERTISED;
  return all
    .map(([suffix, type, title]) => `<${address}${suffix}${query}>; rel="alternate"; type="${type}"; title="${title}"`)
    .join(', ');
}
