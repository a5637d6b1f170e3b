import type { Collection } from '#catalogue/collection.js';
import { listPage, type ListContent } from './list-page.js';
import { Paragraphs } from './text.js';
import type { View } from './view.js';

/** The page that a public collection's `talks_page` leads to. */
export function collectionPage({ record: collection, list, month }: ListContent<Collection>, view: View): string {
  const { slug, title, description } = collection;
  return listPage(
    {
      title,
      kind: view.messages.browse.group.collection,
      description,
      followed: { subject: 'collection', title, address: (links) => links.collection(slug) },
      list,
      month,
      address: (links, query) => links.collection(slug, query),
      about: <Paragraphs text={description} />,
    },
    view,
  );
}
