import { alternates } from '#representations/alternates.js';
import type { TalkDetails } from '#catalogue/talk-details.js';
import { pathLinks, queryString } from '#representations/links.js';
import { htmlDocument } from './layout.js';
import { TalkList } from './talk-list.js';
import type { View } from './view.js';

/** What this is, what is on next, and where programs find it. */
export function homePage(content: { readonly talks: readonly TalkDetails[] }, view: View): string {
  const api = pathLinks(view.publication);
  const messages = view.messages.search;
  const fromToday = queryString([{ name: 'from', value: 'today' }]);
  const search = api.talkSearch + fromToday;
  return htmlDocument(view, {
    title: messages.title,
    current: 'home',
    canonical: (links) => links.home,
    alternates: [
      { type: 'application/hal+json', title: 'JSON', href: api.entryPoint },
      ...alternates('search', api.talkSearch, fromToday),
    ],
    children: (
      <>
        <h1>{messages.title}</h1>
        <p class="lead">{messages.lead}</p>
        {content.talks.length > 0 && (
          <section>
            <h2>{messages.next}</h2>
            <TalkList talks={content.talks} view={view} />
          </section>
        )}
        <section>
          <h2>{messages.programs}</h2>
          <ul>
            <li>
              <a href={search}>{messages.programsSearch}</a>
            </li>
            <li>
              <a href={api.entryPoint}>{messages.programsEntry}</a>
            </li>
            <li>
              <a href={view.links.docs}>{messages.programsDocs}</a> (<a href={api.openapi}>OpenAPI</a>)
            </li>
          </ul>
        </section>
      </>
    ),
  });
}
