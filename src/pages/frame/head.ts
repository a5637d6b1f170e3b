import { absolutePageLinks, type PageLinks } from '#representations/links/page-links.ts';
import type { Alternate } from '#representations/representation.ts';
import { html, NOTHING, verbatim, type Html } from './html.ts';
import { LANGUAGES } from './language.ts';
import type { View } from './view.ts';
import { titleText } from '../prose/title.ts';

/** The metadata of a page. */
export interface PageHead {
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
