import { absolutePageLinks, type PageLinks } from '#representations/links/page-links.ts';
import type { Alternate } from '#representations/representation.ts';
import { html, NOTHING, verbatim, type Html } from './html.ts';
import { LANGUAGES } from './language.ts';
import { scriptData } from './script-data.ts';
import type { View } from './view.ts';

/** What a page says of itself. */
export interface PageHead {
  /** Without the brand's name. */
  readonly title: string;
  /** A sentence or two for search engines; cut where it is long. */
  readonly description?: string;
  /** This page's address as others should link to it. */
  readonly canonical?: (links: PageLinks) => string;
  /** The same thing in other forms: where, and as what. */
  readonly alternates?: readonly Alternate[];
  /** Open Graph, and what else a `meta` has a `property` for: `og:type`, … */
  readonly openGraph?: readonly MetaProperty[];
  /** A JSON document (schema.org). */
  readonly jsonLd?: string;
  /** `noindex` for what search engines should leave. */
  readonly robots?: string;
}

export interface MetaProperty {
  readonly property: string;
  readonly content: string;
}

/** What a page says of itself to browsers and to other programs. */
export function head(view: View, layout: PageHead): Html {
  const { brand, links } = view;
  const { title, alternates = [], openGraph = [], robots } = layout;
  return html`<head>
    <meta charset="utf-8" />
    <title>${title === brand.name ? title : `${title} – ${brand.name}`}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    ${summary(layout)}${robots === undefined ? NOTHING : html`<meta name="robots" content="${robots}" />`}
    <link rel="stylesheet" href="${links.asset(brand.stylesheet.name)}" />
    <link rel="icon" href="${links.asset(brand.icon.name)}" />
    <script type="module" src="${links.asset(brand.script.name)}"></script>
    ${canonical(view, layout)}${alternates.map(
      ({ type, title: name, href }) => html`<link rel="alternate" type="${type}" title="${name}" href="${href}" />`,
    )}${openGraph.map(({ property, content }) => html`<meta property="${property}" content="${content}" />`)}${data(layout)}
  </head>`;
}

/** Search engines show about as much. */
const LONGEST_SUMMARY = 200;

function summary({ description = '' }: PageHead): Html {
  // Enough of it to be cut, and no more to be gone through.
  const line = description
    .slice(0, LONGEST_SUMMARY * 4)
    .replace(/\s+/g, ' ')
    .trim();
  if (line === '') return NOTHING;
  const cut = `${line.slice(0, LONGEST_SUMMARY - 1).replace(/\p{Surrogate}$/u, '')}…`;
  return html`<meta name="description" content="${line.length > LONGEST_SUMMARY ? cut : line}" />`;
}

/** One address for all languages, and the address of each. */
function canonical({ publication }: View, { canonical: address, robots: rule }: PageHead): Html {
  if (address === undefined) return NOTHING;
  // Of what search engines leave they want no other languages either.
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
    ${verbatim(scriptData(jsonLd))}
  </script>`;
}
