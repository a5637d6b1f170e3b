import type { Collection } from '#catalogue/collection.js';
import type { TalkDetails } from '#catalogue/talk-details.js';
import { htmlDocument } from './layout.js';
import { alternatesOf, Subscribe, type Followed } from './subscribe.js';
import { TalkList } from './talk-list.js';
import { Paragraphs, THEIRS } from './text.js';
import type { View } from './view.js';

/** The page that a public collection's `talks_page` leads to. */
export function collectionPage(
  content: { readonly collection: Collection; readonly talks: readonly TalkDetails[] },
  view: View,
): string {
  const { collection, talks } = content;
  const list: Followed = {
    subject: 'collection',
    title: collection.title,
    address: (links) => links.collection(collection.slug),
  };
  return htmlDocument(view, {
    title: collection.title,
    kind: 'list',
    canonical: (links) => links.collection(collection.slug),
    alternates: alternatesOf(view.publication, list),
    children: (
      <>
        <h1 {...THEIRS}>{collection.title}</h1>
        <Paragraphs text={collection.description} />
        <h2>{view.messages.browse.talksInCollection}</h2>
        <TalkList talks={talks} view={view} />
        <Subscribe list={list} view={view} />
      </>
    ),
  });
}
