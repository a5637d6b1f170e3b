import { makeBrand, NO_BRAND } from '#pages/frame/brand.ts';
import { makeView, type View, type ViewOptions } from '#pages/frame/view.ts';
import { publication } from '../catalogue/publication.ts';

const brand = makeBrand(NO_BRAND);

/** A view with default values for what a test does not set. */
export function testView(options: Partial<ViewOptions> = {}): View {
  return makeView({
    publication,
    brand,
    language: 'en',
    languageInAddress: false,
    here: '/',
    now: new Date('2015-07-01T12:00:00Z'),
    ...options,
  });
}

export const view = testView();
