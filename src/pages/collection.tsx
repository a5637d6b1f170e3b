import type { Collection } from '#catalogue/collection.js';
import { collectionDocument } from '#representations/json-ld-pages.js';
import { listPage, type ListContent } from './list-page.js';
import { Prose } from './prose.js';
import type { View } from './view.js';

/** The page that a public collection's `talks_page` leads to. */
export function collectionPage({ record: collection, list, month }: ListContent<Collection>, view: View): string {
  const { slug, title, description } = collection;
  return listPage(
    {
      title,
      kind: view.messages.browse.group.collection,
      description,
      jsonLd: collectionDocument(view.publication, collection),
      followed: { subject: 'collection', title, address: (links) => links.collection(slug) },
      list,
      month,
      address: (links, query) => links.collection(slug, query),
      about: <Prose text={description} topLevel={2} />,
    },
    view,
  );
}
