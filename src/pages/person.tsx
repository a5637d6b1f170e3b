import type { Person } from '#catalogue/person.js';
import type { TalkDetails } from '#catalogue/talk-details.js';
import type { Publication } from '#representations/representation.js';
import { WebAddress } from './address.js';
import { htmlDocument } from './layout.js';
import { alternatesOf, Subscribe, type Followed } from './subscribe.js';
import { TalkList } from './talk-list.js';

/** The page that a speaker's `talks_page` leads to. */
export function personPage(
  content: { readonly person: Person; readonly talks: readonly TalkDetails[] },
  publication: Publication,
): string {
  const { person, talks } = content;
  const list: Followed = {
    subject: 'person',
    title: `Talks by ${person.name}`,
    address: (links) => links.person(person.slug),
  };
  return htmlDocument(publication, {
    title: person.name,
    alternates: alternatesOf(publication, list),
    children: (
      <>
        <h1 dir="auto">{person.name}</h1>
        {person.bio !== '' && (
          <p class="quiet" dir="auto">
            {person.bio}
          </p>
        )}
        {person.webAddress !== '' && (
          <p>
            <WebAddress address={person.webAddress} />
          </p>
        )}
        <h2>Talks</h2>
        <TalkList talks={talks} publication={publication} />
        <Subscribe list={list} publication={publication} />
      </>
    ),
  });
}
