import { isSlug, type Slug } from '#catalogue/slug.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { cardOf } from '#pages/card/card.ts';
import { DATA_POLICY, type Answer } from '../http/answer.ts';
import { notFound } from '../http/errors.ts';
import { requestLanguage } from './page-language.ts';
import type { Catalogue } from '../documents/snapshot.ts';
import { tagTextOf } from '../documents/tag.ts';
import type { Service } from '../service.ts';
import type { Target } from '../http/target.ts';

const ENDING = '.png';

/** The preview image of a talk, for link previews. */
export async function cardAnswer(
  { catalogue, cards, publication, brand }: Pick<Service, 'catalogue' | 'cards' | 'publication' | 'brand'>,
  target: Target,
  name: string,
): Promise<Answer> {
  if (cards === undefined) throw notFound('Preview images are not available on this service');
  const slug = name.endsWith(ENDING) ? name.slice(0, -ENDING.length) : '';
  const details = isSlug(slug) ? await talkDetails(catalogue, slug) : undefined;
  if (details === undefined) throw notFound('No talk has this identifier');
  // Ignores the crawler's preferred language: the image is for whoever receives the link.
  const { language } = requestLanguage({ query: target.query, acceptLanguage: undefined });
  const body = await cards.picture(cardOf(details, publication, brand, language));
  return {
    status: 200,
    contentType: 'image/png',
    body,
    tag: tagTextOf(body),
    variant: 'card',
    headers: DATA_POLICY,
    vary: 'Accept-Encoding',
    // Images are cached by content, independently of changes to the catalogue.
    keep: 'never',
    until: Infinity,
  };
}

function talkDetails(catalogue: Catalogue, slug: Slug): Promise<TalkDetails | undefined> {
  return catalogue.read(async (snapshot) => {
    const number = snapshot.index.talkNumber(slug);
    const [details] = number === 0 ? [] : await snapshot.talks(Uint32Array.of(number));
    return details;
  });
}
