import { alternates } from '#representations/alternates.js';
import { pathLinks } from '#representations/links.js';
import type { Brand } from './brand.js';
import { html, type Html } from './html.js';
import { htmlDocument } from './layout.js';
import type { OtherForms } from './search-forms.js';
import { hole, Shell } from './shell.js';
import type { View } from './view.js';

/** What a search page has of its own. */
export interface SearchFilling {
  readonly title: string;
  readonly forms: OtherForms;
  readonly main: Html;
}

/** By brand, then by all else that what stands around a search depends on: a dozen. */
const shells = new WeakMap<Brand, Map<string, Shell<Hole>>>();

type Hole = 'title' | 'here' | 'feeds' | 'data' | 'main';

/**
 * All that stands around one search as around the next, laid out once for each language: a search page is asked for
 * with ever other questions, and the layout costs more than they do.
 */
export function searchShell(view: View): { filled(filling: SearchFilling): string } {
  const { brand, language, languageInAddress, publication, here } = view;
  const at = here.indexOf('?');
  let ofBrand = shells.get(brand);
  if (ofBrand === undefined) shells.set(brand, (ofBrand = new Map<string, Shell<Hole>>()));
  const key = [publication.baseUrl, language, String(languageInAddress), String(at < 0)].join(' ');
  let shell = ofBrand.get(key);
  if (shell === undefined)
    ofBrand.set(key, (shell = new Shell(layOut(view, at < 0 ? here : here.slice(0, at), at < 0))));
  const known = shell;
  return {
    filled: ({ title, forms, main }) =>
      known.filled({
        title: html`${title}`,
        here: html`${at < 0 ? '' : here.slice(at + 1)}`,
        feeds: html`${forms.feeds}`,
        data: html`${forms.data}`,
        main,
      }),
  };
}

function layOut(view: View, path: string, isBare: boolean): string {
  const search = pathLinks(view.publication).talkSearch;
  const here = isBare ? path : `${path}?${hole('here')}`;
  const data = { type: 'application/hal+json', title: 'JSON', href: search + hole('data') };
  return htmlDocument(
    { ...view, here },
    {
      title: hole('title'),
      canonical: (links) => links.page(here),
      // What can be asked has no end.
      robots: 'noindex, nofollow',
      alternates: [data, ...alternates('search', search, hole('feeds'))],
      current: 'search',
      kind: 'search-page',
      children: hole('main'),
    },
  );
}
