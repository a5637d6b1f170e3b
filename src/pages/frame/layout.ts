import { absolutePageLinks, pageLinks, type PageLinks } from '#representations/links/page-links.ts';
import type { Alternate } from '#representations/representation.ts';
import { insert } from '../messages.ts';
import { titleText } from '../prose/title.ts';
import type { Brand } from './brand.ts';
import { html, Html, NOTHING, verbatim } from './html.ts';
import { type Language, LANGUAGE_NAMES, LANGUAGES } from './language.ts';
import type { View } from './view.ts';

/** A page: its metadata and its content. */
interface Layout extends PageHead {
  /** Which entry of the navigation this page is. */
  readonly current?: Current;
  /** Class of the body, for styles of one kind of page, such as print styles. */
  readonly kind?: string;
  /** Whether the content uses the full width of the window, as calendars and tables do. */
  readonly wide?: boolean;
  /** The language of the content, if it differs from that of the page. */
  readonly contentLanguage?: Language;
  readonly content: Html;
}

/** The metadata of a page. */
interface PageHead {
  /** Page title, without the name of the brand. */
  readonly title: string;
  /** A sentence or two for search engines; cut if it is long. */
  readonly description?: string;
  /** The canonical address of the page. */
  readonly canonical?: (links: PageLinks) => string;
  /** The same content in other formats. */
  readonly alternates?: readonly Alternate[];
  /** Open Graph and other `meta` elements with a `property`: `og:type`, … */
  readonly openGraph?: readonly MetaProperty[];
  /** JSON-LD (schema.org), without anything that could end its script element. */
  readonly jsonLd?: string;
  /** `noindex` for pages that search engines should not list. */
  readonly robots?: string;
}

export interface MetaProperty {
  readonly property: string;
  readonly content: string;
}

/** A whole HTML document. It loads one stylesheet and one script, both from this site. */
export function htmlDocument(view: View, layout: Layout): string {
  const { language, messages } = view;
  const { contentLanguage, content } = layout;
  const frame = frameOf(view, layout.current);
  const kind = [layout.kind, layout.wide === true ? 'is-wide' : undefined].filter((one) => one !== undefined).join(' ');
  return html`<!DOCTYPE html>
    <html lang="${language}" dir="ltr">
      ${head(view, layout)}
      <body ${kind === '' ? NOTHING : html`class="${kind}"`}>
        <a class="skip" href="#main">${messages.site.skip}</a>
        ${frame.header.before}${languageSwitch(view)}${frame.header.after}
        <main id="main" tabindex="-1" ${contentLanguage === undefined ? NOTHING : html`lang="${contentLanguage}"`}>
          ${content}
        </main>
        <footer class="site">${frame.footer}</footer>
      </body>
    </html>`.markup;
}

/** The `head` of a page. */
export function head(view: View, layout: PageHead): Html {
  const { brand, links } = view;
  const { title, alternates = [], openGraph = [], robots } = layout;
  return html`<head>
    <meta charset="utf-8" />
    <title>${title === brand.name ? title : `${titleText(title)} – ${brand.name}`}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    ${summary(layout)}${robots === undefined ? NOTHING : html`<meta name="robots" content="${robots}" />`}
    <link rel="stylesheet" href="${links.asset(brand.stylesheet.name)}" />
    <link rel="icon" href="${links.asset(brand.icon.name)}" />
    <script type="module" src="${links.asset(brand.script.name)}"></script>
    ${canonical(view, layout)}${alternates.map(
      ({ type, title: name, href }) =>
        html`<link rel="alternate" type="${type}" title="${titleText(name)}" href="${href}" />`,
    )}${openGraph.map(({ property, content }) => html`<meta property="${property}" content="${content}" />`)}${data(layout)}
  </head>`;
}

/** Maximum characters of the description: about as much as search engines show. */
const LONGEST_SUMMARY = 200;

function summary({ description = '' }: PageHead): Html {
  // Cut first, to bound the work on long texts.
  const line = description
    .slice(0, LONGEST_SUMMARY * 4)
    .replace(/\s+/g, ' ')
    .trim();
  if (line === '') return NOTHING;
  const cut = `${line.slice(0, LONGEST_SUMMARY - 1).replace(/\p{Surrogate}$/u, '')}…`;
  return html`<meta name="description" content="${line.length > LONGEST_SUMMARY ? cut : line}" />`;
}

/** Links to the canonical address, without a language, and to the page in each language. */
function canonical({ publication }: View, { canonical: address, robots: rule }: PageHead): Html {
  if (address === undefined) return NOTHING;
  // Pages that search engines do not list need no `hreflang` links.
  const languages = rule === undefined ? LANGUAGES : [];
  const others = languages.map(
    (language) =>
      html`<link rel="alternate" hreflang="${language}" href="${address(absolutePageLinks(publication, language))}" />`,
  );
  return html`<link rel="canonical" href="${address(absolutePageLinks(publication))}" />${others}`;
}

function data({ jsonLd }: PageHead): Html {
  if (jsonLd === undefined) return NOTHING;
  return html`<script type="application/ld+json">
    ${verbatim(jsonLd)}
  </script>`;
}

/** The pages that the navigation marks as current. */
type Current = 'mine' | 'home' | 'search' | 'calendar' | 'browse' | 'about' | 'help' | 'privacy' | 'docs';

/** The header and footer around the content: the same for all pages in a language, so rendered once. */
interface Frame {
  /** The markup before and after the links to other languages, which differ from page to page. */
  readonly header: { readonly before: Html; readonly after: Html };
  readonly footer: Html;
}

/** Rendered frames by brand, then by everything else they depend on; a few dozen. */
const frames = new WeakMap<Brand, Map<string, Frame>>();

function frameOf(view: View, current: Current | undefined): Frame {
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
function languageSwitch({ messages, publication, language: chosen, here }: View): Html {
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
