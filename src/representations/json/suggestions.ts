import type { Suggestion } from '#search/names/browse.ts';
import type { NamedValue } from '#search/query/request.ts';
import { absoluteLinks, publishedLinks, queryString, type Links } from '../links/links.ts';
import { pageLinks, type PageLinks } from '../links/page-links.ts';
import type { Publication } from '../representation.ts';

/** Suggested names in JSON. @param asked the query, canonical */
export function suggestionsJson(
  found: readonly Suggestion[],
  asked: readonly NamedValue[],
  publication: Publication,
): Buffer {
  const [links, pages] = [publishedLinks(publication), pageLinks(publication, null)];
  const document = {
    _links: { self: { href: absoluteLinks(publication).suggest + queryString(asked) } },
    _embedded: { suggestions: found.map((one) => suggestion(one, links, pages)) },
  };
  return Buffer.from(JSON.stringify(document));
}

function suggestion(one: Suggestion, links: Links, pages: PageLinks): object {
  const { type, key, name, affiliation, talks, upcoming } = one;
  const self = type === 'topic' ? links.topic + queryString([{ name: 'uri', value: key }]) : links[type](key);
  return {
    _links: { self: { href: self }, talks_page: { href: pages[type](key) } },
    kind: type,
    id: key,
    name,
    affiliation,
    talks,
    upcoming,
  };
}
