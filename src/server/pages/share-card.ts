import { isSlug } from '#catalogue/slug.ts';
import { cardOf } from '#pages/card/card.ts';
import { ONE_FORM, fileAnswer } from '../documents/file-answer.ts';
import type { Answer } from '../http/answer.ts';
import { notFound } from '../http/errors.ts';
import { requestLanguage } from './page-language.ts';
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
  const details = isSlug(slug) ? catalogue.read((snapshot) => snapshot.talk(slug)) : undefined;
  if (details === undefined) throw notFound('No talk has this identifier');
  // Ignores the crawler's preferred language: the image is for whoever receives the link.
  const { language } = requestLanguage({ query: target.query, acceptLanguage: undefined });
  const body = await cards.picture(cardOf(details, publication, brand, language));
  // Images are cached by content, independently of changes to the catalogue.
  return fileAnswer(body, 'image/png', 'card', { ...ONE_FORM, keep: 'never' });
}
