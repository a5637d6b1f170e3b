import type { Collection } from '#catalogue/collection.ts';
import { collectionDocument } from '#representations/linked-data/json-ld.ts';
import { listPage, type ListContent } from './list-page.ts';
import { prose } from '../prose/prose.ts';
import type { View } from '../frame/view.ts';

/** The page that a public collection's `talks_page` leads to. */
export function collectionPage(
  { record: collection, list, nearest, month }: ListContent<Collection>,
  view: View,
): string {
  const { slug, title, description } = collection;
  return listPage(
    {
      title,
      kind: view.messages.browse.group.collection,
      description,
      jsonLd: collectionDocument(view.publication, collection),
      followed: { subject: 'collection', title, address: (links) => links.collection(slug) },
      list,
      nearest,
      month,
      address: (links, query) => links.collection(slug, query),
      filters: [{ name: 'collection', value: slug }],
      about: prose(description, 2),
    },
    view,
  );
}
