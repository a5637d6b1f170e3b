import type { Collection } from '#catalogue/collection.js';
import type { TalkDetails } from '#catalogue/talk-details.js';
import type { Publication } from '#representations/representation.js';
import { htmlDocument } from './layout.js';
import { alternatesOf, Subscribe, type Followed } from './subscribe.js';
import { TalkList } from './talk-list.js';
import { Paragraphs } from './text.js';

/** The page that a public collection's `talks_page` leads to. */
export function collectionPage(
  content: { readonly collection: Collection; readonly talks: readonly TalkDetails[] },
  publication: Publication,
): string {
  const { collection, talks } = content;
  const list: Followed = {
    subject: 'collection',
    title: collection.title,
    address: (links) => links.collection(collection.slug),
  };
  return htmlDocument(publication, {
    title: collection.title,
    alternates: alternatesOf(publication, list),
    children: (
      <>
        <h1 dir="auto">{collection.title}</h1>
        <Paragraphs text={collection.description} />
        <h2>Talks in this collection</h2>
        <TalkList talks={talks} publication={publication} />
        <Subscribe list={list} publication={publication} />
      </>
    ),
  });
}
