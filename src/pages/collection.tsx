import type { Collection } from '#catalogue/collection.js';
import type { TalkDetails } from '#catalogue/talk-details.js';
import { pathLinks } from '#representations/links.js';
import type { Publication } from '#representations/representation.js';
import { htmlDocument } from './layout.js';
import { TalkList } from './talk-list.js';
import { Paragraphs } from './text.js';

/** The page that a public collection's `talks_page` leads to. */
export function collectionPage(
  content: { readonly collection: Collection; readonly talks: readonly TalkDetails[] },
  publication: Publication,
): string {
  const { collection, talks } = content;
  return htmlDocument(publication, {
    title: collection.title,
    alternates: [{ type: 'application/hal+json', href: pathLinks(publication).collection(collection.slug) }],
    children: (
      <>
        <h1 dir="auto">{collection.title}</h1>
        <Paragraphs text={collection.description} />
        <h2>Talks in this collection</h2>
        <TalkList talks={talks} publication={publication} />
      </>
    ),
  });
}
