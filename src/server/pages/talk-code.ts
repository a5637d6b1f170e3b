import { isSlug } from '#catalogue/slug.ts';
import { qrSvg } from '#pages/display/qr-code.ts';
import { absoluteLinks } from '#representations/links/links.ts';
import { ONE_FORM, fileAnswer } from '../documents/file-answer.ts';
import type { Answer } from '../http/answer.ts';
import { notFound } from '../http/errors.ts';
import { qrCode } from '../qr/qr-code.ts';
import type { Service } from '../service.ts';
import type { Target } from '../http/target.ts';

const ENDING = '.svg';

/** The address of a talk's page as a QR code, for posters and slides. @param name the talk's slug with `.svg` */
export async function talkCodeAnswer(
  { catalogue, publication, brand }: Pick<Service, 'catalogue' | 'publication' | 'brand'>,
  _target: Target,
  name: string,
): Promise<Answer> {
  if (!brand.drawsCards) throw notFound('QR codes are not available on this service');
  const slug = name.endsWith(ENDING) ? name.slice(0, -ENDING.length) : '';
  const isThere = isSlug(slug) && catalogue.read(({ index }) => index.talkNumber(slug) !== 0);
  if (!isThere) throw notFound('No talk has this identifier');
  const address = absoluteLinks(publication).talkPage(slug);
  const code = await qrCode(address);
  if (code === undefined) throw notFound('The address is too long for a QR code');
  return fileAnswer(Buffer.from(qrSvg(code, address).markup), 'image/svg+xml', 'code', { ...ONE_FORM, keep: 'never' });
}
