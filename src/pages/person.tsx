import type { Person } from '#catalogue/person.js';
import type { TalkDetails } from '#catalogue/talk-details.js';
import { WebAddress } from './address.js';
import { htmlDocument } from './layout.js';
import { alternatesOf, Subscribe, type Followed } from './subscribe.js';
import { TalkList } from './talk-list.js';
import type { View } from './view.js';
import { THEIRS } from './text.js';

/** The page that a speaker's `talks_page` leads to. */
export function personPage(
  content: { readonly person: Person; readonly talks: readonly TalkDetails[] },
  view: View,
): string {
  const { person, talks } = content;
  const list: Followed = {
    subject: 'person',
    title: view.messages.follow.talksBy(person.name),
    address: (links) => links.person(person.slug),
  };
  return htmlDocument(view, {
    title: person.name,
    kind: 'list',
    canonical: (links) => links.person(person.slug),
    alternates: alternatesOf(view.publication, list),
    children: (
      <>
        <h1 {...THEIRS}>{person.name}</h1>
        {person.bio !== '' && (
          <p class="quiet" {...THEIRS}>
            {person.bio}
          </p>
        )}
        {person.webAddress !== '' && (
          <p>
            <WebAddress address={person.webAddress} />
          </p>
        )}
        <h2>{view.messages.browse.talks}</h2>
        <TalkList talks={talks} view={view} />
        <Subscribe list={list} view={view} />
      </>
    ),
  });
}
