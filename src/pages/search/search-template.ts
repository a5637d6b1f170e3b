import type { Alternate } from '#representations/representation.ts';
import type { Brand } from '../frame/brand.ts';
import { oembedOf } from '../embed/oembed.ts';
import { html, type Html } from '../frame/html.ts';
import { htmlDocument } from '../frame/layout.ts';
import { followSearch, searchAlternates, searchAsData } from './search-forms.ts';
import type { SearchLinks } from './search-links.ts';
import type { LinkBudget } from '../lists/link-budget.ts';
import { sharedTitle } from '../frame/shared-page.ts';
import { slot, PageTemplate } from '../page-template.ts';
import { TALKS_HERE } from '../fragments.ts';
import type { View } from '../frame/view.ts';

type Slot =
  | 'layout'
  | 'title'
  | 'here'
  | 'feeds'
  | 'data'
  | 'page'
  | 'asking'
  | 'above'
  | 'below'
  | 'facets'
  | 'webcal'
  | 'google'
  | 'outlook'
  | 'office';

/** Templates by brand, then by everything else they depend on; a dozen. */
const templates = new WeakMap<Brand, Map<string, PageTemplate<Slot>>>();

/**
 * The layout that all search pages share, rendered once per language: it costs more than the parts that depend on the
 * query.
 */
export function searchTemplate(view: View, { room }: SearchLinks): PageTemplate<Slot> {
  const { brand, language, languageInAddress, publication, here } = view;
  let ofBrand = templates.get(brand);
  if (ofBrand === undefined) templates.set(brand, (ofBrand = new Map<string, PageTemplate<Slot>>()));
  const isBare = !here.includes('?');
  const key = `${publication.baseUrl} ${language} ${String(languageInAddress)} ${String(isBare)} ${room}`;
  let template = ofBrand.get(key);
  if (template === undefined) ofBrand.set(key, (template = new PageTemplate(layOut(view, isBare, room))));
  return template;
}

function layOut(view: View, isBare: boolean, room: LinkBudget): string {
  const { search } = view.messages;
  const [path = ''] = view.here.split('?', 1);
  const forms = { feeds: slot('feeds'), data: slot('data') };
  const ways = {
    webcal: slot('webcal'),
    google: slot('google'),
    outlook: slot('outlook'),
    office: slot('office'),
  };
  const main = html`<h1>${search.title}</h1>
    ${slot('asking')}
    <div class="search-columns">
      <section class="results${slot('layout')}" aria-label="${search.results}">
        ${followSearch(forms, ways, room, view)}${slot('above')}${TALKS_HERE}${slot('below')}
      </section>
      ${slot('facets')}
    </div>
    ${searchAsData(forms, room, view)}`;
  return searchDocument(isBare ? view : { ...view, here: `${path}?${slot('here')}` }, {
    title: slot('title'),
    alternates: [
      ...searchAlternates(forms, view, room),
      ...(room === 'ample' ? [oembedOf(view, search.title, () => slot('page'))] : []),
    ],
    main,
  });
}

/** What differs between search pages. */
interface SearchPage {
  readonly title: string;
  readonly alternates: readonly Alternate[];
  readonly main: Html;
}

export function searchDocument(view: View, { title, alternates, main }: SearchPage): string {
  const canonical = (links: View['links']): string => links.page(view.here);
  return htmlDocument(view, {
    title,
    canonical,
    openGraph: sharedTitle(title, canonical, view),
    // Keep crawlers out: the number of possible queries is unlimited.
    robots: 'noindex, nofollow',
    alternates,
    current: 'search',
    kind: 'search-page',
    content: main,
  });
}
