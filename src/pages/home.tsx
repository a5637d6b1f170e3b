import { alternates } from '#representations/alternates.js';
import type { TalkDetails } from '#catalogue/talk-details.js';
import { pathLinks, queryString } from '#representations/links.js';
import type { Publication } from '#representations/representation.js';
import { htmlDocument } from './layout.js';
import { TalkList } from './talk-list.js';

/** What this is, what is on next, and where programs find it. */
export function homePage(content: { readonly talks: readonly TalkDetails[] }, publication: Publication): string {
  const links = pathLinks(publication);
  const fromToday = queryString([{ name: 'from', value: 'today' }]);
  const search = links.talkSearch + fromToday;
  return htmlDocument(publication, {
    title: 'Talks',
    alternates: [
      { type: 'application/hal+json', title: 'JSON', href: links.entryPoint },
      ...alternates('search', links.talkSearch, fromToday),
    ],
    children: (
      <>
        <h1>Talks</h1>
        <p>Lectures, seminars and other events, listed for people and for programs.</p>
        {content.talks.length > 0 && (
          <section>
            <h2>What is on next</h2>
            <TalkList talks={content.talks} publication={publication} />
          </section>
        )}
        <section>
          <h2>For programs</h2>
          <ul>
            <li>
              <a href={search}>A search for the talks from today on</a>
            </li>
            <li>
              <a href={links.entryPoint}>The entry point</a>, which links to everything
            </li>
            <li>
              <a href={links.docs}>The interface explained</a>, and <a href={links.openapi}>as OpenAPI</a>
            </li>
          </ul>
        </section>
      </>
    ),
  });
}
