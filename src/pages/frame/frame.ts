import { pageLinks } from '#representations/links/page-links.ts';
import type { Brand } from './brand.ts';
import { Html, html, NOTHING } from './html.ts';
import { LANGUAGE_NAMES, LANGUAGES } from './language.ts';
import { insert } from '../messages.ts';
import type { View } from './view.ts';

/** The pages that the navigation marks as current. */
export type Current = 'mine' | 'home' | 'search' | 'calendar' | 'browse' | 'about' | 'help' | 'privacy' | 'docs';

/** The header and footer around the content: the same for all pages in a language, so rendered once. */
interface Frame {
  /** The markup before and after the links to other languages, which differ from page to page. */
  readonly header: { readonly before: Html; readonly after: Html };
  readonly footer: Html;
}

/** Rendered frames by brand, then by everything else they depend on; a few dozen. */
const frames = new WeakMap<Brand, Map<string, Frame>>();

export function frameOf(view: View, current: Current | undefined): Frame {
  const { brand, language, languageInAddress, publication } = view;
  let ofBrand = frames.get(brand);
  if (ofBrand === undefined) frames.set(brand, (ofBrand = new Map<string, Frame>()));
  const key = [publication.baseUrl, publication.timeZone, language, String(languageInAddress), current ?? ''].join(' ');
  let frame = ofBrand.get(key);
  if (frame === undefined) {
    const [before = '', after = ''] = header(view, current).markup.split(LANGUAGES_HERE.markup);
    frame = {
      header: { before: new Html(before), after: new Html(after) },
      footer: footer(view),
    };
    ofBrand.set(key, frame);
  }
  return frame;
}

const LANGUAGES_HERE = html`<!--languages-->`;

function header(view: View, current: Current | undefined): Html {
  const { brand, links, messages, publication } = view;
  const { site, mine } = messages;
  const zone = publication.timeZone;
  const entries: readonly (readonly [Current, string, string])[] = [
    ['search', site.search, links.search()],
    ['calendar', site.calendar, links.calendar()],
    ['browse', site.browse, links.browse('series')],
    ['help', site.help, links.help],
  ];
  return html`<header class="site">
    <div class="frame">
      <a class="brand" href="${links.home}" ${current === 'home' ? html`aria-current="page"` : NOTHING}
        >${logo(view)}<bdi>${brand.name}</bdi></a
      >
      <a class="to-search" href="${links.search()}" aria-label="${site.search}">${SEARCH_SIGN}</a>
      <button type="button" class="to-menu" popovertarget="site-menu" aria-label="${site.menu}">${MENU_SIGN}</button>
      <div class="menu" id="site-menu" popover="auto">
        <nav
          aria-label="${site.navigation}"
          data-now="${messages.display.now}"
          data-ended="${messages.list.ended}"
          data-zone="${zone}"
          data-zone-note="${insert(messages.search.zone, { name: zone })}"
          data-own-times="${site.ownTimes}"
        >
          <ul>
            ${entries.map(
              ([key, label, href]) =>
                html`<li><a href="${href}" ${current === key ? html`aria-current="page"` : NOTHING}>${label}</a></li>`,
            )}
            <li>
              <a
                href="${links.myTalks()}"
                class="mine-link"
                data-star="${mine.star}"
                data-full="${mine.full}"
                ${current === 'mine' ? html`aria-current="page"` : NOTHING}
                ><span class="mine-name">${mine.title}</span><span class="mine-count"></span
              ></a>
            </li>
          </ul>
        </nav>
        ${LANGUAGES_HERE}
      </div>
    </div>
  </header>`;
}

/** Signs of the two buttons in the header of a narrow window. Elsewhere the menu is a row of links. */
const SEARCH_SIGN = sign('M10.5 3a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15M16 16l5 5');
const MENU_SIGN = sign('M3 6h18M3 12h18M3 18h18');

function sign(path: string): Html {
  return html`<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path d="${path}" /></svg>`;
}

function logo({ brand, links }: View): Html {
  if (brand.logo === null) return NOTHING;
  const { name, size } = brand.logo;
  const shape = size === undefined ? html`height="32"` : html`width="${size.width}" height="${size.height}"`;
  return html`<img src="${links.asset(name)}" alt="" ${shape} />`;
}

function footer(view: View): Html {
  const { brand, links, messages } = view;
  const { site } = messages;
  return html`<div class="frame">
    <ul>
      ${brand.links.map(
        ({ label, href }) =>
          html`<li>
            <a href="${href}"><bdi>${label}</bdi></a>
          </li>`,
      )}
      <li><a href="${links.about}">${site.about}</a></li>
      <li><a href="${links.help}">${site.help}</a></li>
      <li><a href="${brand.privacy.address ?? links.privacy}">${site.privacy}</a></li>
      <li><a href="${links.docs}">${site.developers}</a></li>
    </ul>
    <p>${site.programs}</p>
  </div>`;
}

/** Links to this page in each language. */
export function languageSwitch({ messages, publication, language: chosen, here }: View): Html {
  const links = LANGUAGES.map((language) => {
    const current = language === chosen ? html`aria-current="true"` : NOTHING;
    const name = LANGUAGE_NAMES[language];
    const href = pageLinks(publication, language).page(here);
    const label = html`<span aria-hidden="true">${language.toUpperCase()}</span><span class="unseen">${name}</span>`;
    return html`<li><a href="${href}" lang="${language}" hreflang="${language}" ${current}>${label}</a></li>`;
  });
  return html`<nav class="languages" aria-label="${messages.site.languages}">
    <ul>
      ${links}
    </ul>
  </nav>`;
}
